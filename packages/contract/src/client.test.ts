// The typed client against a real server: every group of operations, and what it throws.
import { expect, test } from 'bun:test'
import { cookieOf, password } from '../../../test/accounts/sign-in.ts'
import { type Account, type Instance, onEachEngine } from '../../../test/instance.ts'
import { ApiError, type Client, createClient } from './client.ts'
import { api, operations } from './registry.ts'

const long_url = 'https://example.com/'

/** The error of a refused call; fails if it wasn't refused. */
async function refusal(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('the call was not refused')
}

/** A client that keeps a session cookie, as a browser does. */
function inBrowser(instance: Instance): Client {
  let cookie = ''
  return createClient({
    baseUrl: `${instance.url}/v2`,
    async fetch(url, init) {
      const answer = await fetch(url, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), cookie },
      })
      const given = cookieOf({ headers: answer.headers } as Parameters<typeof cookieOf>[0])
      if (given) cookie = given
      return answer
    },
  })
}

onEachEngine('the typed client', (instance) => {
  test('has a method for every operation of the registry, in its group', () => {
    const client = createClient({ baseUrl: instance.url })
    const methods = Object.entries(client).flatMap(([group, calls]) =>
      Object.keys(calls).map((name) => `${group}.${name}`),
    )
    const declared = Object.entries(api).flatMap(([group, tree]) =>
      Object.keys(tree).map((name) => `${group}.${name}`),
    )
    expect(methods).toEqual(declared)
    expect(methods).toHaveLength(operations.length)
  })

  test('creates, reads, changes, lists, archives and restores links', async () => {
    const { client } = await instance.account()
    const { data: link } = await client.links.create({
      long_url,
      title: 'One',
      custom_slug: `a-${instance.engine}`,
    })
    expect((await client.links.get({ short: link.short })).data).toEqual(link)
    expect((await client.links.get({ short: link.id, domain: link.domain })).data).toEqual(link)
    const changed = await client.links.update({ short: link.short, title: 'Two', archive_at: null })
    expect(changed.data).toMatchObject({ id: link.id, title: 'Two', long_url })
    expect((await client.links.archive({ short: link.short })).data.status).toBe('archived')
    expect(await client.links.list()).toEqual({ data: [], total: 0 })
    expect((await client.links.list({ status: 'archived', limit: 1, page: 1, search: 'two' })).total).toBe(1)
    expect((await client.links.unarchive({ short: link.short })).data.status).toBe('active')
    const bulk = await client.links.createMany({ links: [{ long_url }, {}] })
    expect(bulk.data).toMatchObject({ total: 2, success: 1, failed: 1 })
    expect((await client.links.available({ short: 'nobody-has-this' })).data.available).toBe(true)
    expect((await refusal(client.links.available({ short: link.short }))).code).toBe('slug_taken')
  })

  test('reads the statistics of a link and of the account', async () => {
    const { client } = await instance.account()
    const { short } = (await client.links.create({ long_url })).data
    await instance.visit(`/${short}`)
    const today = instance.clock.day()
    const points = await client.statistics.link({ short, start: today, end: today })
    expect(points.data).toEqual([{ date: today, clicks: 1, bots: 0, visitors: 1 }])
    expect((await client.statistics.lifetime({ short })).data).toEqual({ clicks: 1 })
    expect((await client.statistics.breakdown({ short })).data.referers).toEqual([
      { name: 'direct', clicks: 1 },
    ])
    expect((await client.statistics.account({ additional: true })).data).toMatchObject({
      clicks: 1,
      end: today,
    })
  })

  test('reads the profile and the quota', async () => {
    const account = await instance.account()
    expect((await account.client.accounts.user()).data).toMatchObject({
      id: account.userId,
      email: account.email,
    })
    expect((await account.client.accounts.quota()).data.links).toEqual({ limit: null, used: 0 })
  })

  test('signs in, manages keys and domains with the session cookie, and signs out', async () => {
    const { email } = await instance.account()
    const client = inBrowser(instance)
    expect((await refusal(client.accounts.listKeys())).code).toBe('unauthenticated')
    expect((await refusal(client.signIn.signIn({ email, password: 'wrong' }))).code).toBe('wrong_password')
    expect((await client.signIn.signIn({ email, password })).data.email).toBe(email)
    const { key, id } = (await client.accounts.createKey({ name: 'mine', scopes: ['links:read'] })).data
    const withKey = createClient({ baseUrl: `${instance.url}/v2/`, credential: key })
    expect((await refusal(withKey.accounts.user())).code).toBe('insufficient_scope')
    expect((await client.accounts.listKeys()).data.map((one) => one.id)).toContain(id)
    expect((await client.accounts.revokeKey({ id })).data).toEqual({ id, revoked: true })
    const { data: domain } = await client.domains.add({ domain: `go.${instance.engine}.example.net` })
    expect((await client.domains.list({})).data).toEqual([domain])
    expect((await client.domains.remove({ id: domain.id })).data).toEqual({ id: domain.id, removed: true })
    await client.sessions.signOut()
    expect((await refusal(client.domains.list({}))).status).toBe(401)
  })

  test('throws an ApiError with status, code, details and the request’s identifier', async () => {
    const { client } = await instance.account()
    const error = await refusal(client.links.create({ long_url: 'javascript:alert(1)', expired_at: 1 }))
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name: 'ApiError', status: 422, code: 'validation_failed' })
    expect(error.message).toMatch(/\w+ \w+/)
    expect(error.details).toEqual([
      {
        path: 'long_url',
        message: 'must be an http: or https: address with a host',
        code: 'not_web_address',
      },
    ])
    expect(error.requestId).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
    const missing = await refusal(client.links.get({ short: 'a/b?c#d%2F..' }))
    expect(missing).toMatchObject({ status: 404, code: 'not_found', details: [] })
  })

  test("never calls another operation because of a parameter's value", async () => {
    const { client } = await instance.account()
    for (const short of ['', '.', '..', '../stats', '%2e%2e', '/', 'x/stats/lifetime', '?page=1']) {
      expect((await refusal(client.links.get({ short }))).code).toBe('not_found')
      expect((await refusal(client.statistics.link({ short }))).code).toBe('not_found')
    }
  })

  test("throws an ApiError for responses that aren't the API's, too", async () => {
    const page = createClient({ baseUrl: instance.url, fetch: () => fetch(`${instance.url}/v2/docs`) })
    expect(await refusal(page.links.list())).toMatchObject({
      status: 200,
      code: 'internal',
      requestId: expect.stringMatching(/./),
    })
  })

  test('repeats a creation under its idempotency key', async () => {
    const { client }: Account = await instance.account()
    const first = await client.links.create({ long_url }, { idempotencyKey: 'once' })
    expect(await client.links.create({ long_url }, { idempotencyKey: 'once' })).toEqual(first)
    const conflict = client.links.create({ long_url, title: 'x' }, { idempotencyKey: 'once' })
    expect((await refusal(conflict)).code).toBe('idempotency_conflict')
    expect((await client.links.list()).total).toBe(1)
  })

  test('stops when its signal is aborted', async () => {
    const { client } = await instance.account()
    const call = client.links.create({ long_url }, { signal: AbortSignal.abort() })
    await expect(call).rejects.toHaveProperty('name', 'AbortError')
  })
})
