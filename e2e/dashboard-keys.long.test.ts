// API keys in the dashboard, rarer cases: an unreachable server, and every variant of the page.
import { expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, desk, inDashboard, phone } from '../test/browser/dashboard.ts'
import { onEachEngine } from '../test/instance.ts'
import { createIncompleteKey } from './keys-page.ts'

onEachEngine('API keys in the dashboard, rarer cases', (instance) => {
  test('say what is missing, and keep what was typed if the server is unreachable', async () => {
    await inDashboard(
      chrome,
      instance,
      await instance.account(),
      async ({ page, open, context }) => {
        await open('/developer/keys')
        const { dialog, create } = await createIncompleteKey(page)

        await dialog.getByLabel('Name').fill('Kept')
        await dialog.getByLabel('Expires').selectOption({ label: 'Never' })
        await context.route('**/api/keys', (route) => route.abort())
        await create.click()
        await dialog.getByText('No response from the server.').waitFor()
        expect(await dialog.getByLabel('Name').inputValue()).toBe('Kept')
        await context.unroute('**/api/keys')
        await create.click()
        await dialog.getByLabel('API key', { exact: true }).waitFor()
      },
      { ignoredMessages: /^Failed to load resource: net::/ },
    )
  })

  test.each([
    ['a phone', { ...phone, colorScheme: 'light', locale: 'id-ID' }, 'Buat kunci API'],
    ['a desk', { ...desk, colorScheme: 'dark' }, 'Create API key'],
  ] as const)('are accessible on %s', async (_where, options, create) => {
    const account = await instance.account()
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/developer')
        expect(await axeFindings(page)).toEqual([])
        await page.getByRole('button', { name: create }).click()
        await page.getByRole('dialog').waitFor()
        expect(await axeFindings(page)).toEqual([])
        await open('/developer/reference')
        expect(await axeFindings(page)).toEqual([])
      },
      options,
    )
  })
})
