// Turns off endpoints that have failed for five days, and e-mails their owners.

import { dashboardPath } from '@linnet/contract/workspace-addresses'
import type { Mailer, Message } from '../../../platform/net/mail.ts'
import type { Client } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../../identity/audit/index.ts'
import type { Workspaces } from '../../identity/workspaces/index.ts'
import type { DisabledEndpoint, WebhookStore } from './store.ts'

const daySeconds = 24 * 60 * 60
const failingSeconds = 5 * daySeconds
const ownersAtOnce = 50

/** Turns off endpoints whose deliveries have all failed for five days. `now` in milliseconds. */
export function disableFailing(store: WebhookStore, now: number): Promise<void> {
  return store.disableFailing(unixSeconds(now) - failingSeconds, unixSeconds(now))
}

/** Turns off all endpoints of an account, with one audit entry. */
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
 * E-mails the owners of endpoints that were turned off automatically: one message for each owner, from
 * whichever process comes first, about no endpoint more than once a day, and no more messages than the mailer
 * can queue.
 */
export async function notifyOwners(
  {
    store,
    workspaces,
    mailer,
    publicOrigin,
  }: { store: WebhookStore; workspaces: Pick<Workspaces, 'owners'>; mailer: Mailer; publicOrigin: string },
  now: number,
): Promise<void> {
  const owners = Math.min(ownersAtOnce, mailer.room())
  if (owners === 0) return
  const time = unixSeconds(now)
  const taken = await store.takeUnreported(owners, { mailedSince: time - daySeconds, now: time })
  const byWorkspace = Map.groupBy(taken, ({ user_id }) => user_id)
  const addresses = await workspaces.owners([...byWorkspace.keys()])
  for (const { workspaceId, email, shared } of addresses) {
    const endpoints = byWorkspace.get(workspaceId) ?? []
    mailer.send(
      disabledMessage(endpoints, email, `${publicOrigin}${dashboardPath(shared)}/developer/webhooks`),
    )
  }
}

const reasons: Record<string, string> = {
  gone: 'it responded "410 Gone", which asks us to send nothing more.',
  failing: 'no event could be delivered to it for five days.',
}

function disabledMessage(endpoints: DisabledEndpoint[], to: string, dashboardUrl: string): Message {
  const [first] = endpoints as [DisabledEndpoint]
  const one = endpoints.length === 1
  return {
    to,
    subject: one ? 'A webhook was turned off' : `${endpoints.length} webhooks were turned off`,
    text: [
      one ? 'This webhook was turned off:' : 'These webhooks were turned off:',
      endpoints.map(lineOf).join('\n'),
      'Pending deliveries are kept, but new events are not. When you turn a webhook on again, its pending deliveries are sent.',
      one
        ? `See why, and turn it on again: ${dashboardUrl}/${first.public_id}`
        : `See why, and turn them on again: ${dashboardUrl}`,
      'If you no longer need it, delete it.',
    ].join('\n\n'),
  }
}

/** Names only the host: the rest of an address may be a secret, and e-mail is not confidential. */
function lineOf({ public_id, url, disabled_reason }: DisabledEndpoint): string {
  return `${public_id} at ${new URL(url).host}: ${reasons[disabled_reason ?? ''] ?? ''}`
}
