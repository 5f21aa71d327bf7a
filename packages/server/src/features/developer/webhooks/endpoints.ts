// Endpoints: who may have which, making one, and the record that its owner sees.
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

/** By which credential an endpoint was subscribed: an API key or an application; neither in the dashboard. */
export type Subscriber = Pick<EndpointRow, 'key_id' | 'app_id'>

export interface NewEndpoint {
  userId: number
  url: string
  description: string
  events: readonly EventType[]
  /** Null where its owner makes it. */
  subscriber: Subscriber | null
  client: Client
  /** Milliseconds. */
  now: number
}

/** Refuses an address that requests may not go to, in words that name the setting where there is one. */
export async function requireTarget(outgoing: Outgoing, url: string): Promise<void> {
  const refusal = await outgoing.refusalAfterLookup(url, lookupMilliseconds)
  if (refusal !== null) throw invalidField('url', refusal)
}

/** Makes an endpoint, in a transaction that holds the account's; refuses with `plan_limit` past a hundred of them. */
export async function createEndpoint(
  { store, audit, secrets }: { store: WebhookStore; audit: Audit; secrets: Secrets },
  tx: Tx,
  wanted: NewEndpoint,
): Promise<{ row: EndpointRow; secret: string }> {
  const { userId, url, description, events, subscriber, client, now } = wanted
  if ((await store.count(tx, userId)) >= mostPerAccount)
    throw new Refusal(
      'plan_limit',
      `An account can have ${mostPerAccount} webhooks, subscriptions included. Delete one first.`,
    )
  await requireClickRoom(store, tx, userId, { before: [], after: events })
  const public_id = newId('whk', now)
  const { secret, text } = firstSecret(secrets, public_id)
  const created_at = unixSeconds(now)
  const row = await store.insert(tx, {
    public_id,
    user_id: userId,
    source: subscriber ? 'automation' : 'dashboard',
    key_id: subscriber?.key_id ?? null,
    app_id: subscriber?.app_id ?? null,
    url,
    description,
    events: eventText(events),
    secrets: text,
    created_at,
    updated_at: created_at,
  })
  await audit.write(tx, endpointAuditEntry('webhook_created', row, client, now, subscriberDetail(row)))
  return { row, secret }
}

/**
 * Refuses with `plan_limit` if an endpoint newly asks for clicks or scans and the account is at its limit. Needs a transaction
 * that holds the account's endpoints.
 */
export async function requireClickRoom(
  store: WebhookStore,
  tx: Tx,
  userId: number,
  { before, after }: { before: readonly EventType[]; after: readonly EventType[] },
): Promise<void> {
  const asks = (events: readonly EventType[]) => clickEventTypes.some((type) => events.includes(type))
  if (!asks(after) || asks(before)) return
  if ((await store.countForClicks(tx, userId)) >= mostClickEndpoints)
    throw new Refusal(
      'plan_limit',
      `At most ${mostClickEndpoints} webhooks of an account can receive ${clickEventTypes.join(' or ')}, subscriptions included. Leave these events out, or remove them from another webhook.`,
    )
}

/** A line of the audit log about an endpoint. */
export function endpointAuditEntry(
  action: AuditEntry['action'],
  { user_id, public_id, url }: Pick<EndpointRow, 'user_id' | 'public_id' | 'url'>,
  client: Client,
  now: number,
  more: Record<string, string> = {},
): AuditEntry {
  return { userId: user_id, action, detail: { id: public_id, url, ...more }, client, now }
}

/** By which credential something was done, for the audit log. */
export function subscriberDetail({ key_id, app_id }: Subscriber): Record<string, string> {
  return { ...(key_id === null ? {} : { key_id }), ...(app_id === null ? {} : { client_id: app_id }) }
}

export function eventText(events: readonly EventType[]): string {
  return events.join(' ')
}

export function eventsOf({ events }: Pick<EndpointRow, 'events'>): EventType[] {
  return events === '' ? [] : (events.split(' ') as EventType[])
}

/** What switches an endpoint on: it begins anew, whatever it was switched off for. */
export const switchedOn = {
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
} as const

/** Those of the changes that are some; null where everything is as it was. */
export function changesOf<Change extends Partial<EndpointRow>>(
  row: EndpointRow,
  change: Change,
): Change | null {
  const news = Object.entries(change).filter(([column, value]) => row[column as keyof EndpointRow] !== value)
  return news.length > 0 ? (Object.fromEntries(news) as Change) : null
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
