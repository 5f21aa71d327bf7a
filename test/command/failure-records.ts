// What a failed test keeps for diagnosis: its servers' logs and screenshots of its pages.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dir, '../..')
const linesShown = 40
const logsShown = 4
let count = 0

/** The prefix of a test file's record names: its path from the root, with dashes for slashes. */
const prefixOf = (testFile: string) => `${testFile.replaceAll('/', '-')}.`

/**
 * The path for a new record of the running test file, such as `server.log`; undefined outside `npm test`, which shows the
 * records of failed files.
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

/** A failed test file's records as text for the terminal: the last lines of its logs, and the paths of its screenshots. */
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
