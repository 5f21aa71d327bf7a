// The pages of webhooks with a delivery open, on a phone in light and on a desk in the dark.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chrome } from '../test/browser-window.ts'
import { axeFindings, desk, inDashboard, phone } from '../test/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { ownWebhook } from '../test/own-webhook.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../test/webhook-receiver.ts'

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.stop())

onOneEngine(
  'webhooks in the dashboard',
  (instance) => {
    test.each([
      ['a phone', { ...phone, colorScheme: 'light' }],
      ['a desk', { ...desk, colorScheme: 'dark' }],
    ] as const)('are accessible on %s', async (_where, options) => {
      const hook = `/${crypto.randomUUID()}`
      const account = await instance.account()
      const webhook = await ownWebhook(instance, account, {
        url: receiver.url + hook,
        events: ['link.created'],
      })
      await webhook.call('POST /test', { body: {} })
      const { id } = await receiver.next(({ path }) => path === hook)
      await webhook.delivery(id, ({ status }) => status === 'delivered')
      await inDashboard(
        chrome,
        instance,
        account,
        async ({ page, open }) => {
          await open('/developer/webhooks')
          expect(await axeFindings(page)).toEqual([])
          const sections = page.getByRole('navigation', { name: 'Developer' })
          expect(await sections.locator('[aria-current]').allTextContents()).toEqual(['Webhooks'])
          await open(`/developer/webhooks/${webhook.id}`)
          await page.getByRole('button', { expanded: false }).filter({ hasText: 'Delivered' }).click()
          await page.getByText('HTTP 200').waitFor()
          expect(await axeFindings(page)).toEqual([])
        },
        options,
      )
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
