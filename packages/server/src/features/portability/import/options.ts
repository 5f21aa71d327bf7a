// The options of an import, read from the command line.
import { CommandError } from '../../../platform/command.ts'
import { plainName } from './reading/records.ts'

export interface ImportOptions {
  /** What happens to a link whose code is taken: it is skipped, or gets the code `code-2` or a generated one. */
  onTaken: 'skip' | 'suffix' | 'generate'
  /** What happens to a link whose code can't be one here. */
  onUnfit: 'skip' | 'generate'
  /** The hosts whose links are imported; null for all. */
  hosts: Set<string> | null
  columns: string[] | null
  /** Whether links that are hidden in the source are archived here, so that they stop working. */
  archiveHidden: boolean
  ignorePlan: boolean
  dryRun: boolean
}

export function readOptions(given: Record<string, string | undefined>): ImportOptions {
  return {
    onTaken: oneOf(given, 'on-taken', ['skip', 'suffix', 'generate']),
    onUnfit: oneOf(given, 'on-unfit', ['skip', 'generate']),
    hosts: listOf(given['only-host'], (host) =>
      host
        .toLowerCase()
        .replace(/^[a-z]+:\/\//, '')
        .replace(/\/.*/s, ''),
    ),
    columns: columnsOf(given.columns),
    archiveHidden: given['archive-hidden'] !== undefined,
    ignorePlan: given['ignore-plan'] !== undefined,
    dryRun: given['dry-run'] !== undefined,
  }
}

function oneOf<const Value extends string>(
  given: Record<string, string | undefined>,
  option: string,
  values: readonly [Value, ...Value[]],
): Value {
  const value = given[option]
  if (value === undefined) return values[0]
  const known = values.find((one) => one === value)
  if (known === undefined) throw new CommandError(`--${option} must be ${values.join(', or ')}`)
  return known
}

function listOf(text: string | undefined, form: (word: string) => string): Set<string> | null {
  const words = text?.split(/[\s,]+/).filter(Boolean)
  return words && words.length > 0 ? new Set(words.map(form)) : null
}

function columnsOf(text: string | undefined): string[] | null {
  if (text === undefined) return null
  const columns = text.split(',').map((name) => name.trim())
  if (!columns.some((name) => plainName(name) !== ''))
    throw new CommandError('--columns names the columns in their order, such as code,url,title')
  return columns
}
