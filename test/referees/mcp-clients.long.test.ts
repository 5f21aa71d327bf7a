// The official MCP clients, 2.x and 1.x: from a 401 through a user's consent in Chromium to working tools.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { InsufficientScopeError, UnauthorizedError } from '@modelcontextprotocol/client'
import { UnauthorizedError as FirstUnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import type { Page } from 'playwright-core'
import { signIn } from '../accounts/sign-in.ts'
import { giveCookie, openWindow } from '../browser/browser-window.ts'
import { type OauthBrowser, startOauthBrowser } from '../browser/oauth-browser.ts'
import { type Account, onEachEngine } from '../instance.ts'
import { AgentApplication } from './agent-application.ts'
import {
  type AgentClient,
  type AgentClientKind,
  type Attempt,
  agentClients,
  first,
  heldClients,
  secondModern,
} from './agent-clients.ts'

const hour = 3_600_000
const destination = 'https://example.com/a?b=c'

let browser: OauthBrowser
beforeAll(async () => {
  browser = await startOauthBrowser()
})
afterAll(() => browser?.close())

/** What a client can't do before the user has consented, according to its own error. */
async function untilAsked(work: Promise<unknown>): Promise<void> {
  const error = await work.then(
    () => new Error('nobody had to be asked'),
    (error) => error,
  )
  if (!(error instanceof UnauthorizedError || error instanceof FirstUnauthorizedError)) throw error
}

onEachEngine('the agent tools', (instance) => {
  let account: Account
  let page: Page
  beforeAll(async () => {
    account = await instance.account()
    page = (await openWindow(browser.chrome)).page
  })
  afterAll(() => page?.context().close())

  const newApplication = (name: string) => new AgentApplication({ name, redirectUrl: browser.callback })

  /** The user, who has just signed in, decides on the application's newest request; returns what the browser brings back. */
  async function decided(application: AgentApplication, button: 'Allow' | 'Deny'): Promise<URLSearchParams> {
    const { cookie } = await signIn(instance, account)
    await giveCookie(page.context(), instance.url, cookie)
    await page.goto(`${application.asked.at(-1)}`)
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.waitForURL((url) => url.href.startsWith(browser.callback))
    return application.arrived(new URL(page.url()))
  }

  /** All steps until a client is connected. */
  async function connected(
    kind: AgentClientKind,
    application: AgentApplication,
  ): Promise<{ client: AgentClient; attempts: [Attempt, Attempt] }> {
    const asking = kind.attempt(instance.url, { application })
    await untilAsked(asking.connect())
    await asking.finish(await decided(application, 'Allow'))
    const allowed = kind.attempt(instance.url, { application })
    return { client: await allowed.connect(), attempts: [asking, allowed] }
  }

  describe.each(agentClients)('with $name', (kind) => {
    let application: AgentApplication
    let client: AgentClient
    let attempts: [Attempt, Attempt]
    beforeAll(async () => {
      application = newApplication(kind.name)
      const done = await connected(kind, application)
      client = done.client
      attempts = done.attempts
    })
    afterAll(() => client?.close())

    test('it discovers by itself where to register, ask for consent, and get tokens', () => {
      expect(attempts[0].wire).toEqual([
        'POST /mcp 401',
        'GET /.well-known/oauth-protected-resource/mcp 200',
        'GET /.well-known/oauth-authorization-server 200',
        'POST /oauth/register 201',
        'POST /oauth/token 200',
      ])
      expect(attempts[1].wire.slice(0, 1)).toEqual(['POST /mcp 200'])
    })

    test('a user is asked for all scopes, for the tools only', async () => {
      const asked = application.asked[0]?.searchParams
      expect(asked?.get('scope')?.split(' ')).toHaveLength(10)
      expect(asked?.get('resource')).toBe(`${instance.url}/mcp`)
      const elsewhere = { headers: { authorization: `Bearer ${application.kept?.access_token}` } }
      expect((await instance.ask('GET /v2/links', elsewhere)).status).toBe(401)
    })

    test('it uses its revision, finds 28 tools, and their results match their schemas', async () => {
      expect(client.revision).toBe(kind.revision)
      expect(await client.tools()).toHaveLength(28)
      const made = await client.call('create_link', { long_url: destination })
      const { short } = made.structuredContent.data
      expect((await client.call('get_link', { short })).structuredContent).toMatchObject({
        data: { short, long_url: destination },
      })
      for (const tool of ['list_links', 'get_account_stats', 'get_global_qr', 'get_user_info', 'get_quota'])
        expect((await client.call(tool)).isError, tool).toBeFalsy()
    })

    test('a refusal is a result, which it passes to its model', async () => {
      await client.tools()
      const { isError, content } = await client.call('get_link', { short: 'nothing' })
      expect(isError).toBe(true)
      expect(content[0].text).toStartWith('not_found: ')
    })

    test('it refreshes its tokens when they have expired, and continues', async () => {
      const before = application.kept
      await instance.clock.advance(hour + 1000)
      expect((await client.call('get_quota')).structuredContent.data.plan).toBe('roomy')
      expect(attempts[1].wire.slice(-3)).toEqual(['POST /mcp 401', 'POST /oauth/token 200', 'POST /mcp 200'])
      expect(application.kept?.access_token).not.toBe(before?.access_token)
      expect(application.kept?.refresh_token).not.toBe(before?.refresh_token)
      expect(application.asked).toHaveLength(1)
    })

    test('if its access is revoked at /account between a list and a call, it asks the user again', async () => {
      expect(await client.tools()).not.toBeEmpty()
      await page.goto(`${instance.url}/account/apps`)
      await page.getByRole('button', { name: `Remove access: ${kind.name}`, exact: true }).click()
      await page.getByText('Access removed.').waitFor()
      await untilAsked(client.call('create_link', { long_url: destination, custom_slug: 'too-late' }))
      expect((await account.call('GET /links/too-late')).status).toBe(404)
      expect(application.kept).toBeUndefined()
      expect(application.asked).toHaveLength(2)
    })
  })

  describe.each([secondModern, first])('a user who refuses, with $name', (kind) => {
    test('leaves it without tokens, and is asked again the next time', async () => {
      const application = newApplication(`Refused by ${kind.name}`)
      const attempt = kind.attempt(instance.url, { application })
      await untilAsked(attempt.connect())
      const answer = await decided(application, 'Deny')
      expect(answer.get('error')).toBe('access_denied')
      await expect(attempt.finish(answer)).rejects.toThrow('The user denied access.')
      expect(attempt.wire.at(-1)).toBe('POST /oauth/register 201')
      expect(application.kept).toBeUndefined()
      await untilAsked(kind.attempt(instance.url, { application }).connect())
      expect(application.asked).toHaveLength(2)
    })
  })

  describe('a call without its scope', () => {
    const few = 'links:read user:read'
    const make = { long_url: destination }
    test('makes 2.x ask the user for that scope too, and then works', async () => {
      const application = newApplication('Reads first')
      application.scopes = few
      const { client, attempts } = await connected(secondModern, application)
      expect(await client.tools()).not.toContain('create_link')
      application.scopes = null
      await untilAsked(client.call('create_link', make))
      expect(attempts[1].wire.at(-1)).toBe('POST /mcp 403')
      expect(application.asked.at(-1)?.searchParams.get('scope')).toBe(`${few} links:write`)
      await attempts[1].finish(await decided(application, 'Allow'))
      expect((await client.call('create_link', make)).structuredContent.data.long_url).toBe(destination)
    })

    test('makes 1.x refresh without success, and ask the user once it has discarded its tokens', async () => {
      const application = newApplication('Reads first, and then forgets')
      application.scopes = few
      const { client, attempts } = await connected(first, application)
      await expect(client.call('create_link', make)).rejects.toThrow('403 after trying upscoping')
      expect(attempts[1].wire.slice(-3)).toEqual(['POST /mcp 403', 'POST /oauth/token 200', 'POST /mcp 403'])
      application.scopes = null
      application.invalidateCredentials('tokens')
      await untilAsked(client.call('create_link', make))
      await attempts[1].finish(await decided(application, 'Allow'))
      expect((await client.call('create_link', make)).structuredContent.data.long_url).toBe(destination)
    })
  })

  describe.each([...agentClients, ...heldClients])('with an API key, $name', (kind) => {
    test('connects at once, in its revision, and calls a tool', async () => {
      const attempt = kind.attempt(instance.url, { key: account.key })
      const client = await attempt.connect()
      expect(client.revision).toBe(kind.revision)
      expect(await client.tools()).toHaveLength(28)
      expect((await client.call('get_quota')).structuredContent.data.plan).toBe('roomy')
      await client.close()
      expect(attempt.wire.filter((line) => !/^POST \/mcp 20[02]$/.test(line))).toEqual(
        kind.revision === '2026-07-28' ? [] : ['GET /mcp 405'],
      )
    })
  })

  test('with a key that does not allow a tool, both clients name the missing scope, or repeat the server’s message', async () => {
    const key = await account.newKey('links:read')
    const [second, one] = await Promise.all(
      [secondModern, first].map((kind) => kind.attempt(instance.url, { key }).connect()),
    )
    const make = { long_url: destination }
    const error = await second?.call('create_link', make).catch((error) => error)
    expect(error).toBeInstanceOf(InsufficientScopeError)
    expect(error.requiredScope).toBe('links:write')
    await expect(one?.call('create_link', make)).rejects.toThrow('a credential with the scope links:write')
  })

  test('under a different host name than the service’s, both clients refuse to sign in', async () => {
    const alias = instance.url.replace('localhost', '127.0.0.1')
    for (const kind of [secondModern, first]) {
      const application = newApplication('Misled')
      await expect(kind.attempt(alias, { application }).connect()).rejects.toThrow(
        `Protected resource ${instance.url}/mcp does not match expected ${alias}/mcp`,
      )
      expect(application.registration).toBeUndefined()
    }
  })

  test('with an unknown key, both clients report that', async () => {
    for (const kind of [secondModern, first]) {
      const attempt = kind.attempt(instance.url, { key: 'sk_live_unknown' })
      await expect(attempt.connect()).rejects.toMatchObject(kind === first ? { code: 401 } : { status: 401 })
      expect(attempt.wire).toEqual(['POST /mcp 401'])
    }
  })
})
