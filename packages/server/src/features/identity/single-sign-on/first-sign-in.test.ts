// The first sign-in at the provider: who gets an account, and who is told why not.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { signInThere } from '../../../../../../test/accounts/provider-sign-in.ts'
import { formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { startIdentityProvider } from '../../../../../../test/servers/identity-provider.ts'

const provider = await startIdentityProvider({
  OIDC_NAME: 'Example ID',
  OIDC_ALLOW: 'example.org, group:staff',
})
afterAll(() => provider.stop())

onEachEngine(
  'somebody who signs in at the provider for the first time',
  (instance) => {
    beforeAll(() => provider.register(instance.url))

    test('gets an account by the domain of their verified address, and is signed in', async () => {
      provider.people.set('ana', { email: 'Ana@Example.org', email_verified: true, name: 'Ana' })
      const browser = formBrowser(instance)
      const answer = await signInThere(browser, 'ana')
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account'])
      expect((await browser.call('GET /user')).body.data).toMatchObject({
        email: 'ana@example.org',
        name: 'Ana',
      })
    })
  },
  provider.env,
)
