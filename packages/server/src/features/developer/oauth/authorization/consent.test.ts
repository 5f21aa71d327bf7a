// The consent screen: what it shows, what each button does, and that nothing can be changed in between.
import { describe, expect, test } from 'bun:test'
import {
  type App,
  authorizationQuery,
  codeOf,
  encoded,
  exchange,
  locationOf,
  newApp,
  newPkce,
  person,
  redirectUri,
} from '../../../../../../../test/accounts/oauth.ts'
import { oauthFixture } from '../../../../../../../test/accounts/oauth-fixture.ts'
import { textOf } from '../../../../../../../test/html.ts'
import { onEachEngine } from '../../../../../../../test/instance.ts'

onEachEngine('the consent screen', (instance) => {
  let app: App

  const { account, someone } = oauthFixture(instance)

  /** A new application each time, so that no consent is remembered. */
  async function openConsent() {
    app = await newApp(instance, account)
    const { screen, request } = await someone.consent(await someone.authorize(authorizationQuery(app)))
    return { screen, request }
  }

  test('shows which application requests what, for which account, and where the browser will be redirected', async () => {
    const { screen } = await openConsent()
    expect(screen.status).toBe(200)
    const text = textOf(screen.text)
    expect(text).toContain('Test App wants to access your account')
    expect(text).toContain('view your links')
    expect(text).toContain('view your name, e-mail address')
    expect(text).not.toContain('links:read')
    // About what its scopes can read.
    expect(text).toContain('subscribe to events about the data that it can read')
    expect(text).toContain(account.email)
    expect(text).toContain('https://app.example/callback')
    expect(screen.text).toMatch(/<button[^>]*value="allow"[^>]*>Allow<\/button>/)
    expect(screen.text).toMatch(/<button[^>]*value="deny"[^>]*>Deny<\/button>/)
  })

  test('is in Indonesian for browsers that prefer it', async () => {
    app = await newApp(instance, account)
    const to = locationOf(await someone.authorize(authorizationQuery(app)))
    const screen = await instance.ask(`GET ${to.pathname}${to.search}`, {
      headers: { cookie: someone.cookie, 'accept-language': 'id' },
    })
    expect(screen.text).toContain('<html lang="id">')
    expect(screen.text).toContain('>Izinkan</button>')
    expect(screen.text).toContain('<li>berlangganan peristiwa tentang data')
  })

  describe('mentions events', () => {
    const told = {
      en: 'subscribe to events about the data that it can read',
      id: 'berlangganan peristiwa tentang data yang dapat dibacanya',
    }

    /** Whether the screen mentions events when access to these resources is requested; the same in both languages. */
    async function tells(isPublic: boolean, ...resources: string[]): Promise<boolean> {
      const asking = await newApp(instance, account, { isPublic })
      const query = encoded(
        authorizationQuery(asking, { code_challenge: newPkce().challenge, code_challenge_method: 'S256' }),
      )
      for (const resource of resources) query.append('resource', resource)
      const to = locationOf(await someone.authorize(`${query}`))
      expect(to.pathname).toBe('/consent')
      const answers = await Promise.all(
        (['en', 'id'] as const).map(async (language) => {
          const headers = { cookie: someone.cookie, 'accept-language': language }
          const { text } = await instance.ask(`GET ${to.pathname}${to.search}`, { headers })
          expect(text).toContain(`<html lang="${language}">`)
          expect(text).toContain('<ul class="scopes"><li>')
          return text.includes(told[language])
        }),
      )
      const first = answers[0] === true
      expect(answers).toEqual([first, first])
      return first
    }

    test("unless the access is for agent tools alone, whose tokens can't subscribe", async () => {
      const tools = `${instance.url}/mcp`
      expect(await tells(true, tools)).toBe(false)
      expect(await tells(true, `${tools}/`)).toBe(false)
      expect(await tells(true)).toBe(true)
      expect(await tells(true, `${instance.url}/v2`)).toBe(true)
      expect(await tells(true, tools, `${instance.url}/v2`)).toBe(true)
    })

    test('unless none of its scopes covers events', async () => {
      const asking = await newApp(instance, account)
      for (const [scope, isTold] of [
        ['links:write user:read', false],
        ['links:write links:analytics', true],
        ['qr:read', true],
      ] as const) {
        const { screen } = await someone.consent(
          await someone.authorize(authorizationQuery(asking, { scope })),
        )
        expect([scope, screen.text.includes(told.en)]).toEqual([scope, isTold])
      }
    })

    test('if consent is remembered, because that then covers the API too', async () => {
      expect(await tells(false, `${instance.url}/mcp`)).toBe(true)
    })
  })

  test("can't be framed, cached or scripted, and lets its form redirect to the application", async () => {
    const { screen } = await openConsent()
    const policy = screen.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('form-action')
    expect(policy).not.toContain('script-src')
    expect(screen.headers.get('x-frame-options')).toBe('DENY')
    expect(screen.headers.get('cache-control')).toContain('no-store')
  })

  test('shows a hostile name as text', async () => {
    const name = '<img src=x onerror=alert(1)>"'
    const made = await instance.command(
      ...['app', 'create', '--email', account.email, '--name', name, '--redirect-uri', redirectUri],
    )
    const hostile = { clientId: made.client_id as string, secret: null }
    const { screen } = await someone.consent(await someone.authorize(authorizationQuery(hostile)))
    expect(screen.text).not.toContain('<img')
    expect(screen.text).toContain('&lt;img src=x')
    expect(screen.text).toMatch(/<bdi>&lt;img/)
  })

  test('warns about an application registered by another account, but not about one’s own or the operator’s', async () => {
    const warning = 'Another account on this server registered this application'
    const screenOf = async (owner: { email: string }) => {
      const requestQuery = authorizationQuery(await newApp(instance, owner))
      return (await someone.consent(await someone.authorize(requestQuery))).screen.text
    }
    expect(await screenOf(account)).not.toContain(warning)
    expect(await screenOf(await instance.account())).toContain(warning)
    const operator = 'operator@example.com'
    await instance.command('user', 'create', '--email', operator, '--password', 'a fine password', '--admin')
    expect(await screenOf({ email: operator })).not.toContain(warning)
  })

  test('Allow redirects with a code that can be redeemed', async () => {
    const { request } = await openConsent()
    const answer = await someone.decide(request, 'allow')
    expect(answer.status).toBe(303)
    expect((await exchange(instance, app, codeOf(answer))).status).toBe(200)
  })

  test('Deny redirects with access_denied, and nothing is remembered', async () => {
    const { request } = await openConsent()
    const { searchParams } = locationOf(await someone.decide(request, 'deny'))
    expect(searchParams.get('error')).toBe('access_denied')
    expect([searchParams.get('state'), searchParams.get('iss')]).toStrictEqual(['a state', instance.url])
    expect(searchParams.has('code')).toBe(false)
    expect(locationOf(await someone.authorize(authorizationQuery(app))).pathname).toBe('/consent')
  })

  test('Use another account ends the session and repeats the request for the next one', async () => {
    const restless = await person(instance, account)
    app = await newApp(instance, account)
    const { request } = await restless.consent(await restless.authorize(authorizationQuery(app)))
    const answer = await restless.decide(request, 'switch')
    expect(locationOf(answer).pathname).toBe('/account/sign-in')
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await restless.call('GET /sessions')).status).toBe(401)
    const again = new URL(locationOf(answer).searchParams.get('return_to') ?? '')
    expect(Object.fromEntries(again.searchParams)).toStrictEqual({
      ...(authorizationQuery(app) as Record<string, string>),
      prompt: 'consent',
    })
    const other = await person(instance, await instance.account())
    expect(locationOf(await other.authorize(again.search.slice(1))).pathname).toBe('/consent')
  })

  describe("refuses with 400, doesn't redirect and grants nothing, when", () => {
    const refused = (answer: { status: number; headers: Headers }) =>
      expect([answer.status, answer.headers.get('location')]).toStrictEqual([400, null])

    test('the request in the form was changed', async () => {
      const { request } = await openConsent()
      refused(await someone.decide(`${request.slice(0, -1)}!`, 'allow'))
      refused(await someone.decide('', 'allow'))
      expect((await someone.decide(request, 'allow')).status).toBe(303)
    })

    test('the decision is invalid', async () => {
      const { request } = await openConsent()
      refused(await someone.decide(request, 'maybe'))
    })

    test('fields that would change the request are added: they are ignored', async () => {
      const { request } = await openConsent()
      const body = new URLSearchParams({
        request,
        decision: 'allow',
        scope: 'links:write',
        redirect_uri: 'https://evil.example/',
        client_id: 'app_other',
        state: 'forged',
      })
      const headers = { cookie: someone.cookie, origin: instance.url }
      const answer = await instance.ask('POST /consent', { body, headers })
      expect(answer.headers.get('location')).toStartWith(`${redirectUri}?code=`)
      expect(locationOf(answer).searchParams.get('state')).toBe('a state')
      expect((await exchange(instance, app, codeOf(answer))).body.scope).toBe('links:read user:read')
    })

    test('a field is repeated', async () => {
      const { request } = await openConsent()
      const body = new URLSearchParams([
        ['request', request],
        ['decision', 'deny'],
        ['decision', 'allow'],
      ])
      refused(await instance.ask('POST /consent', { body, headers: { cookie: someone.cookie } }))
    })

    test('another user submits it', async () => {
      const { request } = await openConsent()
      const other = await person(instance, await instance.account())
      refused(await other.decide(request, 'allow'))
      const page = await instance.ask(`GET /consent?request=${request}`, {
        headers: { cookie: other.cookie },
      })
      refused(page)
      expect(page.text).not.toContain('Test App')
    })

    test('the same user submits it from another session', async () => {
      const { request } = await openConsent()
      refused(await (await person(instance, account)).decide(request, 'allow'))
    })

    test('the session has ended', async () => {
      const { request } = await openConsent()
      refused(
        await instance.ask('POST /consent', { body: new URLSearchParams({ request, decision: 'allow' }) }),
      )
    })

    test('it was already answered; of two at once, one counts', async () => {
      const { request } = await openConsent()
      const answers = await Promise.all(Array.from({ length: 5 }, () => someone.decide(request, 'allow')))
      expect(answers.map(({ status }) => status).sort()).toStrictEqual([303, 400, 400, 400, 400])
      refused(await someone.decide(request, 'deny'))
    })

    test('half an hour has passed', async () => {
      const { request } = await openConsent()
      await instance.clock.advance(30 * 60_000)
      refused(await someone.decide(request, 'allow'))
    })

    test('the application was deleted, or lost the redirect URI or the scope, meanwhile', async () => {
      const changes = [
        () => someone.call(`DELETE /apps/${app.clientId}`),
        () =>
          someone.call(`PUT /apps/${app.clientId}`, { body: { redirect_uris: ['https://app.example/new'] } }),
        () => someone.call(`PUT /apps/${app.clientId}`, { body: { scopes: ['qr:read'] } }),
      ]
      for (const change of changes) {
        const { request } = await openConsent()
        expect((await change()).status).toBe(200)
        refused(await someone.decide(request, 'allow'))
      }
    })
  })

  test('a form from another site is refused with 403', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: '', 'sec-fetch-site': 'cross-site' },
    ]) {
      const { request } = await openConsent()
      const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
      const answer = await instance.ask('POST /consent', {
        body: new URLSearchParams({ request, decision: 'allow' }),
        headers: { cookie: someone.cookie, ...given } as Record<string, string>,
      })
      expect([answer.status, answer.headers.get('location')]).toStrictEqual([403, null])
    }
  })
})
