// Subscribing to events as automation platforms do it ("REST hooks"): with any credential, by address.
import { z } from 'zod'
import { eventScopes, eventTypes, type EventType as TypeOfEvent } from '../event-types.ts'
import { EventType, WebhookEvent } from '../events.ts'
import { envelope, operation } from '../operation.ts'
import { Identifier } from '../values.ts'
import { TargetUrl, WantedEvents } from './webhooks.ts'

// Platforms have various names for the address, and send null for an empty field.
const addressNames = ['url', 'hook_url', 'hookUrl', 'webhook_url', 'target_url'] as const

const url = TargetUrl.nullish().meta({ description: 'Where events are sent: http or https' })
const otherNames = {
  hook_url: TargetUrl.nullish().meta({ description: 'Another name for url' }),
  hookUrl: TargetUrl.nullish().meta({ description: 'Another name for url' }),
  webhook_url: TargetUrl.nullish().meta({ description: 'Another name for url' }),
  target_url: TargetUrl.nullish().meta({ description: 'Another name for url' }),
}

/** A request's address, under any of its names; undefined if there is none. */
export function addressIn(
  input: Partial<Record<(typeof addressNames)[number], string | null>>,
): string | undefined {
  return addressNames.map((name) => input[name] ?? undefined).find((address) => address !== undefined)
}

/** The six events of a request that names none. Events added later must be named. */
export const usualEvents = [
  'link.created',
  'link.updated',
  'link.archived',
  'link.clicked',
  'microsite.published',
  'qr.scanned',
] as const satisfies TypeOfEvent[]

/** A request's events, in the order of the contract; the default six if it names none. */
export function eventsIn({
  events,
  event,
}: {
  events?: TypeOfEvent[] | null
  event?: TypeOfEvent | null
}): TypeOfEvent[] {
  const named = [...(events ?? []), ...(event ? [event] : [])]
  return named.length > 0 ? eventTypes.filter((type) => named.includes(type)) : [...usualEvents]
}

/** Which events each scope reads, as one sentence. */
function scopesInWords(): string {
  const byScope = Map.groupBy(eventTypes, (type) => eventScopes[type])
  return [...byScope]
    .map(([scope, types]) => `\`${scope}\` for ${types.map((type) => `\`${type}\``).join(', ')}`)
    .join('; ')
}

const tag = 'Automation'

const subscribe = operation({
  id: 'subscribeAutomationWebhook',
  method: 'POST',
  path: '/integrations/automation/webhook/subscribe',
  role: 'admin',
  tag,
  scope: null,
  body: z
    .object({
      url,
      events: WantedEvents.nullish().meta({ description: 'Default: the six core events' }),
      event: EventType.nullish().meta({ description: 'A single event, instead of or in addition to events' }),
      ...otherNames,
    })
    .meta({ required: ['url'] }),
  answer: envelope(
    z.object({
      id: z.string().meta({ examples: ['whk_01k9xq3v5m8e6t2w4y7z0a1b2c'] }),
      url: z.string().meta({ examples: ['https://example.com/hooks/linnet'] }),
      events: z.array(z.enum(eventTypes)).meta({
        description: 'The requested events that will be sent: those that the credential may read',
      }),
      withheld: z.array(z.enum(eventTypes)).optional().meta({
        description:
          'The requested events that the scopes of the credential do not cover; omitted if there are none',
      }),
      secret: z.string().meta({
        description: 'The secret that deliveries are signed with',
        examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
      }),
    }),
  ),
  errors: ['plan_limit'],
  reauthentication: true,
  summary: 'Subscribe an address to events',
  description: [
    `Subscribing needs no scope, but each event needs the scope that reads its data: ${scopesInWords()}. The response lists the events that will be sent in \`events\`, and those that the credential may not read in \`withheld\`. When a credential loses a scope, the events that need it are no longer sent.`,
    'An address has one subscription, however it is written and whatever its fragment. Subscribing it again changes its events (another credential adds to them as long as the first is valid, and ends those that its own scopes do not cover). It also turns the subscription on again if it was turned off because deliveries failed or the address answered 410, but not if its owner turned it off.',
    'The same credential gets the same secret again, because the previous response may have been lost. Another credential takes over the subscription and gets a new secret; the previous one stays valid for 24 hours, or ends at once if its credential is no longer valid.',
    'A subscription ends with its credential. That of an API key ends when the key is revoked or expires. That of an application ends when the user disconnects the application (DELETE /api/user/oauth/apps/{clientId}), when the application is deleted, or when the last of its grants is revoked, which the application can do itself at /oauth/revoke. A grant that merely expires does not end it, so an application that only receives events need not refresh its tokens. The user can list subscriptions with GET /api/webhooks, and end a single one with DELETE /api/webhooks/{id}.',
  ].join('\n\n'),
})

const unsubscribe = operation({
  id: 'unsubscribeAutomationWebhook',
  method: 'POST',
  path: '/integrations/automation/webhook/unsubscribe',
  role: 'admin',
  tag,
  scope: null,
  body: z
    .object({
      url,
      id: Identifier.nullish().meta({ description: 'Id of the subscription, instead of url' }),
      ...otherNames,
    })
    .meta({ anyOf: [{ required: ['url'] }, { required: ['id'] }] }),
  answer: envelope(z.object({ unsubscribed: z.literal(true) })),
  summary: 'End a subscription, by its address or id',
  description:
    'Succeeds even if there is no such subscription. Webhooks that were not created by subscribing are not affected.',
})

const samples = operation({
  id: 'listAutomationSamples',
  method: 'GET',
  path: '/integrations/automation/webhook/samples',
  role: 'viewer',
  tag,
  scope: null,
  query: z.object({ event: EventType.optional() }),
  answer: envelope(z.array(WebhookEvent)),
  summary: 'List a sample of each event',
})

/** In the order of the reference. */
export const operations = {
  subscribe,
  unsubscribe,
  samples,
}
