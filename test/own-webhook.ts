// A webhook as its owner has it, over the dashboard's operations.
import type { Delivery, Webhook } from '@linnet/contract'
import type { Account, Answer, CallOptions, Instance } from './instance.ts'
import { type DashboardCall, signIn } from './sign-in.ts'

export interface OwnWebhook {
  id: string
  url: string
  secret: string
  /** Calls an operation on it: `call('PUT', { body })`, `call('POST /test')`. */
  call(methodAndPath: string, options?: CallOptions): Promise<Answer>
  read(): Promise<Webhook>
  deliveries(query?: string): Promise<Delivery[]>
  /** A delivery of it, once it fits: what came of an attempt is written down a moment after it arrived. */
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
  const { id, secret } = made.body.data
  const call: OwnWebhook['call'] = (methodAndPath, options) => {
    const [method, path = ''] = methodAndPath.split(' ')
    return asOwner(`${method} /webhooks/${id}${path}`, options)
  }
  const deliveries = async (query = '?limit=100') => (await call(`GET /deliveries${query}`)).body.data
  return {
    id,
    url,
    secret,
    call,
    deliveries,
    read: async () => (await call('GET')).body.data,
    async delivery(event, fits) {
      // A session may ask ten times a second.
      for (let pause = 5; pause < 20_000; pause = pause < 100 ? pause * 2 : pause + 1) {
        const { data } = (await call(`GET /deliveries/${event}`)).body
        if (data && fits(data)) return data
        if (pause > 300) break
        await Bun.sleep(Math.min(pause, 100))
      }
      throw new Error(
        `${event} never became what was awaited: ${(await call(`GET /deliveries/${event}`)).text}`,
      )
    },
  }
}
