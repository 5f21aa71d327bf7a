// The command `import`, which imports another program's links from a file.
import { type Command, type CommandShape, emailOption } from '../../../platform/command.ts'
import type { ImportFileNeeds } from './import-file.ts'
import { summary } from './summary.ts'

/** How the command is called. */
export const importCommandShape = {
  name: 'import',
  summary: "Import links from another program's file; see docs/moving.md",
  operand: 'FILE',
  options: {
    email: emailOption,
    from: {
      kind: 'value',
      meaning: 'Source of the file: bitly, csv, dub, kutt, shlink or yourls; detected by default',
      placeholder: 'SOURCE',
    },
    domain: { kind: 'value', meaning: 'Custom domain of the account to import to', placeholder: 'DOMAIN' },
    'dry-run': { kind: 'flag', meaning: 'Report what would happen, and change nothing' },
    report: {
      kind: 'value',
      meaning:
        'New file for the result of each line: NDJSON if its name ends in .ndjson, .jsonl or .json, otherwise CSV',
      placeholder: 'FILE',
    },
    'only-host': { kind: 'values', meaning: 'Import only the links of this host', placeholder: 'HOST' },
    'on-taken': {
      kind: 'value',
      meaning: 'If a code is taken: skip (default), suffix (code-2) or generate',
      placeholder: 'WHAT',
    },
    'on-unfit': {
      kind: 'value',
      meaning: 'If a code is not valid here: skip (default) or generate',
      placeholder: 'WHAT',
    },
    columns: {
      kind: 'value',
      meaning: 'Names of the columns, if the first line does not have them: code,url,title',
      placeholder: 'NAMES',
    },
    'archive-hidden': {
      kind: 'flag',
      meaning: 'Archive links that Bitly or Dub hide, so that they stop working',
    },
    'ignore-plan': { kind: 'flag', meaning: "Don't apply the plan's limit, or count towards it" },
  },
} satisfies CommandShape

export function importCommand(needs: ImportFileNeeds): Command {
  return {
    ...importCommandShape,
    // Loaded when it runs, because servers have this command too, and start sooner without its files.
    run: async (given, context) => (await import('./import-file.ts')).importFile(needs, given, context),
    format: summary,
  }
}
