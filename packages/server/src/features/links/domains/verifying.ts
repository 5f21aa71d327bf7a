// Verifying a domain: its DNS record is looked up, and the account whose value it has gets the domain.
import { type Domain, invalidField, Refusal } from '@linnet/contract'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { LookUpTexts } from './dns.ts'
import { challengeName, domainRecord } from './domains.ts'
import { neverProved, proved, weekSeconds } from './proving.ts'
import type { DomainRow, DomainStore, Log } from './store.ts'

/** What happens when a domain changes hands. */
export interface Verification {
  store: DomainStore
  /** Writes to the audit log of the account that loses a domain. */
  logLoss(tx: Tx, former: DomainRow, now: number): Promise<void>
  /** Tells its owners. */
  tellFormerOwners(former: DomainRow): Promise<void>
}

/** The domain's record, verified now or before. Refuses if the DNS record is missing. */
export async function verifyDomain(
  needs: Verification,
  lookUpTexts: LookUpTexts,
  row: DomainRow,
  now: number,
  log?: Log,
): Promise<Domain> {
  if (row.verified_at !== null && row.unproved_at === null) return domainRecord(row)
  const texts = await lookUpTexts(challengeName(row.name)).catch(() => {
    throw new Refusal('unavailable', 'The name servers did not answer. Try again shortly.')
  })
  if (!texts.includes(row.challenge))
    throw invalidField('domain', {
      code: 'no_txt_record',
      params: { name: challengeName(row.name), value: row.challenge },
    })
  if (row.verified_at === null) return await takeDomain(needs, row, now, { log })
  const change = proved(unixSeconds(now))
  await needs.store.recordProof(row, change, log)
  return domainRecord({ ...row, ...change })
}

/**
 * Marks a domain as verified; `isVouched`: by the operator, so that it is never proved again. Refuses if another account has
 * verified it whose proof is in place.
 */
export async function takeDomain(
  { store, logLoss, tellFormerOwners }: Verification,
  row: DomainRow,
  now: number,
  { log, isVouched = false }: { log?: Log; isVouched?: boolean } = {},
): Promise<Domain> {
  const verified_at = unixSeconds(now)
  const proofDueAt = isVouched ? neverProved : verified_at + weekSeconds
  const taken = (tx: Tx, former: DomainRow) => logLoss(tx, former, now)
  const result = await store.setVerified(row, { now: verified_at, proofDueAt }, { own: log, taken })
  if (result === null) throw invalidField('domain', { code: 'domain_taken' })
  if (result.taken) await tellFormerOwners(result.taken)
  return domainRecord({ ...row, verified_at, unproved_at: null })
}
