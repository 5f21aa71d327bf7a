// The operations of webhooks, which their owner uses in the dashboard.
import { type Api, detailOf, eventTypes, invalidField, Refusal } from '@linnet/contract'
import type { Outgoing } from '../../../platform/net/outgoing/index.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { DeliveryRecords } from '../../events/index.ts'
import type { Audit } from '../../identity/audit/index.ts'
import {
  changesOf,
  createEndpoint,
  enabledState,
  endpointAuditEntry,
  eventsOf,
  eventText,
  requireClickCapacity,
  requireReachable,
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
  /** Refuses an address on a block list. */
  requireAllowed(address: string, path: string): Promise<void>
  /** Wakes the delivery worker, because something may be due. */
  nudge(): void
}

type WebhookHandlers = Handlers<Api['webhooks']>

export function webhookOperations(needs: WebhookOperationNeeds): WebhookHandlers {
  return {
    list: listEndpoints(needs),
    create: createOwnEndpoint(needs),
    get: getEndpoint(needs),
    update: updateEndpoint(needs),
    remove: removeEndpoint(needs),
    rotateSecret: rotateSecret(needs),
    endOldSecrets: endOldSecrets(needs),
    sendTest: sendTest(needs),
    listDeliveries: listDeliveries(needs),
    getDelivery: getDelivery(needs),
    resend: resendDelivery(needs),
  }
}

function listEndpoints({ store }: WebhookOperationNeeds): WebhookHandlers['list'] {
  return async (_input, { caller, now }) => ({
    data: (await store.of(caller.workspaceId)).map((row) => webhookRecord(row, now)),
  })
}

function createOwnEndpoint(needs: WebhookOperationNeeds): WebhookHandlers['create'] {
  const { store, outgoing, nudge } = needs
  return async ({ url, events, description }, { caller, client, now }) => {
    const { workspaceId: userId } = caller
    await requireReachable(outgoing, url)
    await needs.requireAllowed(url, 'url')
    const wanted = { userId, url, events, description, subscriber: null, client, now }
    const { row, secret } = await store.change(userId, (tx) => createEndpoint(needs, tx, wanted))
    nudge()
    return { data: { ...webhookRecord(row, now), secret } }
  }
}

function getEndpoint({ store }: WebhookOperationNeeds): WebhookHandlers['get'] {
  return async ({ id }, { caller, now }) => {
    const row = requireEndpoint(await store.byId(null, caller.workspaceId, id))
    return { data: webhookRecord(row, now) }
  }
}

function updateEndpoint(needs: WebhookOperationNeeds): WebhookHandlers['update'] {
  const { store, audit, nudge } = needs
  return async ({ id, url, events, description, enabled }, { caller, client, now }) => {
    const { workspaceId: userId } = caller
    await requireNewAddress(needs, requireEndpoint(await store.byId(null, userId, id)), url)
    const row = await store.change(userId, async (tx) => {
      const row = requireEndpoint(await store.byId(tx, userId, id))
      if (events !== undefined)
        await requireClickCapacity(store, tx, { userId, before: eventsOf(row), after: events })
      const changes = changesOf(row, {
        // A new address has not failed yet.
        ...(url === undefined || url === row.url ? {} : { url, failing_since: null }),
        ...(events === undefined ? {} : { events: eventText(events) }),
        ...(description === undefined ? {} : { description }),
        ...switchOf(row, enabled, unixSeconds(now)),
      })
      if (!changes) return row
      const changed = await store.update(tx, row.id, { ...changes, updated_at: unixSeconds(now) })
      await audit.write(tx, endpointAuditEntry(changed, { action: 'webhook_changed', client, now }))
      return changed
    })
    nudge()
    return { data: webhookRecord(row, now) }
  }
}

/** Refuses a new address that requests may not go to. A subscription's address can't change. */
async function requireNewAddress(
  { outgoing, requireAllowed }: WebhookOperationNeeds,
  row: EndpointRow,
  url: string | undefined,
): Promise<void> {
  if (url === undefined || url === row.url) return
  if (row.source === 'automation') throw invalidField('url', { code: 'fixed_subscription' })
  await requireReachable(outgoing, url)
  await requireAllowed(url, 'url')
}

function removeEndpoint({ store, audit }: WebhookOperationNeeds): WebhookHandlers['remove'] {
  return async ({ id }, { caller, client, now }) => {
    const { workspaceId: userId } = caller
    await store.change(userId, async (tx) => {
      const row = requireEndpoint(await store.markDeleted(tx, userId, id, unixSeconds(now)))
      await audit.write(tx, endpointAuditEntry(row, { action: 'webhook_deleted', client, now }))
    })
    return { data: { id, deleted: true } }
  }
}

function rotateSecret({ store, audit, secrets }: WebhookOperationNeeds): WebhookHandlers['rotateSecret'] {
  return async ({ id, keep_old: keepOld }, { caller, client, now }) => {
    const { workspaceId: userId } = caller
    return await store.change(userId, async (tx) => {
      const {
        id: endpointId,
        public_id: publicId,
        secrets: sealed,
      } = requireEndpoint(await store.byId(tx, userId, id))
      const time = unixSeconds(now)
      const { secret, sealed: changedSecrets } = rotatedSecret(secrets, {
        publicId,
        sealed,
        keepOld,
        now: time,
      })
      const changed = await store.update(tx, endpointId, { secrets: changedSecrets, updated_at: time })
      await audit.write(tx, endpointAuditEntry(changed, { action: 'webhook_secret_rotated', client, now }))
      return { data: { ...webhookRecord(changed, now), secret } }
    })
  }
}

function endOldSecrets({ store, audit }: WebhookOperationNeeds): WebhookHandlers['endOldSecrets'] {
  return async ({ id }, { caller, client, now }) => {
    const { workspaceId: userId } = caller
    return await store.change(userId, async (tx) => {
      const row = requireEndpoint(await store.byId(tx, userId, id))
      const time = unixSeconds(now)
      const changes = changesOf(row, { secrets: newestOnly(row.secrets, time) })
      if (!changes) return { data: webhookRecord(row, now) }
      const changed = await store.update(tx, row.id, { ...changes, updated_at: time })
      await audit.write(tx, endpointAuditEntry(changed, { action: 'webhook_changed', client, now }))
      return { data: webhookRecord(changed, now) }
    })
  }
}

function sendTest({
  store,
  deliveries,
  shortOrigin,
  nudge,
}: WebhookOperationNeeds): WebhookHandlers['sendTest'] {
  return async ({ id, event }, { caller, now }) => {
    const { workspaceId: userId } = caller
    const delivery = await store.change(userId, async (tx) => {
      const row = requireEndpoint(await store.byId(tx, userId, id))
      requireEnabled(row)
      const type = event ?? eventTypes.find((type) => eventsOf(row).includes(type)) ?? eventTypes[0]
      return await deliveries.add(tx, row.id, { type, data: sampleData(type, shortOrigin, now) }, now)
    })
    nudge()
    return { data: delivery }
  }
}

function listDeliveries({ store, deliveries }: WebhookOperationNeeds): WebhookHandlers['listDeliveries'] {
  return async ({ id, status, before, limit }, { caller: { workspaceId: userId } }) => {
    const row = requireEndpoint(await store.byId(null, userId, id))
    const { records, next } = await deliveries.page(row.id, { userId, status, before, limit })
    return { data: records, next_cursor: next }
  }
}

function getDelivery({ store, deliveries }: WebhookOperationNeeds): WebhookHandlers['getDelivery'] {
  return async ({ id, delivery }, { caller }) => {
    const row = requireEndpoint(await store.byId(null, caller.workspaceId, id))
    const record = await deliveries.find(row.id, delivery)
    if (!record) throw new Refusal('not_found')
    return { data: record }
  }
}

function resendDelivery({ store, deliveries, nudge }: WebhookOperationNeeds): WebhookHandlers['resend'] {
  return async ({ id, delivery }, { caller, now }) => {
    const { workspaceId: userId } = caller
    const record = await store.change(userId, async (tx) => {
      const row = requireEndpoint(await store.byId(tx, userId, id))
      requireEnabled(row)
      return await deliveries.resend(tx, row.id, delivery, now)
    })
    if (!record) throw new Refusal('not_found')
    nudge()
    return { data: record }
  }
}

function requireEndpoint(row: EndpointRow | undefined): EndpointRow {
  if (!row) throw new Refusal('not_found')
  return row
}

/** What changes when the owner turns an endpoint on or off. The owner's choice replaces an earlier reason. */
function switchOf(row: EndpointRow, enabled: boolean | undefined, now: number): Partial<EndpointRow> {
  if (enabled === undefined || (enabled && row.disabled_at === null)) return {}
  return enabled ? enabledState : { disabled_at: row.disabled_at ?? now, disabled_reason: 'owner' }
}

function requireEnabled({ disabled_at }: EndpointRow): void {
  if (disabled_at !== null)
    throw new Refusal('validation_failed', 'This webhook is turned off. Turn it on first.', [
      detailOf('id', { code: 'webhook_off' }),
    ])
}
