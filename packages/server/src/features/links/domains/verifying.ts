// Verifying a domain: its DNS record is looked up, and the account whose value it has gets the domain.
import { type Domain, invalidField, Refusal } from '@linnet/contract'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { LookUpTexts } from './dns.ts'
import { challengeName, domainRecord } from './domains.ts'
import type { DomainRow, DomainStore, Log } from './store.ts'

/** The domain's record, verified now or before. Refuses if the DNS record is missing. */
export async function verifyDomain(
  store: DomainStore,
  lookUpTexts: LookUpTexts,
  row: DomainRow,
  now: number,
  log?: Log,
): Promise<Domain> {
  if (row.verified_at !== null) return domainRecord(row)
  const texts = await lookUpTexts(challengeName(row.name)).catch(() => {
    throw new Refusal('unavailable', 'The name servers did not answer. Try again shortly.')
  })
  if (!texts.includes(row.challenge))
    throw invalidField('domain', {
      code: 'no_txt_record',
      params: { name: challengeName(row.name), value: row.challenge },
    })
  return await takeDomain(store, row, now, log)
}

/** Marks a domain as verified. Refuses if another account has verified it. */
export async function takeDomain(
  store: DomainStore,
  row: DomainRow,
  now: number,
  log?: Log,
): Promise<Domain> {
  const verified_at = unixSeconds(now)
  if (!(await store.setVerified(row, verified_at, log)))
    throw invalidField('domain', { code: 'domain_taken' })
  return domainRecord({ ...row, verified_at })
}
