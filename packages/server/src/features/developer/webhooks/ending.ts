// Ends subscriptions together with the credential that made them, and logs it in the account's audit log.

import type { Client } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { readableEvents } from '../../events/index.ts'
import { type Audit, theServer } from '../../identity/audit/index.ts'
import { endpointAuditEntry, eventsOf, eventText, subscriberDetail } from './endpoints.ts'
import type { WebhookStore } from './store.ts'

export interface EndingNeeds {
  store: WebhookStore
  audit: Audit
}

/** Ends all subscriptions whose credential has ended, account by account. `now` in milliseconds. */
export async function endWithCredentials({ store, audit }: EndingNeeds, now: number): Promise<void> {
  for (const userId of await store.accountsToEnd(unixSeconds(now)))
    await store.change(userId, (tx) =>
      endSubscriptions({ store, audit }, tx, { userId, client: theServer, now }),
    )
}

/**
 * Ends an account's subscriptions whose credential was revoked, in the same transaction. If that happened
 * later, a new grant to the same application could revive them first.
 */
export async function endRevoked(
  { store, audit }: EndingNeeds,
  tx: Tx,
  revocation: Revocation,
): Promise<void> {
  await store.lock(tx, revocation.userId)
  await endSubscriptions({ store, audit }, tx, revocation)
  await removeUnreadableEvents(store, tx, revocation)
}

/** An application that keeps some of its grants keeps only the events that these may read. */
async function removeUnreadableEvents(
  store: WebhookStore,
  tx: Tx,
  { userId, now }: Revocation,
): Promise<void> {
  for (const { row, scopes } of await store.grantedScopes(tx, userId)) {
    const events = eventText(readableEvents(eventsOf(row), scopes))
    if (scopes !== null && events !== row.events)
      await store.update(tx, row.id, { events, updated_at: unixSeconds(now) })
  }
}

export interface Revocation {
  userId: number
  client: Client
  /** Milliseconds. */
  now: number
}

async function endSubscriptions(
  { store, audit }: EndingNeeds,
  tx: Tx,
  { userId, client, now }: Revocation,
): Promise<void> {
  for (const row of await store.markEnded(tx, userId, unixSeconds(now))) {
    const detail = { ...subscriberDetail(row), reason: 'credential_ended' }
    await audit.write(tx, endpointAuditEntry(row, { action: 'webhook_deleted', client, now, detail }))
  }
}
