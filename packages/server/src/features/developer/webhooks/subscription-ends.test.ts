// An automation subscription lasts as long as the credential that made it.
import { expect, test } from 'bun:test'
import { usualEvents } from '@linnet/contract'
import {
  type App,
  authorizationQuery,
  codeOf,
  exchange,
  newApp,
  newPkce,
  tokensFor,
} from '../../../../../../test/accounts/oauth.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { automationPlatform } from '../../../../../../test/webhooks/automation-platform.ts'
import type { IncomingRequest } from '../../../../../../test/webhooks/webhook-receiver.ts'
import { isStandardSignedBy } from '../../../../../../test/webhooks/webhook-signatures.ts'

onEachEngine(
  'a subscription ends with its credential:',
  (instance) => {
    const platform = automationPlatform(instance)
    const { newUrl, subscribe, webhooks, arrivalAt, listens } = platform

    const newKey = async (...more: string[]) => {
      const words = ['--email', platform.account.email, '--name', 'k', '--scopes', 'all', ...more]
      return (await instance.command('key', 'create', ...words)) as { id: string; key: string }
    }

    test('a key that is revoked', async () => {
      const url = newUrl()
      const { id, key } = await newKey()
      const first = (await subscribe({ url }, key)).body.data
      expect(await listens(url)).toBe(true)
      await arrivalAt(url)
      await instance.command('key', 'revoke', '--id', id)
      expect(await listens(url)).toBe(false)
      // Another key takes it over, so that the previous key's owner doesn't know a valid secret.
      const second = (await subscribe({ url, event: 'link.created' })).body.data
      expect([second.id, second.secret === first.secret]).toStrictEqual([first.id, false])
      expect([first.events, second.events]).toStrictEqual([[...usualEvents], ['link.created']])
      const isNew = (arrival: IncomingRequest) => isStandardSignedBy(arrival, second.secret)
      // A delivery in flight may still be signed as before, and is retried.
      platform.receiver.answer = (arrival) => (isNew(arrival) ? 200 : 401)
      await platform.account.link()
      expect(isStandardSignedBy(await platform.receiver.next(isNew), first.secret)).toBe(false)
    })

    test('a key that expires, within a minute', async () => {
      const url = newUrl()
      const { key } = await newKey('--expires', instance.clock.day())
      await subscribe({ url }, key)
      expect(await webhooks()).toHaveLength(1)
      await instance.clock.advance(86_400_000)
      await instance.clock.advance(60_000)
      expect(await webhooks()).toStrictEqual([])
    })

    test('and it is deleted soon after', async () => {
      const url = newUrl()
      const { id, key } = await newKey()
      await subscribe({ url }, key)
      await platform.someone.call('POST /webhooks', { body: { url, events: ['link.created'] } })
      await instance.command('key', 'revoke', '--id', id)
      await instance.clock.advance(60_000)
      expect(await webhooks()).toMatchObject([{ source: 'dashboard' }])
      const [line] = (await platform.someone.call('GET /audit?limit=1')).body.data
      expect(line).toMatchObject({ action: 'webhook_deleted', detail: { url, key_id: id }, address: '' })
      const page = await instance.ask('GET /account/activity', {
        headers: { cookie: platform.someone.cookie },
      })
      expect(page.text).toContain('deleted together with the API key or application that created it')
      expect(page.text).toContain('Automatic')
    })

    test('what another credential takes over at that moment stays', async () => {
      for (let round = 0; round < 5; round++) {
        const url = newUrl()
        const { id, key } = await newKey()
        await subscribe({ url }, key)
        await instance.command('key', 'revoke', '--id', id)
        const [{ body }] = await Promise.all([subscribe({ url }), instance.clock.advance(30_000)])
        expect((await webhooks())[0]?.id).toBe(body.data.id)
      }
    })

    const publicTokens = async (app: App) => {
      const pkce = newPkce()
      const query = { code_challenge: pkce.challenge, code_challenge_method: 'S256' }
      const code = codeOf(await platform.someone.allow(authorizationQuery(app, query)))
      return (await exchange(instance, app, code, { code_verifier: pkce.verifier })).body
    }

    for (const kind of ['confidential', 'public'] as const)
      test(`a ${kind} application that is disconnected`, async () => {
        const url = newUrl()
        const app = await newApp(instance, platform.account, { isPublic: kind === 'public' })
        const { access_token } = await (kind === 'public'
          ? publicTokens(app)
          : tokensFor(instance, platform.someone, app))
        expect((await subscribe({ url }, access_token)).status).toBe(200)
        expect(await listens(url)).toBe(true)
        expect((await platform.someone.call(`DELETE /user/oauth/apps/${app.clientId}`)).status).toBe(200)
        expect(await listens(url)).toBe(false)
        expect((await subscribe({ url }, access_token)).status).toBe(401)
        await instance.clock.advance(60_000)
        expect(await webhooks()).toStrictEqual([])
      })

    test('an application that has itself revoked its last grant', async () => {
      const url = newUrl()
      const app = await newApp(instance, platform.account)
      const [first, second] = [
        await tokensFor(instance, platform.someone, app),
        await tokensFor(instance, platform.someone, app),
      ]
      await subscribe({ url }, first.access_token)
      const revoke = (token: string) => instance.ask('POST /oauth/revoke', { body: { token } })
      await revoke(first.refresh_token)
      expect(await listens(url)).toBe(true)
      await revoke(second.refresh_token)
      expect(await listens(url)).toBe(false)
      await instance.clock.advance(60_000)
      expect(await webhooks()).toStrictEqual([])
    })

    test("for good: a new grant a moment later doesn't revive it", async () => {
      const ends = [
        (app: App) => platform.someone.call(`DELETE /user/oauth/apps/${app.clientId}`),
        (_: App, token: string) => instance.ask('POST /oauth/revoke', { body: { token } }),
      ]
      for (const end of ends) {
        const url = newUrl()
        const app = await newApp(instance, platform.account)
        const tokens = await tokensFor(instance, platform.someone, app)
        expect((await subscribe({ url }, tokens.access_token)).status).toBe(200)
        expect((await end(app, tokens.refresh_token)).status).toBe(200)
        expect(await webhooks()).toStrictEqual([])
        const { data } = (await platform.someone.call('GET /audit?limit=10')).body
        expect(data.find(({ action }: { action: string }) => action === 'webhook_deleted')).toMatchObject({
          detail: { url, client_id: app.clientId, reason: 'credential_ended' },
        })
        await tokensFor(instance, platform.someone, app)
        expect(await listens(url)).toBe(false)
      }
    })

    test('even one that is made at the moment of disconnecting', async () => {
      const app = await newApp(instance, platform.account)
      for (let round = 0; round < 5; round++) {
        const url = newUrl()
        const { access_token } = await tokensFor(instance, platform.someone, app)
        const [{ status }] = await Promise.all([
          subscribe({ url }, access_token),
          platform.someone.call(`DELETE /user/oauth/apps/${app.clientId}`),
        ])
        expect([200, 401]).toContain(status)
        await tokensFor(instance, platform.someone, app)
        expect(await webhooks()).toStrictEqual([])
      }
    })

    test('but not an application whose grant has merely expired', async () => {
      const url = newUrl()
      const app = await newApp(instance, platform.account)
      const { access_token } = await tokensFor(instance, platform.someone, app)
      await subscribe({ url }, access_token)
      await instance.clock.advance(31 * 86_400_000)
      expect((await subscribe({ url }, access_token)).status).toBe(401)
      expect(await listens(url)).toBe(true)
    })

    test('an application that is deleted', async () => {
      const url = newUrl()
      const app = await newApp(instance, platform.account)
      const { access_token } = await tokensFor(instance, platform.someone, app)
      await subscribe({ url }, access_token)
      expect((await platform.someone.call(`DELETE /apps/${app.clientId}`)).status).toBe(200)
      expect(await listens(url)).toBe(false)
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
