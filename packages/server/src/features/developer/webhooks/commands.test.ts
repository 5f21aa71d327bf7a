// `linnet webhook create`: what it prints, and what it refuses.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eventTypes } from '@linnet/contract'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../../../../test/webhooks/webhook-receiver.ts'
import { isSvcSignedBy } from '../../../../../../test/webhooks/webhook-signatures.ts'

onEachEngine(
  'linnet webhook create',
  (instance) => {
    let receiver: WebhookReceiver
    let account: Account
    const create = (...words: string[]) => instance.command('webhook', 'create', ...words)

    beforeAll(async () => {
      receiver = await startWebhookReceiver()
      account = await instance.account()
    })
    afterAll(() => receiver.stop())

    test('prints the id, the URL, the events and the signing secret', async () => {
      const url = `${receiver.url}/hook`
      const made = await create('--email', account.email, '--url', url, '--events', 'all')
      expect(made).toStrictEqual({
        id: expect.stringMatching(/^whk_/),
        url,
        events: [...eventTypes],
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      })
      const { call } = await signIn(instance, account)
      expect((await call('GET /webhooks')).body.data).toMatchObject([{ id: made.id, source: 'dashboard' }])
      await account.link()
      expect(isSvcSignedBy(await receiver.next(), made.secret as string)).toBe(true)
      const [line] = (await call('GET /audit?limit=10')).body.data.filter(
        ({ action }: { action: string }) => action === 'webhook_created',
      )
      expect(line).toMatchObject({ detail: { id: made.id, url }, address: '' })
    })

    test('accepts events separated by commas or spaces, in the order of the contract', async () => {
      const words = ['--email', account.email, '--url', `${receiver.url}/some`, '--events']
      expect((await create(...words, 'qr.scanned, link.created,qr.scanned')).events).toStrictEqual([
        'link.created',
        'qr.scanned',
      ])
    })

    test('refuses invalid options with a clear message', async () => {
      const url = `${receiver.url}/hook`
      const base = (more: Record<string, string>) =>
        Object.entries({ email: account.email, url, events: 'all', ...more }).flatMap(([name, value]) => [
          `--${name}`,
          value,
        ])
      const cases: [string[], string][] = [
        [base({ events: 'link.created,link.painted' }), 'unknown event link.painted'],
        [base({ events: ' ' }), 'no event given'],
        [base({ email: 'nobody@example.com' }), 'no account'],
        [base({ url: 'example.com/hook' }), 'http: or https: address'],
        [base({ url: url.replace('//', '//ana:secret@') }), 'user name or password'],
        [base({ url: `${url}${'x'.repeat(2048)}` }), '2048'],
        [base({}).slice(0, 4), '--events is missing'],
      ]
      for (const [words, told] of cases) await expect(create(...words)).rejects.toThrow(told)
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
