// Account settings in the dashboard, rarer cases: signed in again in another tab, as another user, and files that are cut
// off.
import { expect, test } from 'bun:test'
import type { Route } from 'playwright-core'
import { password } from '../test/accounts/sign-in.ts'
import { chrome } from '../test/browser/browser-window.ts'
import { inDashboard } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { button, phoneAgent, signInOn } from './account-settings.ts'

onOneEngine('the account, rarer cases', (instance) => {
  test('lists its sessions, ends one, and ends all others', async () => {
    const account = await instance.account()
    await signInOn(instance, account, phoneAgent)
    await signInOn(instance, account, 'curl/8.1.2')
    await inDashboard(chrome, instance, account, async ({ page, open, session }) => {
      await open('/account/sessions')
      const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: '127.0.0.1' })
      await rows.nth(2).waitFor()
      expect(await rows.first().innerText()).toContain('This session')
      await button(page, 'Sign out Safari on iOS').click()
      await page.getByText('Session signed out.').waitFor()
      await rows.nth(2).waitFor({ state: 'detached' })
      await button(page, 'Sign out everywhere else').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
      await page.getByText('You aren’t signed in anywhere else.').waitFor()
      expect((await session.call('GET /sessions')).body.data).toHaveLength(1)
    })
  })

  test('exports all its data as one file, and says if the connection is lost meanwhile or the file is cut off', async () => {
    const account = await instance.account()
    const link = await account.link({ title: 'Taken along' })
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/account/data')
        const failure = page.getByRole('alert').filter({ hasText: 'No response from the server' })
        for (const fails of [
          (route: Route) => route.abort(),
          (route: Route) => route.fulfill({ contentType: 'application/x-ndjson', body: '{"type":"link"}\n' }),
        ]) {
          await page.route('**/api/export', fails)
          await button(page, 'Download your data').click()
          await failure.waitFor()
          await page.unroute('**/api/export')
        }
        const downloading = page.waitForEvent('download')
        await button(page, 'Download your data').click()
        await failure.waitFor({ state: 'detached' })
        const download = await downloading
        expect(download.suggestedFilename()).toMatch(/^linnet-[\d-]+\.ndjson$/)
        const lines = (await Bun.file(await download.path()).text()).trim().split('\n')
        const kinds = lines.map((line) => JSON.parse(line))
        expect(kinds.find(({ type }) => type === 'link').data.id).toBe(link.id)
        expect(kinds.at(-1)).toStrictEqual({ type: 'end', lines: lines.length - 1 })
        await page.getByText('Your data has been downloaded').waitFor()
      },
      { ignoredMessages: /ERR_FAILED/ },
    )
  })

  test('notices a new sign-in in another tab', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, context, open, session }) => {
      await open('/account')
      await session.call('DELETE /session')
      await page.getByLabel('Name').fill('Typed before')
      await button(page, 'Save').click()
      const dialog = page.getByRole('dialog', { name: 'You’ve been signed out' })
      await dialog.waitFor()
      await context.request.post(`${instance.url}/api/session`, { data: { email: account.email, password } })
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await dialog.waitFor({ state: 'detached' })
      expect(await page.getByLabel('Name').inputValue()).toBe('Typed before')
    })
  })

  test('is not confused with another account that signed in meanwhile', async () => {
    const [account, other] = [await instance.account(), await instance.account()]
    await inDashboard(chrome, instance, account, async ({ page, context, open }) => {
      await open('/account')
      await page.getByLabel('Name').fill('Typed before')
      const signInAs = (email: string) =>
        context.request.post(`${instance.url}/api/session`, { data: { email, password } })
      await signInAs(other.email)
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      const dialog = page.getByRole('dialog', { name: 'Another account is signed in' })
      await dialog.getByText(`now signed in as ${other.email}`).waitFor()
      await page.keyboard.press('Escape')
      expect(await dialog.isVisible()).toBe(true)
      await dialog.getByRole('button', { name: `Sign in as ${account.email}` }).click()
      const form = page.getByRole('dialog', { name: 'You’ve been signed out' })
      expect(await form.getByLabel('E-mail address').inputValue()).toBe(account.email)
      await form.getByLabel('Password').fill(password)
      await form.getByRole('button', { name: 'Sign in', exact: true }).click()
      await form.waitFor({ state: 'detached' })
      expect(await page.getByLabel('Name').inputValue()).toBe('Typed before')
      await button(page, 'Save').click()
      await page.getByText('Name saved.').waitFor()
      expect((await account.call('GET /user')).body.data.name).toBe('Typed before')
      expect((await other.call('GET /user')).body.data.name).not.toBe('Typed before')
    })
  })
})
