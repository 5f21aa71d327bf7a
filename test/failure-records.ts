// What a failed test leaves behind to explain itself: the logs of its servers and the pictures of its pages.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dir, '..')
const linesShown = 40
const logsShown = 4
let count = 0

/** How the records of a test file begin: its path from the root, without slashes. */
const prefixOf = (testFile: string) => `${testFile.replaceAll('/', '-')}.`

/**
 * Where the running test file keeps a record of this kind, such as `server.log`; undefined outside of `npm test`, which
 * shows the records of the files that fail.
 */
export function recordFile(name: string): string | undefined {
  const folder = process.env.LINNET_TEST_RECORDS
  if (!folder) return undefined
  mkdirSync(folder, { recursive: true })
  return join(folder, `${prefixOf(relative(root, Bun.main))}${process.pid}-${++count}-${name}`)
}

export function keepRecord(name: string, content: string): void {
  const file = recordFile(name)
  if (file) writeFileSync(file, content)
}

/** What was recorded of a test file that failed, to be read in a terminal: the ends of its logs, and where its pictures are. */
export function recordsOf(folder: string, testFile: string): string {
  if (!existsSync(folder)) return ''
  const names = readdirSync(folder).filter((name) => name.startsWith(prefixOf(testFile)))
  const logs = names.filter((name) => name.endsWith('.log')).sort()
  const said = logs.flatMap((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
    return lines.join('') ? [`${name}:\n${lines.slice(-linesShown).join('\n')}`] : []
  })
  const others = names.filter((name) => !name.endsWith('.log')).map((name) => join(folder, name))
  return [...said.slice(-logsShown), ...others].join('\n')
}
