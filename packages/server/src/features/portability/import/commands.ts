// The command `import`, which imports the links of another program from a file.
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
  summary: 'Bring the links of another program here out of a file: see docs/moving.md',
  operand: 'FILE',
  options: {
    email: emailOption,
    from: {
      kind: 'value',
      meaning: 'Whose file it is: bitly, csv, dub, kutt, shlink or yourls; seen by its columns when omitted',
      placeholder: 'SOURCE',
    },
    domain: { kind: 'value', meaning: 'Custom domain of the account to put them on', placeholder: 'DOMAIN' },
    'dry-run': { kind: 'flag', meaning: 'Say what would come of it, and change nothing' },
    report: {
      kind: 'value',
      meaning: 'New file for what came of each line: NDJSON where it ends so, or CSV',
      placeholder: 'FILE',
    },
    'only-host': { kind: 'values', meaning: 'Take the links of this host alone', placeholder: 'HOST' },
    'on-taken': {
      kind: 'value',
      meaning: 'Where a code is taken: skip (as when omitted), suffix (code-2) or generate',
      placeholder: 'WHAT',
    },
    'on-unfit': {
      kind: 'value',
      meaning: 'Where a code is none here: skip (as when omitted) or generate',
      placeholder: 'WHAT',
    },
    columns: {
      kind: 'value',
      meaning: 'Names of the columns, where the first line has none: code,url,title',
      placeholder: 'NAMES',
    },
    'archive-hidden': { kind: 'flag', meaning: 'Archive what Bitly or Dub hide: it then leads nowhere' },
    'ignore-plan': { kind: 'flag', meaning: "Neither count nor limit them by the account's plan" },
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
          `interrupted after ${read} records, of which ${created} were new; the same command goes on from there`,
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
