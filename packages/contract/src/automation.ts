// Subscribing to events as automation platforms do it ("REST hooks"): with any credential, by address.
import { z } from 'zod'
import { eventTypes } from './event-types.ts'
import { EventType, WebhookEvent } from './events.ts'
import { envelope, operation } from './operation.ts'
import { Identifier } from './values.ts'
import { TargetUrl, WantedEvents } from './webhooks.ts'

// Platforms have names of their own for the address.
const addressNames = ['url', 'hook_url', 'hookUrl', 'webhook_url', 'target_url'] as const

const addresses = {
  url: TargetUrl.optional().meta({ description: 'Where events are sent: http or https' }),
  hook_url: TargetUrl.optional().meta({ description: 'Another name for url' }),
  hookUrl: TargetUrl.optional().meta({ description: 'Another name for url' }),
  webhook_url: TargetUrl.optional().meta({ description: 'Another name for url' }),
  target_url: TargetUrl.optional().meta({ description: 'Another name for url' }),
}

/** The address that a request names, by whichever name; undefined where it names none. */
export function addressIn(input: Partial<Record<(typeof addressNames)[number], string>>): string | undefined {
  return addressNames.map((name) => input[name]).find((address) => address !== undefined)
}

const tag = 'Automation'

export const subscribe = operation({
  id: 'subscribeAutomationWebhook',
  method: 'POST',
  path: '/integrations/automation/webhook/subscribe',
  tag,
  scope: null,
  body: z.object({
    ...addresses,
    events: WantedEvents.optional().meta({ description: 'All events by default' }),
    event: EventType.optional().meta({ description: 'A single one, in place of events' }),
  }),
  answer: envelope(
    z.object({
      id: z.string(),
      url: z.string(),
      events: z.array(z.enum(eventTypes)),
      secret: z.string().meta({ description: 'By which deliveries are signed' }),
    }),
  ),
  errors: ['plan_limit'],
  summary: 'Have an address told of events; the same address twice is one subscription',
  description: [
    'Subscribing again with the same address changes which events it is told of, and switches it on again where it was switched off because it failed or was gone; not where its owner did so.',
    'The same credential is answered the same secret, because the answer before may have been lost. Another one takes the subscription over and is answered a new secret; the one before stays valid for 24 hours, or ends at once where its credential has ended.',
    'A subscription ends with its credential: when the API key is revoked or expires, or the application loses its access.',
  ].join('\n\n'),
})

export const unsubscribe = operation({
  id: 'unsubscribeAutomationWebhook',
  method: 'POST',
  path: '/integrations/automation/webhook/unsubscribe',
  tag,
  scope: null,
  body: z.object({ ...addresses, id: Identifier.optional() }),
  answer: envelope(z.object({ unsubscribed: z.literal(true) })),
  summary: 'End a subscription by its address or id, whether or not there is one',
  description: 'Webhooks that were made in the dashboard stay.',
})

export const samples = operation({
  id: 'listAutomationSamples',
  method: 'GET',
  path: '/integrations/automation/webhook/samples',
  tag,
  scope: null,
  query: z.object({ event: EventType.optional() }),
  answer: envelope(z.array(WebhookEvent)),
  summary: 'A sample of what is sent for each event, or for one of them',
})
