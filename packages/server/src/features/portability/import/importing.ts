// An import from its first record to its last: read, judged, placed and written batch by batch.
import type { CommandContext } from '../../../platform/command.ts'
import type { Account, Accounts } from '../../identity/accounts/index.ts'
import { addressOf, type ChosenDomain, type DomainRules, lockDomain } from '../../links/links/index.ts'
import type { Choices } from './choices.ts'
import { type Candidate, type Judging, judge, type Rejected } from './judging.ts'
import { type Known, type Placed, place } from './placing.ts'
import type { OpenedFile } from './reading/open-file.ts'
import type { SourceRecord } from './reading/records.ts'
import { Rehearsal } from './rehearsal.ts'
import type { Report } from './report.ts'
import { type Source, wholeLink } from './source-link.ts'
import type { ImportStore } from './store.ts'

export interface ImportNeeds {
  store: ImportStore
  accounts: Pick<Accounts, 'takeLinks' | 'quotaOf'>
  rules: DomainRules
  addresses: { origin: string }
}

export interface Import {
  file: OpenedFile
  source: Source
  account: Account
  domain: ChosenDomain
  choices: Choices
  report: Report
  /** Milliseconds. */
  now: number
}

type Judged = (Candidate | Rejected)[]

const progressMilliseconds = 2000

/** Imports what the file has; false where it was interrupted. */
export async function runImport(
  needs: ImportNeeds,
  asked: Import,
  context: CommandContext,
): Promise<boolean> {
  const { file, source, choices, report, now } = asked
  const judging: Judging = { userId: asked.account.id, rules: needs.rules, choices, now }
  const write = choices.dryRun
    ? await rehearsal(needs, asked)
    : (batch: Candidate[]) => writeBatch(needs, asked, batch)
  const interruption = context.interruption()
  const tellProgress = progressOf(asked, context)
  let batch: SourceRecord[] = []

  for await (const records of file.records())
    for (const record of records) {
      batch.push(record)
      if (batch.length < needs.store.linksAtOnce) continue
      if (interruption.aborted) return false
      await importBatch(batch)
      batch = []
      tellProgress()
    }
  if (interruption.aborted) return false
  await importBatch(batch)
  return true

  async function importBatch(records: SourceRecord[]): Promise<void> {
    report.counts.read += records.length
    const judged = (await Promise.all(records.map((record) => judgeRecord(record)))).flat()
    const candidates = judged.filter((one) => 'source' in one)
    const placed = new Map((await write(candidates)).map((one, at) => [candidates[at], one]))
    // In the order of the file, whatever came of each.
    for (const one of judged)
      tell(needs, asked, 'source' in one ? placed.get(one) : { outcome: 'refused', rejected: one })
  }

  async function judgeRecord(record: SourceRecord): Promise<Judged> {
    if ('fault' in record)
      return [
        {
          line: record.line,
          host: null,
          sourceCode: '',
          longUrl: '',
          reason: 'unreadable',
          words: record.fault,
        },
      ]
    return await judge(judging, wholeLink(source.link(record.fields, now)), record.line)
  }
}

/** Writes a batch in one transaction, up to what the plan has left. */
async function writeBatch(
  { store, accounts, rules }: ImportNeeds,
  { account, domain, choices, now }: Import,
  batch: Candidate[],
): Promise<Placed[]> {
  if (batch.length === 0) return []
  const destination = { userId: account.id, domainId: domain.id }
  return await store.transaction(async (tx) => {
    await lockDomain(rules, tx, domain)
    const placed = await place(batch, store.known(tx, destination), choices)
    const wanted = placed.filter(({ outcome }) => outcome === 'created').length
    const left =
      choices.ignorePlan || wanted === 0 ? wanted : await accounts.takeLinks(tx, account, wanted, now)
    const within = withinPlan(placed, left)
    await store.write(
      tx,
      destination,
      within.flatMap((one) => (one.outcome === 'created' ? one : [])),
      now,
    )
    return within
  })
}

/** The same without writing anything: what would be there is remembered instead. */
async function rehearsal({ store, accounts }: ImportNeeds, asked: Import) {
  const { account, domain, choices, now } = asked
  const stored: Known = store.known(null, { userId: account.id, domainId: domain.id })
  const rehearsed = new Rehearsal(stored)
  const { links } = await accounts.quotaOf(account, now)
  let left = choices.ignorePlan || links.limit === null ? Number.POSITIVE_INFINITY : links.limit - links.used
  return async (batch: Candidate[]) => {
    const placed = withinPlan(await place(batch, rehearsed, choices), left)
    for (const one of placed) if (one.outcome === 'created') rehearsed.remember(one.candidate, one.code)
    left -= placed.filter(({ outcome }) => outcome === 'created').length
    return placed
  }
}

/** Refuses of the links that would be created those that the plan has no room for. */
function withinPlan(placed: Placed[], left: number): Placed[] {
  let created = 0
  return placed.map((one) => {
    if (one.outcome !== 'created' || ++created <= left) return one
    const { line, host, sourceCode, longUrl } = one.candidate
    const words = 'the links that the plan allows this month are used; --ignore-plan goes on without'
    return { outcome: 'refused', rejected: { line, host, sourceCode, longUrl, reason: 'plan', words } }
  })
}

function tell({ addresses }: ImportNeeds, { report, domain }: Import, placed: Placed | undefined): void {
  if (placed?.outcome === 'refused') tellRefused(report, placed.rejected)
  else if (placed) {
    const { candidate, code, outcome } = placed
    const { line, host, sourceCode, longUrl } = candidate
    const isRenamed = outcome === 'created' && placed.isOther
    const notes = outcome === 'created' ? candidate.notes : []
    const words = [...(isRenamed ? ['has another code here'] : []), ...notes].join('; ')
    const { short_url } = addressOf(addresses, { code, domain_name: domain.name })
    const told = {
      line,
      host,
      code: sourceCode,
      long_url: longUrl,
      outcome,
      reason: '' as const,
      words,
      short_url,
    }
    report.tell(told, { notes, isRenamed })
  }
}

function tellRefused(report: Report, { sourceCode, longUrl, ...rejected }: Rejected): void {
  const outcome = rejected.reason === 'host' ? 'left_out' : 'refused'
  report.tell({ ...rejected, code: sourceCode, long_url: longUrl, outcome, short_url: '' })
}

function progressOf({ file, report }: Import, { progress }: CommandContext): () => void {
  const begun = performance.now()
  let told = begun
  return () => {
    const time = performance.now()
    if (time - told < progressMilliseconds) return
    told = time
    const { read, created, same, refused } = report.counts
    const perSecond = Math.round(read / ((time - begun) / 1000))
    progress(
      `${Math.floor(file.share() * 100)} %: ${read} read, ${created} new, ${same} here already, ${refused} refused (${perSecond} a second)`,
    )
  }
}
