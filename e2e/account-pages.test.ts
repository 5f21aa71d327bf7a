// Account pages in a real browser: their forms work without JavaScript, and each page is readable everywhere.
import { expect, test } from 'bun:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { codeOf, enrol } from '../test/accounts/second-factor.ts'
import { password, signIn } from '../test/accounts/sign-in.ts'
import { chrome, giveCookie, inNewWindow } from '../test/browser/browser-window.ts'
import { sharedInstance } from '../test/instance.ts'
import { testAccountLook } from './account-look.ts'

const instance = sharedInstance('sqlite')

/** Opens a page, signed in or not. */
const inWindow = (
  cookie: string | null,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<void>,
) =>
  inNewWindow(chrome, options, async (page, context) => {
    if (cookie) await giveCookie(context, instance.url, cookie)
    await work(page)
  })

test('without JavaScript: a name, a second factor, a password and the sessions, from link to link', async () => {
  const account = await instance.account()
  const elsewhere = await signIn(instance, account)
  const { cookie } = await signIn(instance, account)
  await inWindow(cookie, { javaScriptEnabled: false }, async (page) => {
    const press = (name: string) => page.getByRole('button', { name }).click()
    const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
    await page.goto(`${instance.url}/account`)
    await page.getByLabel('Name').fill('Ana')
    await press('Save name')
    await page.getByText('Name saved.').waitFor()
    expect(await page.locator('h1').innerText()).toBe('Ana')

    await follow('Security')
    await instance.clock.advance(10 * 60_000)
    await follow('Turn on: Two-factor authentication')
    await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
    await page.getByLabel('Your password').fill(password)
    await press('Confirm')
    await press('Continue')
    const key = (await page.locator('.code').innerText()).replaceAll(' ', '')
    await page.getByLabel('Code from the app').fill(codeOf(instance, key))
    await press('Turn on')
    expect(await page.locator('.codes li').count()).toBe(10)
    await follow('I’ve saved them')
    await page.getByText('10 unused codes left.').waitFor()

    await follow('Change password: Password')
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password').fill('seven purple otters sing')
    await press('Change password')
    await page.getByText('Password changed.').waitFor()
    expect((await elsewhere.call('GET /sessions')).status).toBe(401)

    await follow('Sessions')
    expect(await page.locator('.list > li').count()).toBe(1)
    await follow('Activity')
    await page.getByText('Password changed.').waitFor()
    await page.goto(`${instance.url}/account/passkeys/add`)
    await page.getByText('Passkeys need JavaScript.').waitFor()
    expect(await page.locator('form#add-passkey').isVisible()).toBe(false)
  })
})

test('without JavaScript: signing in asks for the app’s code or a recovery code, and continues', async () => {
  const account = await instance.account()
  const { secret, recoveryCodes } = await enrol(instance, (await signIn(instance, account)).call)
  await instance.clock.advance(60_000)
  for (const code of [codeOf(instance, secret), recoveryCodes[0] as string])
    await inWindow(null, { javaScriptEnabled: false }, async (page) => {
      await page.goto(`${instance.url}/account/security`)
      await page.getByLabel('E-mail address').fill(account.email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByLabel('Code').fill('000000')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      await page.getByLabel('Code').fill(code)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${instance.url}/account/security`)
      expect(await page.locator('main').innerText()).toContain('On: a one-time code')
      // The button in the corner ends it.
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.goto(`${instance.url}/account`)
      expect(new URL(page.url()).pathname).toBe('/account/sign-in')
    })
})

testAccountLook(() => instance, { colorScheme: 'dark', locale: 'id', hasCodes: true })
