// Starts the threads of an in-process server from the bundle that `npm test` builds. Each thread would load all its sources
// again, which takes more CPU time than most of what a test does with the server.
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const sources = resolve(import.meta.dir, '../../packages/server/src')
const { LINNET_TEST_PROGRAM: program } = process.env
const OriginalWorker = globalThis.Worker

/** The bundled file of a source file, or the source file itself if there is none. */
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
