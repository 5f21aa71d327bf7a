// Many deliveries and bad receivers: in order, within bounds, and never at the cost of others.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { type Account, onEachEngine } from '../../../../../test/instance.ts'
import { type OwnWebhook, ownWebhook } from '../../../../../test/own-webhook.ts'
import { type RawServer, startRawServer } from '../../../../../test/raw-server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../../test/webhook-receiver.ts'

const long_url = 'https://example.com/'
const events = ['link.created']

onEachEngine(
  'endpoints share the sending',
  (instance) => {
    let receiver: WebhookReceiver
    const raw: RawServer[] = []
    beforeAll(async () => {
      receiver = await startWebhookReceiver()
    })
    afterAll(async () => {
      for (const server of raw) server.stop()
      await receiver.stop()
    })
    const at = (path: string) => receiver.next((arrival) => arrival.path === path)
    async function createMany(account: Account, links: number): Promise<string[]> {
      const body = { links: Array.from({ length: links }, () => ({ long_url })) }
      const { items } = (await account.call('POST /links/bulk', { body })).body.data
      return items.map((item: { data: { id: string } }) => item.data.id)
    }

    test('first attempts start in the order of the events, more at once the better it goes', async () => {
      const account = await instance.account()
      await ownWebhook(instance, account, { url: `${receiver.url}/order`, events })
      const answers: (() => void)[] = []
      receiver.answer = () => new Promise((resolve) => answers.push(() => resolve(200)))
      const ids = await createMany(account, 60)
      const came: string[] = []
      for (let started = 2; started <= 60; started += 2) {
        // Nothing else is on its way: each answer lets two more start.
        while (came.length < started) came.push((await at('/order')).event.data.id)
        expect(new Set(came)).toEqual(new Set(ids.slice(0, started)))
        answers.shift()?.()
      }
      for (const answer of answers) answer()
      receiver.answer = () => 200
    })

    test('an endpoint that is flooded and slow does not delay another one', async () => {
      const [flooded, quiet] = [await instance.account(), await instance.account()]
      await ownWebhook(instance, flooded, { url: `${receiver.url}/flooded`, events })
      await ownWebhook(instance, quiet, { url: `${receiver.url}/quiet`, events })
      const held: (() => void)[] = []
      receiver.answer = ({ path }) =>
        path === '/flooded' ? new Promise((resolve) => held.push(() => resolve(200))) : 200
      for (let call = 0; call < 10; call++) await createMany(flooded, 100)
      await at('/flooded')
      const { id } = await quiet.link()
      expect((await at('/quiet')).event.data.id).toBe(id)
      // Of the thousand that wait, two are on their way: the endpoint has not answered once.
      expect(held).toHaveLength(2)
      receiver.answer = () => 200
      for (const answer of held) answer()
      for (let call = 1; call < 1000; call++) await at('/flooded')
    })

    test('endpoints that hang, drip, send without end or break off fail within 10 s, and delay nobody', async () => {
      const account = await instance.account()
      const forEver = (socket: Socket, first: string, rest: string) => {
        const more = () => void (socket.destroyed || socket.write(rest, () => setImmediate(more)))
        socket.write(first, more)
      }
      const drip = (socket: Socket, first: string) => {
        socket.write(first)
        const timer = setInterval(() => socket.write('a'), 20)
        socket.once('close', () => clearInterval(timer))
      }
      const ok = 'HTTP/1.1 200 OK\r\n'
      const behaviours: Record<string, (socket: Socket) => void> = {
        hangs: () => {},
        'drips its head': (socket) => drip(socket, `${ok}X-A: `),
        'drips its body': (socket) => drip(socket, `${ok}\r\n`),
        'sends without end': (socket) => forEver(socket, `${ok}\r\n`, 'a'.repeat(100_000)),
        'sends a head without end': (socket) => forEver(socket, `${ok}X-A: `, 'a'.repeat(100_000)),
        'closes at once': (socket) => socket.destroy(),
        'is no web server': (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
      }
      const bad: Record<string, { hook: OwnWebhook; server: RawServer }> = {}
      for (const [what, answer] of Object.entries(behaviours)) {
        const server = await startRawServer(answer)
        raw.push(server)
        bad[what] = { server, hook: await ownWebhook(instance, account, { url: server.url, events }) }
      }
      await ownWebhook(instance, account, { url: `${receiver.url}/good`, events })
      // While the bad ones have their ten seconds, the good one is told of everything.
      let first = ''
      for (let call = 0; call < 3; call++) {
        const ids = await createMany(account, 50)
        const came = await Promise.all(ids.map(() => at('/good')))
        expect(new Set(came.map(({ event }) => event.data.id))).toEqual(new Set(ids))
        first ||= came.find(({ event }) => event.data.id === ids[0])?.id ?? ''
      }
      const attempts: Record<string, unknown> = {}
      const outcomes: Record<string, string> = {}
      for (const [what, { hook }] of Object.entries(bad)) {
        const { attempts: tried, status } = await hook.delivery(first, ({ attempts }) => attempts.length > 0)
        attempts[what] = { status: tried[0]?.status, error: tried[0]?.error }
        outcomes[what] = status
      }
      const broke = 'The server broke off, or its answer is not one that can be understood.'
      expect(attempts).toEqual({
        hangs: { status: null, error: 'The server took too long.' },
        'drips its head': { status: null, error: 'The server took too long.' },
        // Who said 2xx has it, whatever becomes of the rest.
        'drips its body': { status: 200, error: 'The server took too long.' },
        'sends without end': { status: 200, error: 'The answer is larger than what is read of it.' },
        'sends a head without end': { status: null, error: broke },
        'closes at once': { status: null, error: broke },
        'is no web server': { status: null, error: broke },
      })
      expect(Object.keys(outcomes).filter((what) => outcomes[what] === 'delivered')).toEqual([
        'drips its body',
        'sends without end',
      ])
      for (const { hook, server } of Object.values(bad)) {
        await hook.call('DELETE')
        server.stop()
      }
    })

    test('a redirect is no success and is not followed', async () => {
      const account = await instance.account()
      const hook = await ownWebhook(instance, account, { url: `${receiver.url}/moved`, events })
      receiver.answer = ({ path }) =>
        path === '/moved' ? { status: 307, headers: { location: `${receiver.url}/elsewhere` } } : 200
      await account.link()
      const { id } = await at('/moved')
      const { status, attempts } = await hook.delivery(id, ({ attempts }) => attempts.length === 1)
      expect([status, attempts[0]?.status]).toEqual(['waiting', 307])
      expect(receiver.arrivals.filter(({ path }) => path === '/elsewhere')).toEqual([])
      receiver.answer = () => 200
    })

    test('what an endpoint answers is kept as text that is safe to show, and not all of it', async () => {
      const account = await instance.account()
      const hook = await ownWebhook(instance, account, { url: `${receiver.url}/talks`, events })
      receiver.answer = () => ({ status: 200, body: `\u0000<script>\ud83d${'é'.repeat(5000)}` })
      await account.link()
      const { id } = await at('/talks')
      const { attempts } = await hook.delivery(id, ({ status }) => status === 'delivered')
      expect(attempts[0]?.answer).toStartWith('\u0000<script>')
      expect(attempts[0]?.answer).toHaveLength(2048)
      receiver.answer = () => 200
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
