// The operator changes the provider or turns single sign-on off: identities at the earlier one are no way to sign in.
import { afterAll, expect, test } from 'bun:test'
import { providerAddress } from '../../../../../../test/accounts/provider-sign-in.ts'
import { type FormBrowser, formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { newAuthenticator } from '../../../../../../test/browser/software-authenticator.ts'
import { engines } from '../../../../../../test/databases.ts'
import { textOf } from '../../../../../../test/html.ts'
import { type Instance, startInstance, startOn } from '../../../../../../test/instance.ts'
import { startLyingProvider } from '../../../../../../test/servers/lying-provider.ts'

const earlier = await startLyingProvider({ OIDC_NAME: 'Earlier ID', OIDC_ALLOW: 'example.org' })
const later = await startLyingProvider({ OIDC_NAME: 'Later ID' })
afterAll(() => Promise.all([earlier.stop(), later.stop()]))

for (const engine of engines) {
  /** Somebody who has signed in at the earlier provider, on a server with these other settings since then. */
  async function afterChange(
    env: Record<string, string>,
    check: (instance: Instance, browser: FormBrowser) => Promise<void>,
  ): Promise<void> {
    const before = await startInstance(engine, earlier.env)
    const first = formBrowser(before)
    await first.open(earlier.comeBack(await providerAddress(first)))
    await before.stop()
    const instance = await startOn(before.database, engine, env)
    try {
      const browser = formBrowser(instance)
      for (const [name, value] of first.cookies) browser.cookies.set(name, value)
      await check(instance, browser)
    } finally {
      await instance.stop()
      await before.database.remove()
    }
  }

  const identitiesOf = async (browser: FormBrowser) =>
    (await browser.call('GET /sign-in-methods')).body.data.identities as {
      id: string
      issuer: string
      usable: boolean
    }[]

  const refusal = [403, 'You would have no way to sign in. First set a password or add a passkey.']
  async function remove(browser: FormBrowser, what: string) {
    const { status, body } = await browser.call(`POST /${what}/remove`)
    return [status, body.error?.message]
  }

  test(`after a change of provider, the last identity at the new one stays, on ${engine}`, () =>
    afterChange(later.env, async (instance, browser) => {
      // Confirming who they are isn't offered where they have no identity.
      await instance.clock.advance(11 * 60_000)
      expect(textOf((await browser.open('/account/reauthenticate')).text)).not.toContain('Later ID')
      instance.clock.move(-11 * 60_000)

      const page = await browser.post('/account/single-sign-on', { purpose: 'join' })
      const [, address = ''] = /<a class="button" href="([^"]+)"/.exec(page.text) ?? []
      const back = await browser.open(later.comeBack(address.replaceAll('&amp;', '&')))
      await browser.open(back.headers.get('location') ?? '')
      await browser.send()
      const [now, then] = await identitiesOf(browser)
      expect([now, then]).toMatchObject([
        { issuer: later.issuer, usable: true },
        { issuer: earlier.issuer, usable: false },
      ])
      await instance.clock.advance(11 * 60_000)
      expect(textOf((await browser.open('/account/reauthenticate')).text)).toContain('Confirm with Later ID')
      instance.clock.move(-11 * 60_000)

      expect(await remove(browser, `identities/${now?.id}`)).toEqual(refusal)
      expect(await remove(browser, `identities/${then?.id}`)).toEqual([200, undefined])
      expect(await remove(browser, `identities/${now?.id}`)).toEqual(refusal)
    }))

  test(`without a provider, the last passkey of somebody without a password stays, on ${engine}`, () =>
    afterChange({}, async (instance, browser) => {
      const [identity] = await identitiesOf(browser)
      expect(identity?.usable).toBe(false)
      expect(textOf((await browser.open('/account/security')).text)).toContain(
        'You can’t sign in with it, because this server no longer uses',
      )
      const { data: creation } = (await browser.call('POST /passkeys/options')).body
      const credential = newAuthenticator(instance.url).make(creation)
      const { data: passkey } = (await browser.call('POST /passkeys', { name: 'Key', credential })).body
      expect(await remove(browser, `passkeys/${passkey.id}`)).toEqual(refusal)
      expect(await remove(browser, `identities/${identity?.id}`)).toEqual([200, undefined])
      expect(await remove(browser, `passkeys/${passkey.id}`)).toEqual(refusal)
    }))
}
