// What an owner does with webhooks in the dashboard.
import { type Api, eventTypes, invalidField, Refusal } from '@linnet/contract'
import type { Outgoing } from '../../../platform/net/outgoing/index.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { DeliveryRecords } from '../../events/index.ts'
import type { Audit } from '../../identity/audit/index.ts'
import {
  changesOf,
  createEndpoint,
  endpointAuditEntry,
  eventsOf,
  eventText,
  requireClickRoom,
  requireTarget,
  switchedOn,
  webhookRecord,
} from './endpoints.ts'
import { sampleData } from './samples.ts'
import { newestOnly, rotatedSecret } from './secrets.ts'
import type { EndpointRow, WebhookStore } from './store.ts'

export interface WebhookOperationNeeds {
  store: WebhookStore
  audit: Audit
  secrets: Secrets
  outgoing: Outgoing
  deliveries: DeliveryRecords
  /** Origin of the default short domain, for samples. */
  shortOrigin: string
  /** Refuses an address that a block list names. */
  requireAllowed(address: string, path: string): Promise<void>
  /** Tells whoever sends that something may be due. */
  nudge(): void
}

export function webhookOperations(needs: WebhookOperationNeeds): Handlers<Api['webhooks']> {
  const { store, audit, secrets, outgoing, deliveries, shortOrigin, nudge } = needs

  function found(row: EndpointRow | undefined): EndpointRow {
    if (!row) throw new Refusal('not_found')
    return row
  }
  const owned = async (userId: number, id: string) => found(await store.byId(null, userId, id))

  return {
    async list(_input, { caller, now }) {
      return { data: (await store.of(caller.userId)).map((row) => webhookRecord(row, now)) }
    },

    async create({ url, events, description }, { caller, client, now }) {
      const { userId } = caller
      await requireTarget(outgoing, url)
      await needs.requireAllowed(url, 'url')
      const wanted = { userId, url, events, description, subscriber: null, client, now }
      const { row, secret } = await store.change(userId, (tx) => createEndpoint(needs, tx, wanted))
      nudge()
      return { data: { ...webhookRecord(row, now), secret } }
    },

    async get({ id }, { caller, now }) {
      return { data: webhookRecord(await owned(caller.userId, id), now) }
    },

    async update({ id, url, events, description, enabled }, { caller, client, now }) {
      const { userId } = caller
      const before = await owned(userId, id)
      if (url !== undefined && url !== before.url) {
        if (before.source === 'automation')
          throw invalidField('url', 'is what this subscription was made with; it can only be deleted')
        await requireTarget(outgoing, url)
        await needs.requireAllowed(url, 'url')
      }
      const row = await store.change(userId, async (tx) => {
        const row = found(await store.byId(tx, userId, id))
        if (events !== undefined)
          await requireClickRoom(store, tx, userId, { before: eventsOf(row), after: events })
        const changes = changesOf(row, {
          // Another address has not failed yet.
          ...(url === undefined || url === row.url ? {} : { url, failing_since: null }),
          ...(events === undefined ? {} : { events: eventText(events) }),
          ...(description === undefined ? {} : { description }),
          ...switchOf(row, enabled, unixSeconds(now)),
        })
        if (!changes) return row
        const changed = await store.update(tx, row.id, { ...changes, updated_at: unixSeconds(now) })
        await audit.write(tx, endpointAuditEntry('webhook_changed', changed, client, now))
        return changed
      })
      nudge()
      return { data: webhookRecord(row, now) }
    },

    async remove({ id }, { caller, client, now }) {
      const { userId } = caller
      await store.change(userId, async (tx) => {
        const row = found(await store.markDeleted(tx, userId, id, unixSeconds(now)))
        await audit.write(tx, endpointAuditEntry('webhook_deleted', row, client, now))
      })
      return { data: { id, deleted: true } }
    },

    async rotateSecret({ id, keep_old: keepOld }, { caller, client, now }) {
      const { userId } = caller
      return await store.change(userId, async (tx) => {
        const row = found(await store.byId(tx, userId, id))
        const time = unixSeconds(now)
        const { secret, text } = rotatedSecret(secrets, {
          publicId: row.public_id,
          text: row.secrets,
          keepOld,
          now: time,
        })
        const changed = await store.update(tx, row.id, { secrets: text, updated_at: time })
        await audit.write(tx, endpointAuditEntry('webhook_secret_rotated', changed, client, now))
        return { data: { ...webhookRecord(changed, now), secret } }
      })
    },

    async endOldSecrets({ id }, { caller, client, now }) {
      const { userId } = caller
      return await store.change(userId, async (tx) => {
        const row = found(await store.byId(tx, userId, id))
        const time = unixSeconds(now)
        const changes = changesOf(row, { secrets: newestOnly(row.secrets, time) })
        if (!changes) return { data: webhookRecord(row, now) }
        const changed = await store.update(tx, row.id, { ...changes, updated_at: time })
        await audit.write(tx, endpointAuditEntry('webhook_changed', changed, client, now))
        return { data: webhookRecord(changed, now) }
      })
    },

    async sendTest({ id, event }, { caller, now }) {
      const { userId } = caller
      const delivery = await store.change(userId, async (tx) => {
        const row = found(await store.byId(tx, userId, id))
        requireSwitchedOn(row)
        const type = event ?? eventTypes.find((type) => eventsOf(row).includes(type)) ?? eventTypes[0]
        return await deliveries.add(tx, row.id, { type, data: sampleData(type, shortOrigin, now) }, now)
      })
      nudge()
      return { data: delivery }
    },

    async listDeliveries({ id, status, before, limit }, { caller }) {
      const row = await owned(caller.userId, id)
      const { records, next } = await deliveries.page(row.id, {
        userId: caller.userId,
        status,
        before,
        limit,
      })
      return { data: records, next_cursor: next }
    },

    async getDelivery({ id, delivery }, { caller }) {
      const row = await owned(caller.userId, id)
      const record = await deliveries.find(row.id, delivery)
      if (!record) throw new Refusal('not_found')
      return { data: record }
    },

    async resend({ id, delivery }, { caller, now }) {
      const { userId } = caller
      const record = await store.change(userId, async (tx) => {
        const row = found(await store.byId(tx, userId, id))
        requireSwitchedOn(row)
        return await deliveries.resend(tx, row.id, delivery, now)
      })
      if (!record) throw new Refusal('not_found')
      nudge()
      return { data: record }
    },
  }
}

/** What switching an endpoint off or on changes; its owner's word counts more than what has switched it off before. */
function switchOf(row: EndpointRow, enabled: boolean | undefined, now: number): Partial<EndpointRow> {
  if (enabled === undefined || (enabled && row.disabled_at === null)) return {}
  return enabled ? switchedOn : { disabled_at: row.disabled_at ?? now, disabled_reason: 'owner' }
}

function requireSwitchedOn({ disabled_at }: EndpointRow): void {
  if (disabled_at !== null)
    throw new Refusal('validation_failed', 'This webhook is switched off. Switch it on first.', [
      { path: 'id', message: 'is switched off; switch it on first' },
    ])
}
