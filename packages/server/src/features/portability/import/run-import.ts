// Runs an import from the first record to the last: each batch is read, checked, given codes and written.
import type { CommandContext } from '../../../platform/command.ts'
import type { Account, Accounts } from '../../identity/accounts/index.ts'
import { addressOf, type ChosenDomain, type DomainRules, lockDomain } from '../../links/links/index.ts'
import { type Candidate, type CheckContext, checkLink, type RejectedLink } from './candidates.ts'
import { DryRun } from './dry-run.ts'
import type { ImportOptions } from './options.ts'
import { type Placement, placeLinks } from './placement.ts'
import type { OpenedFile } from './reading/open-file.ts'
import type { SourceRecord } from './reading/records.ts'
import type { Report } from './report.ts'
import { type Source, wholeLink } from './source-link.ts'
import type { ImportStore } from './store.ts'

export interface ImportNeeds {
  store: ImportStore
  accounts: Pick<Accounts, 'takeLinks' | 'quotaOf'>
  rules: DomainRules
  addresses: { origin: string }
}

export interface ImportRun {
  file: OpenedFile
  source: Source
  account: Account
  domain: ChosenDomain
  options: ImportOptions
  report: Report
  /** Milliseconds. */
  now: number
}

type WriteBatch = (batch: Candidate[]) => Promise<Placement[]>

const progressMilliseconds = 2000

/** Imports all links of the file; false if it was interrupted. */
export async function runImport(
  needs: ImportNeeds,
  run: ImportRun,
  context: CommandContext,
): Promise<boolean> {
  const writeBatch = run.options.dryRun ? await dryRunWriter(needs, run) : batchWriter(needs, run)
  const interruption = context.interruption()
  const reportProgress = progressReporter(run, context)
  let batch: SourceRecord[] = []
  for await (const records of run.file.records())
    for (const record of records) {
      batch.push(record)
      if (batch.length < needs.store.linksAtOnce) continue
      if (interruption.aborted) return false
      await importBatch(needs, run, { batch, writeBatch })
      batch = []
      reportProgress()
    }
  if (interruption.aborted) return false
  await importBatch(needs, run, { batch, writeBatch })
  return true
}

async function importBatch(
  needs: ImportNeeds,
  run: ImportRun,
  { batch, writeBatch }: { batch: SourceRecord[]; writeBatch: WriteBatch },
): Promise<void> {
  run.report.counts.read += batch.length
  const checked = (await Promise.all(batch.map((record) => checkRecord(needs, run, record)))).flat()
  const candidates = checked.filter((link) => 'source' in link)
  const placements = await writeBatch(candidates)
  const placementOf = new Map(placements.map((placement, index) => [candidates[index], placement]))
  // The report is in the order of the file, whatever the outcome.
  for (const link of checked) {
    if (!('source' in link)) reportRejected(run.report, link)
    else reportPlacement(needs, run, placementOf.get(link))
  }
}

async function checkRecord(
  { rules }: ImportNeeds,
  { account, options, source, now }: ImportRun,
  record: SourceRecord,
): Promise<(Candidate | RejectedLink)[]> {
  const { line } = record
  if ('fault' in record)
    return [{ line, host: null, sourceCode: '', longUrl: '', reason: 'unreadable', message: record.fault }]
  const context: CheckContext = { userId: account.id, rules, options, now }
  return await checkLink(context, wholeLink(source.link(record.fields, now)), line)
}

/** Writes each batch in one transaction, up to what is left of the plan's limit. */
function batchWriter({ store, accounts, rules }: ImportNeeds, run: ImportRun): WriteBatch {
  const { account, domain, options, now } = run
  const target = { userId: account.id, domainId: domain.id }
  return async (batch) => {
    if (batch.length === 0) return []
    return await store.transaction(async (tx) => {
      await lockDomain(rules, tx, domain)
      const placements = await placeLinks(batch, store.known(tx, target), options)
      const wanted = placements.filter(({ outcome }) => outcome === 'created').length
      const left =
        options.ignorePlan || wanted === 0 ? wanted : await accounts.takeLinks(tx, account, wanted, now)
      const allowed = withinPlan(placements, left)
      const created = allowed.flatMap((placement) => (placement.outcome === 'created' ? placement : []))
      await store.write(tx, { target, links: created, now })
      return allowed
    })
  }
}

/** Does the same without writing: remembers what would have been written instead. */
async function dryRunWriter({ store, accounts }: ImportNeeds, run: ImportRun): Promise<WriteBatch> {
  const { account, domain, options, now } = run
  const dryRun = new DryRun(store.known(null, { userId: account.id, domainId: domain.id }))
  const { links } = await accounts.quotaOf(account, now)
  let left = options.ignorePlan || links.limit === null ? Number.POSITIVE_INFINITY : links.limit - links.used
  return async (batch) => {
    const placements = withinPlan(await placeLinks(batch, dryRun, options), left)
    for (const placement of placements)
      if (placement.outcome === 'created') dryRun.remember(placement.candidate, placement.code)
    left -= placements.filter(({ outcome }) => outcome === 'created').length
    return placements
  }
}

/** Rejects the links that would be created beyond the plan's limit. */
function withinPlan(placements: Placement[], left: number): Placement[] {
  let created = 0
  return placements.map((placement) => {
    if (placement.outcome !== 'created' || ++created <= left) return placement
    const { line, host, sourceCode, longUrl } = placement.candidate
    const message = "this month's links of the plan are used up; --ignore-plan ignores the limit"
    return { outcome: 'refused', rejected: { line, host, sourceCode, longUrl, reason: 'plan', message } }
  })
}

function reportPlacement(
  { addresses }: ImportNeeds,
  { report, domain }: ImportRun,
  placement: Placement | undefined,
): void {
  if (!placement) return
  if (placement.outcome === 'refused') {
    reportRejected(report, placement.rejected)
    return
  }
  const { candidate, code, outcome } = placement
  const { line, host, sourceCode, longUrl } = candidate
  const isRenamed = outcome === 'created' && placement.hasOtherCode
  const notes = outcome === 'created' ? candidate.notes : []
  const words = [...(isRenamed ? ['has another code here'] : []), ...notes].join('; ')
  const { short_url } = addressOf(addresses, { code, domain_name: domain.name })
  report.add(
    { line, host, code: sourceCode, long_url: longUrl, outcome, reason: '', words, short_url },
    { notes, isRenamed },
  )
}

function reportRejected(report: Report, rejected: RejectedLink): void {
  const { line, host, sourceCode, longUrl, reason, message } = rejected
  const outcome = reason === 'host' ? 'left_out' : 'refused'
  report.add({
    line,
    host,
    reason,
    words: message,
    code: sourceCode,
    long_url: longUrl,
    outcome,
    short_url: '',
  })
}

function progressReporter({ file, report }: ImportRun, { progress }: CommandContext): () => void {
  const begun = performance.now()
  let lastReport = begun
  return () => {
    const time = performance.now()
    if (time - lastReport < progressMilliseconds) return
    lastReport = time
    const { read, created, same, refused } = report.counts
    const perSecond = Math.round(read / ((time - begun) / 1000))
    progress(
      `${Math.floor(file.share() * 100)} %: ${read} read, ${created} new, ${same} here already, ${refused} refused (${perSecond} a second)`,
    )
  }
}
