// The dashboard's operations on custom domains.
import { type Api, invalidField, Refusal } from '@linnet/contract'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { DnsLookup } from './dns.ts'
import { domainRecord, mostDomains, newClaim, normalDomain } from './domains.ts'
import { recordsOf } from './records.ts'
import type { DomainRow, DomainStore } from './store.ts'
import { verifyDomain } from './verifying.ts'

export function domainOperations(
  store: DomainStore,
  dns: DnsLookup,
  shortOrigin: string,
): Handlers<Api['domains']> {
  async function owned(userId: number, id: string): Promise<DomainRow> {
    const row = await store.byPublicId(userId, id)
    if (!row) throw new Refusal('not_found')
    return row
  }

  return {
    async list({ limit, after }, { caller }) {
      const rows = await store.page(caller.userId, after ?? null, limit + 1)
      const shown = rows.slice(0, limit)
      return {
        data: shown.map(domainRecord),
        next_cursor: rows.length > limit ? (shown.at(-1)?.public_id ?? null) : null,
      }
    },

    async add({ domain }, { caller, now }) {
      const row = await store.claim(newClaim(caller.userId, normalDomain(domain), now), mostDomains)
      if (!row)
        throw new Refusal(
          'plan_limit',
          `An account can have ${mostDomains} custom domains. Remove one that you no longer use.`,
        )
      return { data: domainRecord(row) }
    },

    async verify({ id }, { caller, now }) {
      const row = await owned(caller.userId, id)
      return { data: await verifyDomain(store, dns.texts, row, now) }
    },

    async records({ id }, { caller }) {
      return { data: await recordsOf(await owned(caller.userId, id), dns, shortOrigin) }
    },

    async remove({ id }, { caller, now }) {
      const row = await owned(caller.userId, id)
      if (!(await store.remove(row, unixSeconds(now))))
        throw invalidField('domain', { code: 'domain_has_links' })
      return { data: { id, removed: true } }
    },
  }
}
