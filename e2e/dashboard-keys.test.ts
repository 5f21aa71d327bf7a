// API keys in the dashboard: created, shown once, used, and revoked.
import { expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { createIncompleteKey } from './keys-page.ts'

onOneEngine('API keys in the dashboard', (instance) => {
  const withKey = (key: string, path = '/links') =>
    instance.ask(`GET /v2${path}`, { headers: { authorization: `Bearer ${key}` } })

  test('are created with chosen scopes once the form is complete, shown once, work, and are refused once revoked', async () => {
    const account = await instance.account()
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/developer')
        const { dialog, create } = await createIncompleteKey(page)
        expect(await axeFindings(page)).toEqual([])
        await dialog.getByLabel('Name').fill('Newsletter server')
        await dialog.getByRole('button', { name: 'Read only' }).click()
        await dialog.getByRole('checkbox', { name: 'user:read' }).click()
        await dialog.getByLabel('Expires').selectOption({ label: 'After 30 days' })
        await create.click()

        const key = await dialog.getByLabel('API key', { exact: true }).inputValue()
        expect(key).toMatch(/^sk_live_/)
        const example = await dialog.getByRole('group', { name: 'Request with this key' }).textContent()
        expect(example).toContain(`curl ${instance.url}/v2/links`)
        expect(example).toContain(key)
        // An accidental click outside, or Escape, doesn't lose it.
        await page.mouse.click(5, 5)
        await page.keyboard.press('Escape')
        expect(await dialog.getByLabel('API key', { exact: true }).inputValue()).toBe(key)
        await dialog.getByRole('button', { name: 'Done' }).click()
        await dialog.waitFor({ state: 'detached' })

        expect((await withKey(key)).status).toBe(200)
        expect((await withKey(key, '/user')).status).toBe(403)
        await page.reload()
        const row = page.getByRole('listitem').filter({ hasText: 'Newsletter server' })
        await row.waitFor()
        expect(await row.textContent()).toContain(`sk_live_…${key.slice(-4)}`)
        expect(await page.content()).not.toContain(key)

        await row.getByRole('button', { name: 'Revoke Newsletter server' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
        await page.getByText('Newsletter server revoked').waitFor()
        await row.waitFor({ state: 'detached' })
        expect((await withKey(key)).status).toBe(401)
      },
      { ...phone, colorScheme: 'light' },
    )
  })
})
