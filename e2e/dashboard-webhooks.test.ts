// Webhooks in the dashboard: from creation to redelivery, with a real receiver.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import { signatureCheck } from '../packages/dashboard/src/features/developer/webhooks/signature-check.ts'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard } from '../test/browser/dashboard.ts'
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

test('the code that verifies signatures is that of the documentation', async () => {
  const document = await Bun.file(new URL('../docs/webhooks.md', import.meta.url)).text()
  expect(document).toContain(signatureCheck)
})

onOneEngine(
  'webhooks in the dashboard',
  (instance) => {
    test('lead from creating a webhook and a link to a delivery, and its redelivery', async () => {
      const hook = newPath()
      const account = await instance.account()
      let isDown = true
      receiver.answer = () => (isDown ? { status: 500, body: 'The shop is closed' } : 200)
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        await open('/developer/webhooks')
        await page.getByRole('button', { name: 'Create webhook' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Endpoint URL').fill(receiver.url + hook)
        await dialog.getByLabel('Description').fill('The shop')
        await dialog.getByRole('checkbox', { name: 'link.clicked' }).click()
        await dialog.getByRole('checkbox', { name: 'link.created' }).click()
        await dialog.getByRole('button', { name: 'Create', exact: true }).click()
        const secret = await dialog.getByLabel('Signing secret', { exact: true }).inputValue()
        expect(secret).toMatch(/^whsec_/)
        await dialog.getByRole('button', { name: 'Open webhook' }).click()
        await page.getByRole('heading', { name: receiver.url + hook }).waitFor()
        await page.getByText('No deliveries yet').waitFor()

        await page.getByLabel('Destination URL').fill('https://example.com/launch')
        await page.keyboard.press('Enter')
        const first = await receiver.next(({ path }) => path === hook)
        expect(first.event.type).toBe('link.created')
        expect(first.event.data.long_url).toBe('https://example.com/launch')

        await page.reload()
        expect(await page.content()).not.toContain(secret)
        const delivery = page.getByRole('button', { expanded: false }).filter({ hasText: 'link.created' })
        await delivery.click()
        await page.getByText('The shop is closed').first().waitFor()
        await page.getByText('HTTP 500').first().waitFor()
        await page.getByText('Failing').waitFor()
        expect(await page.getByRole('group', { name: 'Headers' }).first().textContent()).toContain(
          `webhook-id: ${first.id}`,
        )
        expect(await axeFindings(page)).toEqual([])

        isDown = false
        await page.getByRole('button', { name: 'Resend' }).click()
        const again = await receiver.next(({ path, id }) => path === hook && id === first.id)
        expect(again.body.equals(first.body)).toBe(true)
        new Webhook(secret).verify(again.body.toString(), again.headers)
        // Without a reload: the page updates pending deliveries.
        await page.getByText('HTTP 200').first().waitFor()
        await page.getByRole('button', { expanded: true }).filter({ hasText: 'Delivered' }).waitFor()
      })
    })

    test('get a new secret, shown once, while the old one stays valid; send tests, are turned off and on, and deleted', async () => {
      const hook = newPath()
      const account = await instance.account()
      receiver.answer = () => 200
      const { id, secret } = await ownWebhook(instance, account, {
        url: receiver.url + hook,
        events: ['link.created'],
      })
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        const sent = async () => {
          await page.getByRole('button', { name: 'Send test event' }).click()
          return await receiver.next(({ path }) => path === hook)
        }
        await open(`/developer/webhooks/${id}`)
        await page.getByRole('button', { name: 'Rotate secret' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click()
        const dialog = page.getByRole('dialog')
        const renewed = await dialog.getByLabel('Signing secret', { exact: true }).inputValue()
        expect(renewed).not.toBe(secret)
        await dialog.getByRole('button', { name: 'Done' }).click()
        await page.getByText('The old secret is valid until').waitFor()
        const both = await sent()
        for (const one of [secret, renewed]) new Webhook(one).verify(both.body.toString(), both.headers)

        await page.getByRole('button', { name: 'Revoke the old secret now' }).click()
        await page.getByText('Old secret revoked').waitFor()
        const { body, headers } = await sent()
        new Webhook(renewed).verify(body.toString(), headers)
        expect(() => new Webhook(secret).verify(body.toString(), headers)).toThrow()

        await page.getByLabel('Event type').selectOption('qr.scanned')
        await page.getByRole('button', { name: 'Send test event' }).click()
        expect((await receiver.next(({ path }) => path === hook)).event.type).toBe('qr.scanned')
        await page
          .getByRole('button', { expanded: false })
          .filter({ hasText: 'qr.scanned' })
          .filter({ hasText: 'Delivered' })
          .waitFor()
        const status = page.getByRole('group', { name: 'Status' })
        await status.getByRole('button', { name: 'Failed' }).click()
        await page.getByText('No delivery has this status.').waitFor()
        await status.getByRole('button', { name: 'All' }).click()

        await page.getByRole('button', { name: 'Turn off' }).click()
        await page.getByText('This webhook was turned off manually.').waitFor()
        expect(await page.getByRole('button', { name: 'Send test event' }).isDisabled()).toBe(true)
        await page.getByRole('button', { name: 'Turn on' }).click()
        await page.getByText('Enabled', { exact: true }).waitFor()

        await page.getByRole('button', { name: 'Delete webhook' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
        await page.getByText('No webhooks yet').waitFor()
        await open(`/developer/webhooks/${id}`)
        await page.getByRole('alert').waitFor()
      })
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
