// Webhooks in the dashboard, rarer cases: settings that fail to save, URLs that are refused, and every variant of the pages.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, desk, inDashboard, phone } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { ownWebhook } from '../test/webhooks/own-webhook.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../test/webhooks/webhook-receiver.ts'

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.stop())

/** Late deliveries for one test are not taken by another. */
const newPath = () => `/${crypto.randomUUID()}`

onOneEngine(
  'webhooks in the dashboard',
  (instance) => {
    test.each([
      ['a phone', { ...phone, colorScheme: 'light' }],
      ['a desk', { ...desk, colorScheme: 'dark' }],
    ] as const)('are accessible on %s', async (_where, options) => {
      const hook = newPath()
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

    test('keep unsaved settings, and save only what was changed here', async () => {
      const account = await instance.account()
      const { id } = await ownWebhook(instance, account, {
        url: receiver.url + newPath(),
        events: ['link.created'],
      })
      await inDashboard(chrome, instance, account, async ({ page, open, session }) => {
        await open(`/developer/webhooks/${id}`)
        const note = page.getByLabel('Description')
        await note.fill('Orders')
        await page.getByLabel('Endpoint URL', { exact: true }).fill('https://example.com/hooks/s3cret')
        expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('s3cret')
        await open('/developer/keys')
        await open(`/developer/webhooks/${id}`)
        expect(await note.inputValue()).toBe('Orders')
        await session.call(`PUT /webhooks/${id}`, { body: { events: ['link.updated'] } })
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'hidden' })
        const { description, events } = (await session.call(`GET /webhooks/${id}`)).body.data
        expect([description, events]).toEqual(['Orders', ['link.updated']])
      })
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)

onOneEngine('webhooks in the dashboard of a server that refuses private addresses', (instance) => {
  test('show the server’s error at the field, and lose nothing that was typed', async () => {
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open }) => {
      await open('/developer/webhooks')
      await page.getByRole('button', { name: 'Create webhook' }).click()
      const dialog = page.getByRole('dialog')
      const address = dialog.getByLabel('Endpoint URL')
      await dialog.getByLabel('Description').fill('kept')
      for (const [target, words] of [
        ['http://169.254.169.254/latest/meta-data', 'ALLOW_PRIVATE_TARGETS'],
        ['https://example.com:25/', 'Port 25'],
        ['127.0.0.1/hook', 'ALLOW_PRIVATE_TARGETS'],
        ['javascript:alert(1)', 'Enter a web address that starts with http:// or https://.'],
      ] as const) {
        await address.fill(target)
        await dialog.getByRole('button', { name: 'Create', exact: true }).click()
        await dialog.getByRole('alert').filter({ hasText: words }).waitFor()
        expect(await address.getAttribute('aria-invalid')).toBe('true')
        expect(await address.inputValue()).toBe(target)
        expect(await dialog.getByLabel('Description').inputValue()).toBe('kept')
      }
    })
  })
})
