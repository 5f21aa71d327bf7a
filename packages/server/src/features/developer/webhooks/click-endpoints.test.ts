// An account can't have more than twenty endpoints for clicks and scans, however they are created.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { automationPlatform } from '../../../../../../test/webhooks/automation-platform.ts'

const most = 20

onEachEngine(
  'endpoints for clicks and scans',
  (instance) => {
    const platform = automationPlatform(instance)
    const { newUrl, subscribe, unsubscribe } = platform

    const make = (events: string[]) =>
      platform.someone.call('POST /webhooks', { body: { url: newUrl(), events } })
    async function fill(): Promise<string[]> {
      const ids: string[] = []
      for (let number = 0; number < most; number++) {
        const { body } = await make([number % 2 ? 'link.clicked' : 'qr.scanned'])
        ids.push(body.data.id)
      }
      return ids
    }

    test('with twenty of them, every way to add one more is refused and changes nothing', async () => {
      const [first] = await fill()
      const refusal = { code: 'plan_limit', message: expect.stringContaining('At most 20 webhooks') }
      const made = await make(['link.created', 'link.clicked'])
      expect([made.status, made.body.error]).toMatchObject([403, refusal])
      const other = await make(['link.created'])
      expect(other.status).toBe(200)
      const changed = await platform.someone.call(`PUT /webhooks/${other.body.data.id}`, {
        body: { events: ['link.created', 'qr.scanned'] },
      })
      expect([changed.status, changed.body.error]).toMatchObject([403, refusal])
      const url = newUrl()
      const subscribed = await subscribe({ url })
      expect([subscribed.status, subscribed.body.error]).toMatchObject([403, refusal])
      expect((await subscribe({ url, event: 'link.created' })).status).toBe(200)
      const again = await subscribe({ url, events: ['link.created', 'link.clicked'] })
      expect([again.status, again.body.error]).toMatchObject([403, refusal])
      expect((await subscribe({ url: newUrl() }, await platform.account.newKey('links:read'))).status).toBe(
        200,
      )
      const words = ['--email', platform.account.email, '--url', newUrl(), '--events', 'all']
      expect(instance.command('webhook', 'create', ...words)).rejects.toThrow('At most 20 webhooks')
      // An account at the limit can still change one, or give one up and add another.
      const kept = await platform.someone.call(`PUT /webhooks/${first}`, {
        body: { events: ['link.clicked', 'qr.scanned'] },
      })
      expect(kept.status).toBe(200)
      expect((await platform.someone.call(`DELETE /webhooks/${first}`)).status).toBe(200)
      expect((await subscribe({ url })).status).toBe(200)
      expect((await unsubscribe({ url })).status).toBe(200)
    })

    test('never exceed twenty, even if many are created at once', async () => {
      const statuses = await Promise.all(Array.from({ length: 25 }, () => make(['link.clicked'])))
      expect(statuses.filter(({ status }) => status === 200)).toHaveLength(most)
      expect(statuses.filter(({ status }) => status === 403)).toHaveLength(5)
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
