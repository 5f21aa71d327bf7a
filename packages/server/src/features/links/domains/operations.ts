// The dashboard's operations on custom domains.
import { type Api, invalidField, Refusal } from '@linnet/contract'
import type { Handlers, RequestContext } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Audit, AuditEntry } from '../../identity/audit/index.ts'
import type { DnsLookup } from './dns.ts'
import { domainRecord, mostDomains, newClaim, normalDomain } from './domains.ts'
import { recordsOf } from './records.ts'
import type { DomainRow, Log } from './store.ts'
import { type Verification, verifyDomain } from './verifying.ts'

export function domainOperations(
  { store, audit, ...verification }: Verification & { audit: Audit },
  dns: DnsLookup,
  shortOrigin: string,
): Handlers<Api['domains']> {
  async function owned(userId: number, id: string): Promise<DomainRow> {
    const row = await store.byPublicId(userId, id)
    if (!row) throw new Refusal('not_found')
    return row
  }

  const logOf =
    (action: AuditEntry['action'], domain: string, { caller, client, now }: RequestContext): Log =>
    (tx) =>
      audit.write(tx, { userId: caller.workspaceId, action, detail: { domain }, client, now })

  return {
    async list({ limit, after }, { caller }) {
      const rows = await store.page(caller.workspaceId, after ?? null, limit + 1)
      const shown = rows.slice(0, limit)
      return {
        data: shown.map(domainRecord),
        next_cursor: rows.length > limit ? (shown.at(-1)?.public_id ?? null) : null,
      }
    },

    async add({ domain }, context) {
      const name = normalDomain(domain)
      const claim = newClaim(context.caller.workspaceId, name, context.now)
      const row = await store.claim(claim, mostDomains, logOf('domain_added', name, context))
      if (!row)
        throw new Refusal(
          'plan_limit',
          `An account can have ${mostDomains} custom domains. Remove one that you no longer use.`,
        )
      return { data: domainRecord(row) }
    },

    async verify({ id }, context) {
      const row = await owned(context.caller.workspaceId, id)
      const log = logOf('domain_verified', row.name, context)
      return { data: await verifyDomain({ store, ...verification }, dns.texts, row, context.now, log) }
    },

    async records({ id }, { caller }) {
      return { data: await recordsOf(await owned(caller.workspaceId, id), dns, shortOrigin) }
    },

    async remove({ id }, context) {
      const row = await owned(context.caller.workspaceId, id)
      const log = logOf('domain_removed', row.name, context)
      if (!(await store.remove(row, unixSeconds(context.now), log)))
        throw invalidField('domain', { code: 'domain_has_links' })
      return { data: { id, removed: true } }
    },
  }
}
