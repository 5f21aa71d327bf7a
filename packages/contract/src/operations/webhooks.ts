// Webhooks: the addresses to which an account's events are sent, and the deliveries (dashboard).
import { z } from 'zod'
import { eventTypes } from '../event-types.ts'
import { EventType } from '../events.ts'
import { envelope, operation } from '../operation.ts'
import { cursor, Identifier, text, UnixTime, webAddress } from '../values.ts'

/** An address for deliveries; the server decides whether requests may go there. */
export const TargetUrl = webAddress(2048).meta({
  format: 'uri',
  description: 'Where events are sent: http or https',
  examples: ['https://example.com/hooks/linnet'],
})

/** Removes duplicates. */
export const WantedEvents = z
  .array(EventType)
  .min(1)
  .max(100)
  .transform((events) => eventTypes.filter((type) => events.includes(type)))

export const Webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    events: z.array(EventType),
    source: z
      .enum(['dashboard', 'automation'])
      .meta({ description: 'automation: subscribed over the API by an automation platform' }),
    enabled: z.boolean(),
    disabled_at: UnixTime.nullable(),
    disabled_reason: z.enum(['owner', 'gone', 'failing']).nullable().meta({
      description: 'owner: turned off by the owner; gone: it answered 410; failing: no success in five days',
    }),
    failing_since: UnixTime.nullable().meta({
      description: 'The first failed attempt since the last success; null if the last attempt succeeded',
    }),
    old_secrets_until: UnixTime.nullable().meta({
      description: 'Until when the secrets from before the last rotation are valid; null if there are none',
    }),
    created_at: UnixTime,
    updated_at: UnixTime,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof Webhook>

const WithSecret = Webhook.extend({
  secret: z.string().meta({ description: '`whsec_` and base64; shown only once' }),
})

export const DeliveryAttempt = z.object({
  at: UnixTime,
  url: z.string(),
  headers: z
    .record(z.string(), z.string())
    .meta({ description: 'The request headers, including signatures' }),
  milliseconds: z.int().meta({ description: 'How long the attempt took' }),
  status: z.int().nullable().meta({ description: 'The status of the response; null if there was none' }),
  answer: z.string().nullable().meta({ description: 'The first 2,048 characters of the response body' }),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Why there was no complete response; null if there was one' }),
})
export type DeliveryAttempt = z.output<typeof DeliveryAttempt>

export const Delivery = z
  .object({
    id: z.string().meta({ description: "The event's id" }),
    event: EventType,
    status: z.enum(['waiting', 'delivered', 'failed']),
    created_at: UnixTime,
    next_attempt_at: UnixTime.nullable().meta({ description: 'null if there is none' }),
    body: z.string().meta({ description: 'What is sent, byte for byte' }),
    attempts: z.array(DeliveryAttempt).meta({ description: 'Oldest first' }),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.output<typeof Delivery>

const path = z.object({ id: Identifier })
const deliveryPath = path.extend({ delivery: Identifier })
const tag = 'Webhooks'
const audience = 'dashboard'

const list = operation({
  id: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  role: 'admin',
  tag,
  audience,
  answer: envelope(z.array(Webhook)),
  summary: 'List webhooks, including automation subscriptions',
})

const create = operation({
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  role: 'admin',
  tag,
  audience,
  body: z.object({ url: TargetUrl, events: WantedEvents, description: text(255).default('') }),
  answer: envelope(WithSecret),
  errors: ['plan_limit'],
  reauthentication: true,
  summary: 'Create a webhook; its secret is shown only once',
})

const get = operation({
  id: 'getWebhook',
  method: 'GET',
  path: '/webhooks/{id}',
  role: 'admin',
  tag,
  audience,
  params: path,
  answer: envelope(Webhook),
  summary: 'Read a webhook',
})

const update = operation({
  id: 'updateWebhook',
  method: 'PUT',
  path: '/webhooks/{id}',
  role: 'admin',
  tag,
  audience,
  params: path,
  body: z.object({
    url: TargetUrl.optional(),
    events: WantedEvents.optional(),
    description: text(255).optional(),
    enabled: z.boolean().optional(),
  }),
  answer: envelope(Webhook),
  errors: ['plan_limit'],
  reauthentication: true,
  summary: 'Update a webhook, or turn it off or on; turning it on sends its pending deliveries',
})

const remove = operation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{id}',
  role: 'admin',
  tag,
  audience,
  params: path,
  answer: envelope(z.object({ id: z.string(), deleted: z.literal(true) })),
  summary: 'Delete a webhook, and cancel its pending deliveries',
})

const rotateSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/{id}/secret',
  role: 'admin',
  tag,
  audience,
  params: path,
  body: z.object({
    keep_old: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether the old secret stays valid for 24 hours' }),
  }),
  answer: envelope(WithSecret),
  errors: ['plan_limit'],
  reauthentication: true,
  summary: 'Create a new secret for a webhook; it is shown only once',
})

const endOldSecrets = operation({
  id: 'endOldWebhookSecrets',
  method: 'DELETE',
  path: '/webhooks/{id}/old-secrets',
  role: 'admin',
  tag,
  audience,
  params: path,
  answer: envelope(Webhook),
  summary: 'End the secrets from before the last rotation at once',
})

const sendTest = operation({
  id: 'testWebhook',
  method: 'POST',
  path: '/webhooks/{id}/test',
  role: 'admin',
  tag,
  audience,
  params: path,
  body: z.object({
    event: EventType.optional().meta({
      description: 'By default, the first event that the webhook subscribes to',
    }),
  }),
  answer: envelope(Delivery),
  summary: 'Send a sample event; its delivery shows the outcome',
})

const listDeliveries = operation({
  id: 'listDeliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  role: 'admin',
  tag,
  audience,
  params: path,
  query: z.object({
    status: z.enum(['waiting', 'delivered', 'failed']).optional(),
    before: cursor(100),
    limit: z.int().min(1).max(100).default(20),
  }),
  answer: envelope(z.array(Delivery)).extend({ next_cursor: z.string().nullable() }),
  summary: 'List deliveries and their outcomes, newest first',
  description: 'A page ends early if it would be larger than about 1 MB; continue with next_cursor.',
})

const getDelivery = operation({
  id: 'getDelivery',
  method: 'GET',
  path: '/webhooks/{id}/deliveries/{delivery}',
  role: 'admin',
  tag,
  audience,
  params: deliveryPath,
  answer: envelope(Delivery),
  summary: 'Read one delivery',
})

const resend = operation({
  id: 'resendDelivery',
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{delivery}/resend',
  role: 'admin',
  tag,
  audience,
  params: deliveryPath,
  answer: envelope(Delivery),
  summary: 'Send a delivery again at once, whatever its outcome, with all retries',
})

/** In the order of the reference. */
export const operations = {
  list,
  create,
  get,
  update,
  remove,
  rotateSecret,
  endOldSecrets,
  sendTest,
  listDeliveries,
  getDelivery,
  resend,
}
