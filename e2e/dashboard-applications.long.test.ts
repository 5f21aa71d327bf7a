// OAuth applications in the dashboard, rarer cases: every dangerous URL, and every variant of the page.
import { expect, test } from 'bun:test'
import { newApp } from '../test/accounts/oauth.ts'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, desk, inDashboard, phone } from '../test/browser/dashboard.ts'
import { onEachEngine } from '../test/instance.ts'

onEachEngine('applications in the dashboard, rarer cases', (instance) => {
  test('show the server’s error for a dangerous URL at its line, and keep what was typed', async () => {
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open }) => {
      await open('/developer/applications')
      await page.getByRole('button', { name: 'Register application' }).click()
      const dialog = page.getByRole('dialog')
      const create = dialog.getByRole('button', { name: 'Create', exact: true })
      await create.click()
      await dialog.getByText('Enter a name').waitFor()
      await dialog.getByText('Enter at least one redirect URI').waitFor()
      await dialog.getByLabel('Name').fill('Bad')
      const redirects = dialog.getByLabel('Redirect URIs')
      for (const [address, words] of [
        ['javascript:alert(document.cookie)', 'Line 2: The address can’t start with javascript:'],
        ['http://example.com/callback', 'Line 2: Start with https://'],
        ['https://example.com/*', 'Line 2: Enter the full address'],
        ['https://example.com/#done', 'Line 2: Remove # and everything after it'],
      ] as const) {
        await redirects.fill(`https://app.example/callback\n${address}`)
        await create.click()
        await dialog.getByText(words).waitFor()
        expect(await redirects.inputValue()).toContain(address)
        expect(await dialog.getByLabel('Name').inputValue()).toBe('Bad')
      }
    })
  })

  test.each([
    ['a phone', { ...phone, colorScheme: 'light' }],
    ['a desk', { ...desk, colorScheme: 'dark' }],
  ] as const)('are accessible on %s', async (_where, options) => {
    const account = await instance.account()
    await newApp(instance, account)
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/developer/applications')
        expect(await axeFindings(page)).toEqual([])
        await page.getByRole('button', { name: 'Register application' }).click()
        await page.getByRole('dialog').waitFor()
        expect(await axeFindings(page)).toEqual([])
      },
      options,
    )
  })
})
