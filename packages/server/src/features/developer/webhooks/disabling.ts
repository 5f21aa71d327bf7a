// Endpoints that are switched off by themselves: after five days of failing, and the message that tells their owner.

import type { Mailer, Message } from '../../../platform/net/mail.ts'
import type { Client } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../../identity/audit/index.ts'
import type { Untold, WebhookStore } from './store.ts'

const daySeconds = 24 * 60 * 60
const failingSeconds = 5 * daySeconds
const ownersAtOnce = 50

/** Switches off what has had no success for five days. `now` in milliseconds. */
export function disableFailing(store: WebhookStore, now: number): Promise<void> {
  return store.disableFailing(unixSeconds(now) - failingSeconds, unixSeconds(now))
}

/** Switches off all that an account has, with one line in the log. */
export async function disableAll(
  { store, audit }: { store: WebhookStore; audit: Audit },
  tx: Tx,
  { userId, client, now }: { userId: number; client: Client; now: number },
): Promise<void> {
  await store.lock(tx, userId)
  const count = await store.disableAll(tx, userId, unixSeconds(now))
  if (count > 0)
    await audit.write(tx, {
      userId,
      action: 'webhook_changed',
      detail: { count: String(count) },
      client,
      now,
    })
}

/**
 * Tells the owners of what was switched off, each once, whichever process comes first: in one message for each owner, of no
 * endpoint more than once a day, and of no more than the mailer has room for.
 */
export async function tellOwners(
  { store, mailer, dashboardUrl }: { store: WebhookStore; mailer: Mailer; dashboardUrl: string },
  now: number,
): Promise<void> {
  const owners = Math.min(ownersAtOnce, mailer.room())
  if (owners === 0) return
  const time = unixSeconds(now)
  const taken = await store.takeUntold(owners, { mailedSince: time - daySeconds, now: time })
  for (const [email, endpoints] of Map.groupBy(taken, ({ email }) => email))
    mailer.send(disabledMessage(endpoints, email, dashboardUrl))
}

const reasons: Record<string, string> = {
  gone: 'it answered "410 Gone", which asks that nothing more be sent to it.',
  failing: 'for five days no event could be delivered to it.',
}

function disabledMessage(endpoints: Untold[], to: string, dashboardUrl: string): Message {
  const [first] = endpoints as [Untold]
  const one = endpoints.length === 1
  return {
    to,
    subject: one ? 'A webhook was switched off' : `${endpoints.length} webhooks were switched off`,
    text: [
      one ? 'This webhook was switched off:' : 'These webhooks were switched off:',
      endpoints.map(lineOf).join('\n'),
      'What was on its way waits, and nothing new is written down. When you switch a webhook on again, what waits for it is sent.',
      one
        ? `To see why, and to switch it on: ${dashboardUrl}/${first.public_id}`
        : `To see why, and to switch them on: ${dashboardUrl}`,
      'If it is not needed any more, delete it.',
    ].join('\n\n'),
  }
}

/** By its host alone: the rest of an address may be a secret, and mail is read by many. */
function lineOf({ public_id, url, disabled_reason }: Untold): string {
  return `${public_id} at ${new URL(url).host}: ${reasons[disabled_reason ?? ''] ?? ''}`
}
