// Subscribing as automation platforms do it: an address is one subscription, and lasts as long as its credential.
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
import type { Caller, Handlers, RequestContext } from '../../../platform/operations/handler.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import {
  changesOf,
  createEndpoint,
  endpointAuditEntry,
  eventsOf,
  eventText,
  requireClickRoom,
  requireTarget,
  type Subscriber,
  subscriberDetail,
  switchedOn,
} from './endpoints.ts'
import type { WebhookOperationNeeds } from './operations.ts'
import { sampleEvent } from './samples.ts'
import { newestSecret, rotatedSecret } from './secrets.ts'
import type { EndpointRow } from './store.ts'

const missingAddress = () =>
  invalidField('url', 'is required: the address that events are sent to, an http: or https: one')

export function automationOperations(needs: WebhookOperationNeeds): Handlers<Api['automation']> {
  const { store, audit, outgoing, shortOrigin, nudge } = needs
  return {
    async subscribe(input, context) {
      const { caller, client, now } = context
      const url = addressIn(input)
      if (url === undefined) throw missingAddress()
      const wanted = eventsIn(input)
      const [events, withheld] = divided(wanted, caller.scopes)
      await requireTarget(outgoing, url)
      await needs.requireAllowed(url, 'url')
      const { userId } = caller
      const subscriber = subscriberOf(caller)
      const { row, secret } = await store.change(userId, async (tx) => {
        const subscription = () => store.subscription(tx, userId, url, unixSeconds(now))
        const known = await subscription()
        const done = known
          ? await renewed(needs, tx, { ...known, subscriber, events, scopes: caller.scopes }, context)
          : await createEndpoint(needs, tx, {
              ...{ userId, url, events, subscriber, client, now },
              description: '',
            })
        // It may have been taken back since the request was let in, and would be subscribed for whoever is allowed next.
        if (!(await subscription())?.stands) throw new Refusal('unauthenticated')
        return done
      })
      nudge()
      const { public_id: id } = row
      return {
        data: {
          ...{ id, url: row.url, events: eventsOf(row) },
          ...(withheld.length > 0 ? { withheld } : {}),
          secret,
        },
      }
    },

    async unsubscribe(input, { caller, client, now }) {
      const { userId } = caller
      const [url, id] = [addressIn(input), input.id ?? undefined]
      if (url === undefined && id === undefined)
        throw invalidField('url', 'is required, or the id of the subscription')
      await store.change(userId, async (tx) => {
        const ended = await store.markUnsubscribed(tx, userId, { url, id }, unixSeconds(now))
        for (const row of ended)
          await audit.write(
            tx,
            endpointAuditEntry('webhook_deleted', row, client, now, subscriberDetail(subscriberOf(caller))),
          )
      })
      return { data: { unsubscribed: true } }
    },

    async samples({ event }, { now }) {
      const wanted = eventTypes.filter((type) => event === undefined || type === event)
      return { data: wanted.map((type) => sampleEvent(type, shortOrigin, now)) }
    },
  }
}

function subscriberOf({ app, credential }: Caller): Subscriber {
  return app === null ? { key_id: credential, app_id: null } : { key_id: null, app_id: app }
}

/** Events apart: those that the scopes read, and those that they don't. */
function divided(
  events: readonly EventType[],
  scopes: ReadonlySet<Scope>,
): [readable: EventType[], others: EventType[]] {
  const isReadable = (type: EventType) => scopes.has(eventScopes[type])
  return [events.filter(isReadable), events.filter((type) => !isReadable(type))]
}

interface Renewal {
  row: EndpointRow
  /** Whether the credential that subscribed it is still accepted. */
  stands: boolean
  subscriber: Subscriber
  /** Those that are asked for now, and that these scopes read. */
  events: readonly EventType[]
  scopes: ReadonlySet<Scope>
}

/**
 * Subscribes an address again. What its credential asked last counts. Another one takes the subscription over and adds to
 * it, so that the platform of the first misses nothing; but what its scopes don't read ends, for it is its subscription
 * from then on, also when the first has ended.
 */
async function renewed(
  { store, audit, secrets }: WebhookOperationNeeds,
  tx: Tx,
  { row, stands, subscriber, events, scopes }: Renewal,
  { client, now }: RequestContext,
): Promise<{ row: EndpointRow; secret: string }> {
  const time = unixSeconds(now)
  const { secret, text } = secretFor(secrets, { row, stands, subscriber }, time)
  const [kept] = isSame(row, subscriber) || !stands ? [[]] : divided(eventsOf(row), scopes)
  const after = both(kept, events)
  await requireClickRoom(store, tx, row.user_id, { before: eventsOf(row), after })
  const changes = changesOf(row, {
    ...subscriber,
    events: eventText(after),
    secrets: text,
    // What its owner switched off stays off: a platform that repeats itself does not know better.
    ...(row.disabled_at === null || row.disabled_reason === 'owner' ? {} : switchedOn),
  })
  if (!changes) return { row, secret }
  const changed = await store.update(tx, row.id, { ...changes, updated_at: time })
  const action = text === row.secrets ? 'webhook_changed' : 'webhook_secret_rotated'
  await audit.write(tx, endpointAuditEntry(action, changed, client, now, subscriberDetail(subscriber)))
  return { row: changed, secret }
}

function isSame(row: Subscriber, other: Subscriber): boolean {
  return row.key_id === other.key_id && row.app_id === other.app_id
}

function both(some: readonly EventType[], others: readonly EventType[]): EventType[] {
  return eventTypes.filter((type) => some.includes(type) || others.includes(type))
}

/**
 * Whoever subscribed it is answered the secret again, because the answer before may have been lost. Another credential
 * must not learn it: who knows it can make deliveries up. So that one gets a new secret, and the one before ends; in 24
 * hours, for those who verify with it, or at once where its credential has ended.
 */
function secretFor(
  secrets: Secrets,
  { row, stands, subscriber }: Omit<Renewal, 'events' | 'scopes'>,
  now: number,
): { secret: string; text: string } {
  const { public_id: publicId, secrets: text } = row
  const same = isSame(row, subscriber)
  const known = same ? newestSecret(secrets, publicId, text, now) : null
  // One that was sealed with another key is of no use to anybody.
  return known !== null
    ? { secret: known, text }
    : rotatedSecret(secrets, { publicId, text, keepOld: stands && !same, now })
}
