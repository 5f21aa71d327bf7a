// Webhook endpoints: their limits, creating one, and the record that the owner sees.
import { clickEventTypes, type EventType, invalidField, Refusal, type Webhook } from '@linnet/contract'
import type { Outgoing } from '../../../platform/net/outgoing/index.ts'
import type { Client } from '../../../platform/operations/handler.ts'
import { newId } from '../../../platform/security/ids.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { mostClickEndpoints } from '../../events/index.ts'
import type { Audit, AuditEntry } from '../../identity/audit/index.ts'
import { firstSecret, oldSecretsUntil } from './secrets.ts'
import type { EndpointRow, WebhookStore } from './store.ts'

const mostPerAccount = 100
const lookupMilliseconds = 2000

/** The credential that an endpoint was subscribed with: an API key or an application; neither for the dashboard. */
export type Subscriber = Pick<EndpointRow, 'key_id' | 'app_id' | 'person_id'>

export interface NewEndpoint {
  userId: number
  url: string
  description: string
  events: readonly EventType[]
  /** Null if the owner creates it in the dashboard or on the command line. */
  subscriber: Subscriber | null
  client: Client
  /** Milliseconds. */
  now: number
}

/** Refuses an address that requests may not go to; the message names the setting, if there is one. */
export async function requireReachable(outgoing: Outgoing, url: string): Promise<void> {
  const fault = await outgoing.faultAfterLookup(url, lookupMilliseconds)
  if (fault !== null) throw invalidField('url', fault)
}

/** Creates an endpoint; `tx` must lock the account's endpoints. Refuses the 101st with `plan_limit`. */
export async function createEndpoint(
  { store, audit, secrets }: { store: WebhookStore; audit: Audit; secrets: Secrets },
  tx: Tx,
  wanted: NewEndpoint,
): Promise<{ row: EndpointRow; secret: string }> {
  const { userId, url, description, events, subscriber, client, now } = wanted
  if ((await store.count(tx, userId)) >= mostPerAccount)
    throw new Refusal(
      'plan_limit',
      `An account can have at most ${mostPerAccount} webhooks, subscriptions included. Delete one first.`,
    )
  await requireClickCapacity(store, tx, { userId, before: [], after: events })
  const public_id = newId('whk', now)
  const { secret, sealed } = firstSecret(secrets, public_id)
  const created_at = unixSeconds(now)
  const row = await store.insert(tx, {
    public_id,
    user_id: userId,
    source: subscriber ? 'automation' : 'dashboard',
    key_id: subscriber?.key_id ?? null,
    person_id: subscriber?.person_id ?? null,
    app_id: subscriber?.app_id ?? null,
    url,
    description,
    events: eventText(events),
    secrets: sealed,
    created_at,
    updated_at: created_at,
  })
  await audit.write(
    tx,
    endpointAuditEntry(row, { action: 'webhook_created', client, now, detail: subscriberDetail(row) }),
  )
  return { row, secret }
}

/**
 * Refuses with `plan_limit` if an endpoint newly asks for clicks or scans and the account is at its limit. Needs a transaction
 * that locks the account's endpoints.
 */
export async function requireClickCapacity(
  store: WebhookStore,
  tx: Tx,
  { userId, before, after }: { userId: number; before: readonly EventType[]; after: readonly EventType[] },
): Promise<void> {
  const includesClicks = (events: readonly EventType[]) =>
    clickEventTypes.some((type) => events.includes(type))
  if (!includesClicks(after) || includesClicks(before)) return
  if ((await store.countForClicks(tx, userId)) >= mostClickEndpoints)
    throw new Refusal(
      'plan_limit',
      `At most ${mostClickEndpoints} webhooks of an account can receive ${clickEventTypes.join(' or ')}, subscriptions included. Leave these events out, or remove them from another webhook.`,
    )
}

interface EndpointChange {
  action: AuditEntry['action']
  client: Client
  now: number
  detail?: Record<string, string>
}

/** An entry of the audit log about an endpoint. */
export function endpointAuditEntry(
  { user_id, public_id, url }: Pick<EndpointRow, 'user_id' | 'public_id' | 'url'>,
  { action, client, now, detail = {} }: EndpointChange,
): AuditEntry {
  return { userId: user_id, action, detail: { id: public_id, url, ...detail }, client, now }
}

/** The credential that made a change, for the audit log. */
export function subscriberDetail({ key_id, app_id }: Omit<Subscriber, 'person_id'>): Record<string, string> {
  return { ...(key_id === null ? {} : { key_id }), ...(app_id === null ? {} : { client_id: app_id }) }
}

export function eventText(events: readonly EventType[]): string {
  return events.join(' ')
}

export function eventsOf({ events }: Pick<EndpointRow, 'events'>): EventType[] {
  return events === '' ? [] : (events.split(' ') as EventType[])
}

/** Turns an endpoint on and clears the reason why it was off. */
export const enabledState = {
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
} as const

/** The changes that differ from the row; null if none does. */
export function changesOf<Change extends Partial<EndpointRow>>(
  row: EndpointRow,
  change: Change,
): Change | null {
  const differences = Object.entries(change).filter(
    ([column, value]) => row[column as keyof EndpointRow] !== value,
  )
  return differences.length > 0 ? (Object.fromEntries(differences) as Change) : null
}

/** `now` in milliseconds. */
export function webhookRecord(row: EndpointRow, now: number): Webhook {
  return {
    id: row.public_id,
    url: row.url,
    description: row.description,
    events: eventsOf(row),
    source: row.source as Webhook['source'],
    enabled: row.disabled_at === null,
    disabled_at: row.disabled_at,
    disabled_reason: row.disabled_reason as Webhook['disabled_reason'],
    failing_since: row.failing_since,
    old_secrets_until: oldSecretsUntil(row.secrets, unixSeconds(now)),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
