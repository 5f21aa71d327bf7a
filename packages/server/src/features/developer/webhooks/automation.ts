// Subscriptions of automation platforms: one for each address, which lasts as long as the credential that made it.
import {
  type Api,
  addressIn,
  type EventType,
  eventScopes,
  eventsIn,
  eventTypes,
  invalidField,
  Refusal,
  type Scope,
} from '@linnet/contract'
import type { Caller, Client, Handlers, RequestContext } from '../../../platform/operations/handler.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import {
  changesOf,
  createEndpoint,
  enabledState,
  endpointAuditEntry,
  eventsOf,
  eventText,
  requireClickCapacity,
  requireReachable,
  type Subscriber,
  subscriberDetail,
} from './endpoints.ts'
import type { WebhookOperationNeeds } from './operations.ts'
import { sampleEvent } from './samples.ts'
import { type NewSecret, newestSecret, rotatedSecret } from './secrets.ts'
import type { EndpointRow, Subscription } from './store.ts'

type AutomationHandlers = Handlers<Api['automation']>

export function automationOperations(needs: WebhookOperationNeeds): AutomationHandlers {
  return { subscribe: subscribe(needs), unsubscribe: unsubscribe(needs), samples: samples(needs) }
}

function subscribe(needs: WebhookOperationNeeds): AutomationHandlers['subscribe'] {
  const { store, outgoing, nudge } = needs
  return async (input, context) => {
    const { caller, now } = context
    const url = addressIn(input)
    if (url === undefined) throw invalidField('url', { code: 'url_required' })
    const [events, withheld] = splitByScopes(eventsIn(input), caller.scopes)
    await requireReachable(outgoing, url)
    await needs.requireAllowed(url, 'url')
    const { workspaceId: userId } = caller
    const { row, secret } = await store.change(userId, async (tx) => {
      const subscription = () => store.subscription(tx, { userId, url, now: unixSeconds(now) })
      const subscribed = await putSubscription(needs, tx, {
        ...{ url, events, context },
        existing: await subscription(),
      })
      // The credential may have been revoked after the request was authenticated. The subscription would come back to life
      // with a later grant to the same application.
      if (!(await subscription())?.isAccepted) throw new Refusal('unauthenticated')
      return subscribed
    })
    nudge()
    return {
      data: {
        ...{ id: row.public_id, url: row.url, events: eventsOf(row) },
        ...(withheld.length > 0 ? { withheld } : {}),
        secret,
      },
    }
  }
}

interface WantedSubscription {
  url: string
  events: readonly EventType[]
  existing: Subscription | null
  context: RequestContext
}

/** Creates a subscription, or renews the existing one. */
async function putSubscription(
  needs: WebhookOperationNeeds,
  tx: Tx,
  { url, events, existing, context }: WantedSubscription,
): Promise<SubscribedEndpoint> {
  const { caller, client, now } = context
  const subscriber = subscriberOf(caller)
  if (existing)
    return await renew(needs, tx, {
      ...{ ...existing, subscriber, events, client, now },
      scopes: caller.scopes,
    })
  const wanted = { userId: caller.workspaceId, url, events, subscriber, client, now, description: '' }
  return await createEndpoint(needs, tx, wanted)
}

function unsubscribe({ store, audit }: WebhookOperationNeeds): AutomationHandlers['unsubscribe'] {
  return async (input, { caller, client, now }) => {
    const { workspaceId: userId } = caller
    const [url, id] = [addressIn(input), input.id ?? undefined]
    if (url === undefined && id === undefined) throw invalidField('url', { code: 'url_or_id_required' })
    const detail = subscriberDetail(subscriberOf(caller))
    await store.change(userId, async (tx) => {
      for (const row of await store.markUnsubscribed(tx, { userId, url, id, now: unixSeconds(now) }))
        await audit.write(tx, endpointAuditEntry(row, { action: 'webhook_deleted', client, now, detail }))
    })
    return { data: { unsubscribed: true } }
  }
}

function samples({ shortOrigin }: WebhookOperationNeeds): AutomationHandlers['samples'] {
  return async ({ event }, { now }) => {
    const wanted = eventTypes.filter((type) => event === undefined || type === event)
    return { data: wanted.map((type) => sampleEvent(type, shortOrigin, now)) }
  }
}

function subscriberOf({ app, credential, workspaceId, personId }: Caller): Subscriber {
  if (app === null) return { key_id: credential, app_id: null, person_id: null }
  return { key_id: null, app_id: app, person_id: personId === workspaceId ? null : personId }
}

/** Splits events into those that the scopes may read, and the others. */
function splitByScopes(
  events: readonly EventType[],
  scopes: ReadonlySet<Scope>,
): [readable: EventType[], others: EventType[]] {
  const isReadable = (type: EventType) => scopes.has(eventScopes[type])
  return [events.filter(isReadable), events.filter((type) => !isReadable(type))]
}

interface SubscribedEndpoint {
  row: EndpointRow
  secret: string
}

interface Renewal extends Subscription {
  subscriber: Subscriber
  /** The events that are requested now and that the scopes may read. */
  events: readonly EventType[]
  scopes: ReadonlySet<Scope>
  client: Client
  now: number
}

/**
 * Subscribes an address again. The same credential replaces its events. Another credential takes the subscription over and
 * adds its events, so that the platform of the first one misses nothing. Events that its scopes may not read end, because
 * from then on the subscription is its own, even after the first credential has ended.
 */
async function renew(
  { store, audit, secrets }: WebhookOperationNeeds,
  tx: Tx,
  renewal: Renewal,
): Promise<SubscribedEndpoint> {
  const { row, isAccepted, subscriber, scopes, client, now } = renewal
  const time = unixSeconds(now)
  const { secret, sealed } = secretFor(secrets, renewal, time)
  const [remaining] = isSame(row, subscriber) || !isAccepted ? [[]] : splitByScopes(eventsOf(row), scopes)
  const events = union(remaining, renewal.events)
  await requireClickCapacity(store, tx, { userId: row.user_id, before: eventsOf(row), after: events })
  const changes = changesOf(row, {
    ...subscriber,
    events: eventText(events),
    secrets: sealed,
    // If its owner turned it off, it stays off: the platform that subscribes again doesn't know that.
    ...(row.disabled_at === null || row.disabled_reason === 'owner' ? {} : enabledState),
  })
  if (!changes) return { row, secret }
  const changed = await store.update(tx, row.id, { ...changes, updated_at: time })
  const action = sealed === row.secrets ? 'webhook_changed' : 'webhook_secret_rotated'
  const detail = subscriberDetail(subscriber)
  await audit.write(tx, endpointAuditEntry(changed, { action, client, now, detail }))
  return { row: changed, secret }
}

function isSame(row: Subscriber, other: Subscriber): boolean {
  return row.key_id === other.key_id && row.app_id === other.app_id && row.person_id === other.person_id
}

function union(some: readonly EventType[], others: readonly EventType[]): EventType[] {
  return eventTypes.filter((type) => some.includes(type) || others.includes(type))
}

/**
 * The credential that made the subscription gets its secret again, because the first response may have been lost. Another
 * credential must not learn it, because whoever knows it can forge deliveries. It gets a new secret, and the old one ends:
 * after 24 hours for receivers that still verify with it, or at once if its credential has ended.
 */
function secretFor(
  secrets: Secrets,
  { row, isAccepted, subscriber }: Pick<Renewal, 'row' | 'isAccepted' | 'subscriber'>,
  now: number,
): NewSecret {
  const { public_id: publicId, secrets: sealed } = row
  const same = isSame(row, subscriber)
  const known = same ? newestSecret(secrets, { publicId, sealed, now }) : null
  // A secret that was sealed with another key can't be opened, so a new one replaces it.
  return known !== null
    ? { secret: known, sealed }
    : rotatedSecret(secrets, { publicId, sealed, keepOld: isAccepted && !same, now })
}
