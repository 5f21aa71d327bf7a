// What whoever imports has chosen, read from the words of the command line.
import { CommandError } from '../../../platform/command.ts'
import { plainName } from './reading/records.ts'

export interface Choices {
  /** What becomes of a link whose code is taken: left out, `code-2`, or a made-up code. */
  onTaken: 'skip' | 'suffix' | 'generate'
  /** What becomes of a link whose code is none here. */
  onUnfit: 'skip' | 'generate'
  /** The hosts whose links are taken; null for all. */
  hosts: Set<string> | null
  columns: string[] | null
  /** Whether what its source hides is archived here, where it then leads nowhere. */
  archiveHidden: boolean
  ignorePlan: boolean
  dryRun: boolean
}

export function readChoices(given: Record<string, string | undefined>): Choices {
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

function oneOf<const Word extends string>(
  given: Record<string, string | undefined>,
  option: string,
  words: readonly [Word, ...Word[]],
): Word {
  const word = given[option]
  if (word === undefined) return words[0]
  const found = words.find((one) => one === word)
  if (found === undefined) throw new CommandError(`--${option} must be ${words.join(', or ')}`)
  return found
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
