// The account in the dashboard: profile, plan, sessions, connected apps, activity, taking one's data along, and leaving.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page, Route } from 'playwright-core'
import { chrome } from '../test/browser-window.ts'
import { axeFindings, inDashboard } from '../test/dashboard.ts'
import { type Account, type Instance, inTheBrowser } from '../test/instance.ts'
import { newApp, person as oauthPerson, tokensFor } from '../test/oauth.ts'
import { password, signIn } from '../test/sign-in.ts'

const phoneAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** Signs the account in on another device. */
const signInOn = (instance: Instance, { email }: Account, agent: string) =>
  instance.ask('POST /api/session', { body: { email, password }, headers: { 'user-agent': agent } })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

inTheBrowser('the account', (instance) => {
  test('has a name that is changed, or says what is wrong with it and keeps what was typed', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/account')
      expect(await page.getByLabel('E-mail').inputValue()).toBe(account.email)
      const name = page.getByLabel('Name')
      await name.fill('Ana\u202e Ü')
      await button(page, 'Save').click()
      await page.getByText('must not contain invisible or control characters').waitFor()
      expect(await name.inputValue()).toBe('Ana\u202e Ü')
      await name.fill('أنا Ü')
      await button(page, 'Save').click()
      await page.getByRole('heading', { name: 'أنا Ü' }).waitFor()
      expect((await account.call('GET /user')).body.data.name).toBe('أنا Ü')
      await page.getByRole('button', { name: 'أنا Ü' }).waitFor()
    })
  })

  test('is read in Indonesian at once, faults of fields and all, also after it is opened anew', async () => {
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open }) => {
      await open('/account')
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

  test('shows what the plan allows, how much of it is used, and what it has not', async () => {
    const account = await instance.account({ plan: 'free' })
    await account.link()
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/account/plan')
      const meter = page.getByRole('meter', { name: 'Links this month', exact: true })
      expect(await meter.getAttribute('aria-valuetext')).toBe('1 of 100')
      const text = await page.locator('main').innerText()
      for (const words of ['free', 'Statistics reach back', '30 days', 'not included'])
        expect(text).toContain(words)
    })
  })

  test('says where it is signed in, ends one session, and all others', async () => {
    const account = await instance.account()
    await signInOn(instance, account, phoneAgent)
    await signInOn(instance, account, 'curl/8.1.2')
    await inDashboard(chrome, instance, account, async ({ page, open, session }) => {
      await open('/account/sessions')
      const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: '127.0.0.1' })
      await rows.nth(2).waitFor()
      expect(await rows.first().innerText()).toContain('This one')
      await button(page, 'Sign out Safari on iOS').click()
      await page.getByText('That session has ended.').waitFor()
      await rows.nth(2).waitFor({ state: 'detached' })
      await button(page, 'Sign out everywhere else').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
      await page.getByText('You are signed in nowhere else.').waitFor()
      expect((await session.call('GET /sessions')).body.data).toHaveLength(1)
    })
  })

  test('lists the applications that act for it in words, and takes their access back', async () => {
    const account = await instance.account()
    const app = await newApp(instance, account)
    await tokensFor(instance, await oauthPerson(instance, account), app)
    await inDashboard(chrome, instance, account, async ({ page, open, session }) => {
      await open('/account/apps')
      await page.getByText('see your links and check whether a short code is free').waitFor()
      await button(page, 'Remove access: Test App').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove access' }).click()
      await page.getByRole('heading', { name: 'No application has access to your account.' }).waitFor()
      expect((await session.call('GET /user/oauth/apps')).body.data).toStrictEqual([])
    })
  })

  test('tells what was done to it, page by page, and shows hostile words as words', async () => {
    const account = await instance.account()
    const { call } = await signIn(instance, account)
    await call('POST /keys', { body: { name: '<img src=x onerror=alert(1)>', scopes: ['user:read'] } })
    for (let count = 0; count < 30; count++) await call('PUT /user', { body: { name: `Name ${count}` } })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
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

  test('gives all its data as one file, and says when the connection is lost on the way or the file is cut off', async () => {
    const account = await instance.account()
    const link = await account.link({ title: 'Taken along' })
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/account/data')
        const failure = page.getByRole('alert').filter({ hasText: 'No answer came' })
        for (const fails of [
          (route: Route) => route.abort(),
          (route: Route) => route.fulfill({ contentType: 'application/x-ndjson', body: '{"type":"link"}\n' }),
        ]) {
          await page.route('**/api/export', fails)
          await button(page, 'Download everything').click()
          await failure.waitFor()
          await page.unroute('**/api/export')
        }
        const downloading = page.waitForEvent('download')
        await button(page, 'Download everything').click()
        await failure.waitFor({ state: 'detached' })
        const download = await downloading
        expect(download.suggestedFilename()).toMatch(/^linnet-[\d-]+\.ndjson$/)
        const lines = (await Bun.file(await download.path()).text()).trim().split('\n')
        const kinds = lines.map((line) => JSON.parse(line))
        expect(kinds.find(({ type }) => type === 'link').data.id).toBe(link.id)
        expect(kinds.at(-1)).toStrictEqual({ type: 'end', lines: lines.length - 1 })
        await page.getByText('Your data is downloaded').waitFor()
      },
      { unsaid: /ERR_FAILED/ },
    )
  })

  test('is deleted by who types its e-mail and knows its password, and then says goodbye', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/account/data')
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

  test('loses nothing typed when the session ends elsewhere: one signs in again above it', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, open, session }) => {
      await open('/account')
      await page.getByLabel('Name').fill('Typed before')
      await session.call('DELETE /session')
      await button(page, 'Save').click()
      const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
      expect(await axeFindings(page)).toStrictEqual([])
      await dialog.getByLabel('Password').fill('a wrong password')
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
      await dialog.getByRole('alert').filter({ hasText: 'do not fit' }).waitFor()
      await dialog.getByLabel('Password').fill(password)
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByText('You are signed in again').waitFor()
      await dialog.waitFor({ state: 'detached' })
      expect(await page.getByLabel('Name').inputValue()).toBe('Typed before')
      await button(page, 'Save').click()
      await page.getByText('Your name is saved.').waitFor()
      expect((await account.call('GET /user')).body.data.name).toBe('Typed before')
    })
  })

  test('notices that one has signed in again in another tab', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, context, open, session }) => {
      await open('/account')
      await session.call('DELETE /session')
      await page.getByLabel('Name').fill('Typed before')
      await button(page, 'Save').click()
      const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
      await dialog.waitFor()
      await context.request.post(`${instance.url}/api/session`, { data: { email: account.email, password } })
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await dialog.waitFor({ state: 'detached' })
      expect(await page.getByLabel('Name').inputValue()).toBe('Typed before')
    })
  })

  test('is not taken for another one that somebody has signed in to meanwhile', async () => {
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
      const form = page.getByRole('dialog', { name: 'You have been signed out' })
      expect(await form.getByLabel('E-mail address').inputValue()).toBe(account.email)
      await form.getByLabel('Password').fill(password)
      await form.getByRole('button', { name: 'Sign in', exact: true }).click()
      await form.waitFor({ state: 'detached' })
      expect(await page.getByLabel('Name').inputValue()).toBe('Typed before')
      await button(page, 'Save').click()
      await page.getByText('Your name is saved.').waitFor()
      expect((await account.call('GET /user')).body.data.name).toBe('Typed before')
      expect((await other.call('GET /user')).body.data.name).not.toBe('Typed before')
    })
  })
})
