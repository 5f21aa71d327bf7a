// The command `import`, which imports another program's links from a file.
import { type Command, CommandError, type CommandShape, emailOption } from '../../../platform/command.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import { domainNamed } from '../../links/links/index.ts'
import { readOptions } from './options.ts'
import { openFile } from './reading/open-file.ts'
import { Report, ReportFile } from './report.ts'
import { type ImportNeeds, runImport } from './run-import.ts'
import { sourceNamed, sourceOf } from './sources/index.ts'
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
      meaning: 'New file for the result of each line: NDJSON if its name ends in .ndjson, otherwise CSV',
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

export interface ImportCommandNeeds extends Omit<ImportNeeds, 'accounts'> {
  clock: Clock
  accounts: Pick<Accounts, 'byEmail' | 'takeLinks' | 'quotaOf'>
}

export function importCommand(needs: ImportCommandNeeds): Command {
  return {
    ...importCommandShape,
    async run(given, context) {
      const { FILE = '', email = '' } = given
      const options = readOptions(given)
      const account = await needs.accounts.byEmail(email)
      if (!account) throw new CommandError(`there is no account with the e-mail ${email}`)
      const domain = await domainNamed(needs.rules, account.id, given.domain)
      const file = await openFile(FILE, options.columns)
      const source = given.from === undefined ? await sourceOf(file) : sourceNamed(given.from)
      const written = given.report === undefined ? null : new ReportFile(given.report)
      const report = new Report(written)
      context.progress(`Reading ${file.format.toUpperCase()} (${file.encoding}) of ${source.title}.`)
      const run = { file, source, account, domain, options, report, now: needs.clock.now() }
      let isWhole: boolean
      try {
        isWhole = await runImport(needs, run, context)
      } finally {
        written?.close()
      }
      const { read, created } = report.counts
      if (!isWhole)
        throw new CommandError(
          `interrupted after ${read} records, of which ${created} were new; run the same command again to continue`,
        )
      return {
        from: source.name,
        dry_run: options.dryRun,
        domain: domain.name ?? needs.rules.defaultHost,
        ...report.counts,
        reasons: report.reasons,
        notes: report.notes,
        hosts: Object.fromEntries(report.hosts),
        examples: report.examples,
        report: given.report ?? null,
      }
    },
    format: summary,
  }
}
