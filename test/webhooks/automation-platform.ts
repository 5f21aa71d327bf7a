// An automation platform that subscribes to an account's events, and how the account's owner sees it.
import { afterAll, beforeAll, beforeEach } from 'bun:test'
import type { Webhook } from '@linnet/contract'
import { type Person, person } from '../accounts/oauth.ts'
import type { Account, Answer, Instance } from '../instance.ts'
import { type IncomingRequest, startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'
import { ask, expanded } from './webhooks.ts'

export const automationPath = '/integrations/automation/webhook'

export interface AutomationPlatform {
  /** Its receiver; answers 200 again with each test. */
  readonly receiver: WebhookReceiver
  /** A new one for each test. */
  readonly account: Account
  /** Its owner, signed in. */
  readonly someone: Person
  newUrl(): string
  /** With the account's key, or with a token. */
  subscribe(body: object, token?: string): Promise<Answer>
  unsubscribe(body: object, token?: string): Promise<Answer>
  /** Its subscriptions, as the owner's list shows them. */
  webhooks(): Promise<Webhook[]>
  /** The next delivery to this address. */
  arrivalAt(url: string): Promise<IncomingRequest>
  /** Whether an event that happens now is stored for this address. */
  listens(url: string): Promise<boolean>
}

/** Sets one up for the tests of a file; call it where they are registered. */
export function automationPlatform(instance: Instance): AutomationPlatform {
  let receiver: WebhookReceiver
  let account: Account
  let someone: Person
  let number = 0

  beforeAll(async () => {
    receiver = await startWebhookReceiver()
  })
  beforeEach(async () => {
    receiver.answer = () => 200
    account = await instance.account()
    someone = await person(instance, account)
  })
  afterAll(() => receiver.stop())

  const call = (what: string, body: object, token?: string) => {
    const headers = token ? { headers: { authorization: `Bearer ${token}` } } : {}
    return account.call(`POST ${automationPath}/${what}`, { body, ...headers })
  }
  return {
    get receiver() {
      return receiver
    },
    get account() {
      return account
    },
    get someone() {
      return someone
    },
    newUrl: () => `${receiver.url}/hook-${number++}`,
    subscribe: (body, token) => call('subscribe', body, token),
    unsubscribe: (body, token) => call('unsubscribe', body, token),
    webhooks: async () => (await someone.call('GET /webhooks')).body.data,
    arrivalAt: (url) => receiver.next((arrival) => receiver.url + arrival.path === url),
    async listens(url) {
      const link = await account.link()
      const endpoints = await ask<{ id: number }>(
        instance.database,
        'select id from webhook_endpoints where url = ?',
        [url],
      )
      for (const { id } of endpoints) await expanded(instance.database, Number(id))
      const told = await ask(
        instance.database,
        `select 1 from webhook_deliveries join webhook_events on webhook_events.id = event_id
          join webhook_endpoints on webhook_endpoints.id = endpoint_id
          where url = ? and body like '%' || ? || '%'`,
        [url, link.id],
      )
      return told.length > 0
    },
  }
}
