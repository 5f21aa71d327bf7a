// The weekly proof: whether the DNS record that verified a domain is still there. Without it for days, the domain still
// answers, but whoever proves it next takes it over.
import { dashboardPath } from '@linnet/contract/workspace-addresses'
import type { Mailer, Message } from '../../../platform/net/mail.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import { type Audit, theServer } from '../../identity/audit/index.ts'
import type { Workspaces } from '../../identity/workspaces/index.ts'
import type { LookUpTexts } from './dns.ts'
import { challengeName } from './domains.ts'
import type { DomainRow, DomainStore } from './store.ts'

const hourSeconds = 60 * 60
const daySeconds = 24 * hourSeconds
/** From one proof to the next. */
export const weekSeconds = 7 * daySeconds
// Three failures take four days, so that they are within a week.
const retrySeconds = 2 * daySeconds
const mostFailures = 3
// While name servers don't answer, which is nobody's fault that we know.
const awaySeconds = hourSeconds
// With one run a minute, 300,000 domains in a week; one lookup after the other, because name servers are others'.
const provedAtOnce = 30

/** Of a domain that the operator knows to be theirs: it is never proved, so nobody can take it over. */
export const neverProved = 253_402_300_799

export interface ProvingNeeds {
  store: DomainStore
  lookUpTexts: LookUpTexts
  audit: Pick<Audit, 'write'>
  mailer: Mailer
  workspaces: Pick<Workspaces, 'owners'>
  publicOrigin: string
}

/** Proves the domains that are due. `now` in milliseconds. */
export async function proveDue(needs: ProvingNeeds, now: number, signal: AbortSignal): Promise<void> {
  const { store } = needs
  const time = unixSeconds(now)
  // Those that an older version verified are spread over the week.
  await store.scheduleFirstProofs(time, weekSeconds)
  const failed: DomainRow[] = []
  for (const row of await store.dueForProof(time, provedAtOnce)) {
    if (signal.aborted) break
    if (await prove(needs, row, now)) failed.push(row)
  }
  await tellOwners(needs, failed)
}

/** Looks up the record of one domain; true if that was the failure after which others can take the domain over. */
async function prove(
  { store, lookUpTexts, audit }: ProvingNeeds,
  row: DomainRow,
  now: number,
): Promise<boolean> {
  const time = unixSeconds(now)
  const texts = await lookUpTexts(challengeName(row.name)).catch(() => null)
  if (texts === null) {
    await store.recordProof(row, { proof_due_at: time + awaySeconds })
    return false
  }
  if (texts.includes(row.challenge)) {
    await store.recordProof(row, proved(time))
    return false
  }
  const failures = [...failuresOf(row).filter((at) => at > time - weekSeconds), time]
  const isLast = failures.length >= mostFailures && row.unproved_at === null
  await store.recordProof(
    row,
    {
      proof_due_at: time + (isLast || row.unproved_at !== null ? weekSeconds : retrySeconds),
      proof_failures: JSON.stringify(failures.slice(-mostFailures)),
      ...(isLast ? { unproved_at: time } : {}),
    },
    isLast
      ? (tx) =>
          audit.write(tx, {
            userId: row.user_id,
            action: 'domain_unproved',
            detail: { domain: row.name },
            client: theServer,
            now,
          })
      : undefined,
  )
  return isLast
}

/** What is stored of a domain whose record was found. */
export function proved(time: number): Pick<DomainRow, 'proof_due_at' | 'proof_failures' | 'unproved_at'> {
  return { proof_due_at: time + weekSeconds, proof_failures: null, unproved_at: null }
}

function failuresOf({ proof_failures }: DomainRow): number[] {
  return proof_failures === null ? [] : (JSON.parse(proof_failures) as number[])
}

async function tellOwners(
  { mailer, workspaces, publicOrigin }: ProvingNeeds,
  rows: DomainRow[],
): Promise<void> {
  if (rows.length === 0) return
  const byWorkspace = Map.groupBy(rows, ({ user_id }) => user_id)
  for (const { workspaceId, email, shared } of await workspaces.owners([...byWorkspace.keys()]))
    for (const row of byWorkspace.get(workspaceId) ?? [])
      mailer.send(unprovedMessage(row, email, `${publicOrigin}${dashboardPath(shared)}/domains`))
}

function unprovedMessage({ name, challenge }: DomainRow, to: string, dashboardUrl: string): Message {
  return {
    to,
    subject: `The DNS record of ${name} is missing`,
    text: [
      `We look up the DNS record that shows that ${name} is yours every week. The last three times it was missing.`,
      `Your links still work. But if somebody else proves that the domain is theirs, your links on it stop working.`,
      `To keep the domain, create this record again:\n${challengeName(name)} TXT ${challenge}`,
      `Then verify the domain: ${dashboardUrl}`,
    ].join('\n\n'),
  }
}

/** The message to those who had a domain until somebody else has proved it. */
export async function tellFormerOwners(
  { mailer, workspaces, publicOrigin }: Pick<ProvingNeeds, 'mailer' | 'workspaces' | 'publicOrigin'>,
  { user_id, name }: Pick<DomainRow, 'user_id' | 'name'>,
): Promise<void> {
  for (const { email, shared } of await workspaces.owners([user_id]))
    mailer.send({
      to: email,
      subject: `${name} now belongs to another account`,
      text: [
        `Another account has proved that ${name} is theirs, and the DNS record of yours has been missing for some time.`,
        `Your links on ${name} no longer work. They are still in your account: you can move them to another domain.`,
        `Your links: ${publicOrigin}${dashboardPath(shared)}/links`,
      ].join('\n\n'),
    })
}
