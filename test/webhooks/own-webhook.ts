// A webhook as its owner sees it, through the dashboard's operations.
import type { Delivery, Webhook } from '@linnet/contract'
import { type DashboardCall, signIn } from '../accounts/sign-in.ts'
import type { Account, Answer, CallOptions, Instance } from '../instance.ts'
import { type RawServer, startRawServer } from '../servers/raw-server.ts'
import { until } from '../timeouts.ts'
import { type BadReceiver, badReceivers } from './bad-receivers.ts'

export interface OwnWebhook {
  id: string
  url: string
  secret: string
  /** Calls an operation on it: `call('PUT', { body })`, `call('POST /test')`. */
  call(methodAndPath: string, options?: CallOptions): Promise<Answer>
  read(): Promise<Webhook>
  /** Resolves with the webhook once it matches. */
  awaited(fits: (webhook: Webhook) => boolean): Promise<Webhook>
  deliveries(query?: string): Promise<Delivery[]>
  /** Resolves with a delivery once it matches; outcomes are stored a moment after an attempt. */
  delivery(id: string, fits: (delivery: Delivery) => boolean): Promise<Delivery>
}

/** Gives an account a webhook. */
export async function ownWebhook(
  instance: Instance,
  account: Account,
  { url, events }: { url: string; events: readonly string[] },
  owner?: DashboardCall,
): Promise<OwnWebhook> {
  const asOwner = owner ?? (await signIn(instance, account)).call
  const made = await asOwner('POST /webhooks', { body: { url, events } })
  if (made.status !== 200) throw new Error(`the webhook was refused: ${made.text}`)
  return { ...webhookOf(asOwner, made.body.data.id), url, secret: made.body.data.secret }
}

/** Gives an account a webhook for each bad receiver, starts their servers and adds them to `servers`. */
export async function badHooks(
  instance: Instance,
  account: Account,
  servers: RawServer[],
): Promise<(BadReceiver & { hook: OwnWebhook })[]> {
  const hooks = []
  for (const bad of badReceivers) {
    const server = await startRawServer(bad.answer)
    servers.push(server)
    const events = ['link.created']
    hooks.push({ ...bad, hook: await ownWebhook(instance, account, { url: server.url, events }) })
  }
  return hooks
}

/** An existing webhook of its owner. */
export function webhookOf(asOwner: DashboardCall, id: string): Omit<OwnWebhook, 'url' | 'secret'> {
  const call: OwnWebhook['call'] = (methodAndPath, options) => {
    const [method, path = ''] = methodAndPath.split(' ')
    return asOwner(`${method} /webhooks/${id}${path}`, options)
  }
  const deliveries = async (query = '?limit=100') => (await call(`GET /deliveries${query}`)).body.data
  return {
    id,
    call,
    deliveries,
    read: async () => (await call('GET')).body.data,
    delivery: (event, fits) => awaited(() => call(`GET /deliveries/${event}`), fits),
    awaited: (fits) => awaited(() => call('GET'), fits),
  }
}

async function awaited<Data>(ask: () => Promise<Answer>, fits: (data: Data) => boolean): Promise<Data> {
  let answer: Answer | undefined
  let pause = 0
  return await until<Data>(
    () => `the expected answer, not ${answer?.text}`,
    async () => {
      // A session may send ten requests a second.
      await Bun.sleep(pause)
      pause = Math.min(100, pause * 2 + 5)
      answer = await ask()
      const { data } = answer.body
      return data && fits(data) && data
    },
  )
}
