// The threads of a server that runs in the test's own process, from the bundle that `npm test` has made: every thread loads
// all of its sources anew, which takes a core for longer than most of what a test asks of the server.
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const sources = resolve(import.meta.dir, '../packages/server/src')
const { LINNET_TEST_PROGRAM: program } = process.env
const OriginalWorker = globalThis.Worker

/** A source's file in the bundle; the source itself where there is none. */
function bundled(file: string | URL): string | URL {
  const url = String(file)
  if (!program || !url.startsWith(`${pathToFileURL(sources)}/`)) return file
  const inBundle = join(dirname(program), `${basename(fileURLToPath(url), '.ts')}.js`)
  return existsSync(inBundle) ? pathToFileURL(inBundle) : file
}

if (program)
  globalThis.Worker = class extends OriginalWorker {
    constructor(file: string | URL, options?: WorkerOptions) {
      super(bundled(file), options)
    }
  }
