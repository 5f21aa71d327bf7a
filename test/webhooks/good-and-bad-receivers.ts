// A good webhook receiver beside bad ones: starts and stops them, and sends events to all of them.
import { afterAll, beforeAll, expect } from 'bun:test'
import type { Account, Instance } from '../instance.ts'
import type { RawServer } from '../servers/raw-server.ts'
import type { BadReceiver } from './bad-receivers.ts'
import { badHooks, type OwnWebhook, ownWebhook } from './own-webhook.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

export interface Receivers {
  good(): WebhookReceiver
  /** The servers of the bad ones that tests have started. */
  bad: RawServer[]
}

/** The receivers that the tests of a block share. */
export function sharedReceivers(): Receivers {
  let good: WebhookReceiver
  const bad: RawServer[] = []
  beforeAll(async () => {
    good = await startWebhookReceiver()
  })
  afterAll(async () => {
    for (const server of bad) server.stop()
    await good.stop()
  })
  return { good: () => good, bad }
}

/** Creates links in one call: their ids. */
export async function createMany(account: Account, links: number): Promise<string[]> {
  const body = { links: Array.from({ length: links }, () => ({ long_url: 'https://example.com/' })) }
  const { items } = (await account.call('POST /links/bulk', { body })).body.data
  return items.map((item: { data: { id: string } }) => item.data.id)
}

/**
 * Gives a new account a webhook to every bad receiver and to the good one, and creates this many links in each call. The
 * good one gets every event within the ten seconds that bad ones have. Returns the bad ones' webhooks, and the id of the
 * first event.
 */
export async function deliverToGoodAndBad(
  instance: Instance,
  { good, bad }: Receivers,
  { calls, links }: { calls: number; links: number },
): Promise<{ hooks: (BadReceiver & { hook: OwnWebhook })[]; first: string }> {
  const account = await instance.account()
  const hooks = await badHooks(instance, account, bad)
  await ownWebhook(instance, account, { url: `${good().url}/good`, events: ['link.created'] })
  let first = ''
  for (let call = 0; call < calls; call++) {
    const ids = await createMany(account, links)
    const came = await Promise.all(ids.map(() => good().next(({ path }) => path === '/good')))
    expect(new Set(came.map(({ event }) => event.data.id))).toEqual(new Set(ids))
    first ||= came.find(({ event }) => event.data.id === ids[0])?.id ?? ''
  }
  return { hooks, first }
}
