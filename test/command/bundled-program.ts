// The bundle of the program for tests, which start it hundreds of times. Each test run has its own copy, so that sources can be
// edited meanwhile.
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeCurrent } from '../../packages/server/bundle.ts'

const root = resolve(import.meta.dir, '../..')

/** Copies the bundle into `folder`, and returns the path of a program there that is used like `bin/linnet`. */
export async function bundleProgram(folder: string): Promise<string> {
  cpSync(await makeCurrent(), folder, { recursive: true })
  const program = join(folder, 'linnet')
  const starter = readFileSync(join(root, 'bin/linnet'), 'utf8')
    .replace(/^root=.*$/m, () => `root='${root}'`)
    .replace(/^if bundle=.*?^fi$/ms, () => `main='${folder}/main.js'`)
  if (!starter.includes(`main='${folder}`))
    throw new Error('bin/linnet does not start main.js in the expected way')
  writeFileSync(program, starter)
  chmodSync(program, 0o755)
  return program
}
