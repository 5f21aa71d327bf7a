// The account in the dashboard: profile, plan, sessions, connected apps, activity, taking one's data along, and leaving.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { chrome } from '../test/browser-window.ts'
import { axeFindings, inDashboard } from '../test/dashboard.ts'
import { type Account, type Instance, onOneEngine } from '../test/instance.ts'
import { newApp, person as oauthPerson, tokensFor } from '../test/oauth.ts'
import { password, signIn } from '../test/sign-in.ts'

const phoneAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** Signs the account in on another device. */
const signInOn = (instance: Instance, { email }: Account, agent: string) =>
  instance.ask('POST /api/session', { body: { email, password }, headers: { 'user-agent': agent } })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

onOneEngine('the account', (instance) => {
  test('has a name, which survives a validation error and an expired session; switching to Indonesian takes effect at once', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, open, session }) => {
      await open('/account')
      expect(await page.getByLabel('E-mail').inputValue()).toBe(account.email)
      const name = page.getByRole('textbox', { name: 'Name' })
      await name.fill('Ana\u202e Ü')
      await button(page, 'Save').click()
      await page.getByText('must not contain invisible or control characters').waitFor()
      expect(await name.inputValue()).toBe('Ana\u202e Ü')
      await name.fill('أنا Ü')
      await button(page, 'Save').click()
      await page.getByRole('heading', { name: 'أنا Ü' }).waitFor()
      expect((await account.call('GET /user')).body.data.name).toBe('أنا Ü')
      await page.getByRole('button', { name: 'أنا Ü' }).waitFor()
      await name.fill('Typed before')
      await session.call('DELETE /session')
      await button(page, 'Save').click()
      const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
      await dialog.waitFor()
      expect(await axeFindings(page)).toStrictEqual([])
      await dialog.getByLabel('Password').fill('a wrong password')
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
      await dialog.getByRole('alert').filter({ hasText: 'do not fit' }).waitFor()
      await dialog.getByLabel('Password').fill(password)
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByText('You are signed in again').waitFor()
      await dialog.waitFor({ state: 'detached' })
      expect(await name.inputValue()).toBe('Typed before')
      await button(page, 'Save').click()
      await page.getByRole('heading', { name: 'Typed before' }).waitFor()
      expect((await account.call('GET /user')).body.data.name).toBe('Typed before')
      await button(page, 'Bahasa Indonesia').click()
      await page.getByRole('heading', { name: 'Akun' }).waitFor()
      await open('/account/domains')
      await page.getByLabel('Nama domain').fill('tanpa titik')
      await button(page, 'Tambah').click()
      await page.getByText('Harus berupa nama domain milik Anda').waitFor()
      await open('/account')
      await button(page, 'Gelap').click()
      expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    })
  })

  test('shows what its plan allows, and its audit log, with hostile text shown as text', async () => {
    const account = await instance.account({ plan: 'free' })
    await account.link()
    const { call } = await signIn(instance, account)
    await call('POST /keys', { body: { name: '<img src=x onerror=alert(1)>', scopes: ['user:read'] } })
    for (let count = 0; count < 30; count++) await call('PUT /user', { body: { name: `Name ${count}` } })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/account/plan')
      const meter = page.getByRole('meter', { name: 'Links this month', exact: true })
      expect(await meter.getAttribute('aria-valuetext')).toBe('1 of 100')
      const text = await page.locator('main').innerText()
      for (const words of ['free', 'Statistics reach back', '30 days', 'not included'])
        expect(text).toContain(words)
      await open('/account/activity')
      const deeds = page.getByText('The name was changed.')
      await deeds.first().waitFor()
      await button(page, 'Older').click()
      await page.getByText('The API key “<img src=x onerror=alert(1)>” was made.').waitFor()
      expect(await deeds.count()).toBe(30)
      await page.getByText('By the operator, at the server').first().waitFor()
      expect(await button(page, 'Older').count()).toBe(0)
    })
  })

  test('lists sessions and authorized applications, revokes them, exports all its data, and is deleted', async () => {
    const account = await instance.account()
    await signInOn(instance, account, phoneAgent)
    const link = await account.link({ title: 'Taken along' })
    const app = await newApp(instance, account)
    await tokensFor(instance, await oauthPerson(instance, account), app)
    await inDashboard(chrome, instance, account, async ({ page, open, session }) => {
      await open('/account/apps')
      await page.getByText('see your links and check whether a short code is free').waitFor()
      await button(page, 'Remove access: Test App').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove access' }).click()
      await page.getByRole('heading', { name: 'No application has access to your account.' }).waitFor()
      expect((await session.call('GET /user/oauth/apps')).body.data).toStrictEqual([])

      await open('/account/sessions')
      await button(page, 'Sign out Safari on iOS').click()
      await page.getByText('That session has ended.').waitFor()
      await button(page, 'Sign out everywhere else').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
      await page.getByText('You are signed in nowhere else.').waitFor()
      expect((await session.call('GET /sessions')).body.data).toHaveLength(1)

      await open('/account/data')
      const downloading = page.waitForEvent('download')
      await button(page, 'Download everything').click()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/^linnet-[\d-]+\.ndjson$/)
      const lines = (await Bun.file(await download.path()).text()).trim().split('\n')
      const kinds = lines.map((line) => JSON.parse(line))
      expect(kinds.find(({ type }) => type === 'link').data.id).toBe(link.id)
      expect(kinds.at(-1)).toStrictEqual({ type: 'end', lines: lines.length - 1 })
      await button(page, 'Delete the account').click()
      const dialog = page.getByRole('dialog')
      const erase = dialog.getByRole('button', { name: 'Delete everything' })
      await dialog.getByLabel('Your password').fill('a wrong password')
      expect(await erase.isDisabled()).toBe(true)
      await dialog.getByLabel(`Type ${account.email} to confirm`).fill(account.email)
      await erase.click()
      await dialog.getByText('That password is not right.').waitFor()
      await dialog.getByLabel('Your password').fill(password)
      await erase.click()
      await page.getByText('Your account is deleted').waitFor()
      expect((await account.call('GET /user')).status).toBe(401)
    })
  })
})
