// Endpoints that are switched off by themselves: after five days of failing, and the message that tells their owner.
import { unixSeconds } from '../../platform/clock.ts'
import type { Mailer, Message } from '../../platform/mail.ts'
import type { Untold, WebhookStore } from './store.ts'

const failingSeconds = 5 * 24 * 60 * 60

/** Switches off what has had no success for five days. `now` in milliseconds. */
export function disableFailing(store: WebhookStore, now: number): Promise<void> {
  return store.disableFailing(unixSeconds(now) - failingSeconds, unixSeconds(now))
}

/** Tells the owners of what was switched off, each once, whichever process comes first. */
export async function tellOwners(
  { store, mailer, dashboardUrl }: { store: WebhookStore; mailer: Mailer; dashboardUrl: string },
  now: number,
): Promise<void> {
  for (;;) {
    const taken = await store.takeUntold(unixSeconds(now))
    if (taken.length === 0) return
    for (const endpoint of taken)
      if (endpoint.email !== null) mailer.send(disabledMessage(endpoint, endpoint.email, dashboardUrl))
  }
}

const reasons: Record<string, string> = {
  gone: 'It answered "410 Gone", which asks that nothing more be sent to it.',
  failing: 'For five days no event could be delivered to it.',
}

function disabledMessage(
  { public_id, url, disabled_reason }: Untold,
  to: string,
  dashboardUrl: string,
): Message {
  return {
    to,
    subject: 'A webhook was switched off',
    text: [
      'The webhook to this address was switched off:',
      // As it is asked, in plain characters, whatever was written.
      new URL(url).href,
      reasons[disabled_reason ?? ''] ?? '',
      'What was on its way to it waits, and nothing new is written down for it. When you switch the webhook on again, what waits is sent.',
      `To switch it on, signed in: PUT ${dashboardUrl}/webhooks/${public_id} with {"enabled": true}`,
      'If it is not needed any more, delete it.',
    ].join('\n\n'),
  }
}
