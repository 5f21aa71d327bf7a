// OAuth applications in the dashboard: from registration to an API call for a user, and what is refused.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { newApp, newPkce } from '../test/accounts/oauth.ts'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/browser/dashboard.ts'
import { type OauthBrowser, startOauthBrowser } from '../test/browser/oauth-browser.ts'
import { onOneEngine } from '../test/instance.ts'
import { chooseEntry } from './menus.ts'

let browser: OauthBrowser
beforeAll(async () => {
  browser = await startOauthBrowser()
})
afterAll(() => browser.close())

onOneEngine('applications in the dashboard', (instance) => {
  test('lead from registration to an API call for the user who allows it', async () => {
    const developer = await instance.account()
    const person = await instance.account()
    const { verifier, challenge } = newPkce()
    const made = await inDashboard(chrome, instance, developer, async ({ page, open }) => {
      await open('/developer/applications')
      await page.getByRole('button', { name: 'Register application' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Poster maker')
      await dialog.getByLabel('Redirect URIs').fill(`\n${browser.callback}\n  https://app.example/back  \n`)
      await dialog.getByRole('button', { name: 'Read only' }).click()
      await dialog.getByRole('button', { name: 'Create', exact: true }).click()
      const clientId = await dialog.getByLabel('Client ID', { exact: true }).inputValue()
      const secret = await dialog.getByLabel('Client secret', { exact: true }).inputValue()
      const address = await dialog.getByRole('group', { name: 'Authorization URL' }).textContent()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.reload()
      const row = page.getByRole('listitem').filter({ hasText: 'Poster maker' })
      await row.getByText('https://app.example/back').waitFor()
      expect(await page.content()).not.toContain(secret)
      return { clientId, secret, address: address ?? '' }
    })

    const address = made.address.replace('RANDOM', 'a-state').replace('CHALLENGE', challenge)
    expect(address).toStartWith(`${instance.url}/oauth/authorize?`)
    const arrived = await browser.decide(instance, person, address, 'Allow')
    expect(arrived.searchParams.get('state')).toBe('a-state')
    const tokens = await instance.ask('POST /oauth/token', {
      headers: { authorization: `Basic ${btoa(`${made.clientId}:${made.secret}`)}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: arrived.searchParams.get('code') ?? '',
        redirect_uri: browser.callback,
        code_verifier: verifier,
      }),
    })
    expect(tokens.status, tokens.text).toBe(200)
    const user = await instance.ask('GET /v2/user', {
      headers: { authorization: `Bearer ${tokens.body.access_token}` },
    })
    expect([user.status, user.body.data.email]).toStrictEqual([200, person.email])
    const creating = await instance.ask('POST /v2/links', {
      headers: { authorization: `Bearer ${tokens.body.access_token}` },
      body: { long_url: 'https://example.com/' },
    })
    expect(creating.status).toBe(403)
  })

  test('are edited, with errors shown for the line that is wrong, get a new secret in addition to the old one, and are deleted', async () => {
    const account = await instance.account()
    const { clientId, secret } = await newApp(instance, account)
    const isKnown = async (secret: string) =>
      (
        await instance.ask('POST /oauth/introspect', {
          headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
          body: new URLSearchParams({ token: 'none' }),
        })
      ).status === 200
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        const choose = async (name: string) => {
          await page.getByRole('button', { name: /^Actions for/ }).click()
          await chooseEntry(page, name, true)
        }
        const dialog = page.getByRole('dialog')
        await open('/developer/applications')
        await choose('Edit')
        expect(await dialog.getByLabel('Redirect URIs').inputValue()).toBe('https://app.example/callback')
        await dialog.getByLabel('Name').fill('Renamed')
        const redirects = dialog.getByLabel('Redirect URIs')
        await redirects.fill('https://app.example/callback\nhttps://example.com/*')
        await dialog.getByRole('button', { name: 'Save' }).click()
        await dialog.getByText('Line 2: Enter the full address').waitFor()
        expect(await axeFindings(page)).toEqual([])
        expect([await redirects.inputValue(), await dialog.getByLabel('Name').inputValue()]).toEqual([
          'https://app.example/callback\nhttps://example.com/*',
          'Renamed',
        ])
        await redirects.fill('https://app.example/callback')
        await dialog.getByLabel('Homepage').fill('app.example')
        await dialog.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('listitem').filter({ hasText: 'Renamed' }).waitFor()

        await choose('Rotate secret')
        await dialog.getByRole('button', { name: 'Rotate secret' }).click()
        const renewed = await dialog.getByLabel('Client secret', { exact: true }).inputValue()
        await dialog.getByRole('button', { name: 'Done' }).click()
        expect([await isKnown(renewed), await isKnown(secret ?? '')]).toStrictEqual([true, true])

        await choose('Rotate secret')
        await dialog.getByRole('switch', { name: 'Keep the old secret valid for 24 hours' }).click()
        await dialog.getByRole('button', { name: 'Rotate secret' }).click()
        const last = await dialog.getByLabel('Client secret', { exact: true }).inputValue()
        await dialog.getByRole('button', { name: 'Done' }).click()
        expect([await isKnown(last), await isKnown(renewed)]).toStrictEqual([true, false])

        await choose('Delete')
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
        await page.getByText('No applications yet').waitFor()
        expect(await isKnown(last)).toBe(false)
      },
      { ...phone, colorScheme: 'light' },
    )
  })
})
