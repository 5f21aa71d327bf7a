// Runs the command `import`: opens the file, detects its source, imports its links and reports the result.
import { type Command, type CommandContext, CommandError } from '../../../platform/command.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import { domainNamed } from '../../links/links/index.ts'
import { readOptions } from './options.ts'
import { openFile } from './reading/open-file.ts'
import { Report, ReportFile } from './report.ts'
import { type ImportNeeds, runImport } from './run-import.ts'
import { sourceNamed, sourceOf } from './sources/index.ts'

export interface ImportFileNeeds extends Omit<ImportNeeds, 'accounts'> {
  clock: Clock
  accounts: Pick<Accounts, 'byEmail' | 'takeLinks' | 'quotaOf'>
}

/** Imports the links of a file as the command's options say; returns what the command prints. */
export async function importFile(
  needs: ImportFileNeeds,
  given: Parameters<Command['run']>[0],
  context: CommandContext,
) {
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
}
