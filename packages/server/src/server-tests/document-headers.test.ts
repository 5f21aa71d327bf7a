// Every HTML document has headers that restrict who may open, embed and load it, and its device features.
import { beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  authorizationQuery,
  encoded,
  newApp,
  newPkce,
  type Person,
  person,
} from '../../../../test/accounts/oauth.ts'
import { type Account, type Answer, onOneEngine } from '../../../../test/instance.ts'

const folder = resolve(import.meta.dir, '..')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(resolve(folder, name), 'utf8') }))

/** The paths of all pages of all features, found in the sources. */
const paths = [
  ...new Set(
    sources
      .filter(({ name }) => name.startsWith('features/'))
      .flatMap(({ text }) => [...text.matchAll(/'(\/(?:account|oauth\/authorize|consent)(?:\/[\w/-]*)?)'/g)])
      .map(([, path]) => path as string),
  ),
].sort()

const onTheWayToConsent = /^\/(oauth\/authorize|consent|account\/(reauthenticate|sign-(in|up)(\/code)?))$/

const unused = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi']

/** The headers that a document must have: the same for all but the consent flow, which may be in an application's popup. */
function judge(what: string, { status, headers }: Answer, opener = 'same-origin') {
  expect([what, status, headers.get('content-type')]).toEqual([
    what,
    status,
    expect.stringMatching(/^text\/html/),
  ])
  const said = Object.fromEntries(
    ['cross-origin-opener-policy', 'cross-origin-resource-policy', 'x-content-type-options'].map((name) => [
      name,
      headers.get(name),
    ]),
  )
  expect([what, said]).toEqual([
    what,
    {
      'cross-origin-opener-policy': opener,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  ])
  const permissions = headers.get('permissions-policy')?.split(', ')
  for (const feature of unused)
    expect([what, permissions]).toEqual([what, expect.arrayContaining([`${feature}=()`])])
  expect([what, headers.get('content-security-policy')]).toEqual([
    what,
    expect.stringContaining("default-src 'none'"),
  ])
}

onOneEngine('every HTML document', (instance) => {
  let account: Account
  let someone: Person

  beforeAll(async () => {
    account = await instance.account()
    someone = await person(instance, account)
  })

  test('is created by the module that adds the shared headers', () => {
    const makers = sources.filter(({ text }) => /'text\/html(;[^']*)?',$/m.test(text))
    expect(makers.length).toBeGreaterThan(3)
    expect(makers.filter(({ text }) => !text.includes('...documentHeaders')).map(({ name }) => name)).toEqual(
      [],
    )
  })

  test('of the account, sign-in and consent, signed in or not, for GET and for refused forms', async () => {
    expect(paths.length).toBeGreaterThan(20)
    for (const path of paths)
      for (const cookie of ['', someone.cookie])
        for (const method of ['GET', 'POST', 'DELETE']) {
          // It would end the session.
          if (path === '/account/sign-out' && cookie) continue
          const answer = await instance.ask(`${method} ${path}`, {
            headers: { cookie, origin: 'https://evil.example' },
          })
          const opener = onTheWayToConsent.test(path) ? 'unsafe-none' : 'same-origin'
          if (answer.headers.get('content-type')?.startsWith('text/html'))
            judge(`${method} ${path}`, answer, opener)
          else
            expect([path, answer.status < 400 || path.startsWith('/account/passkey')]).toEqual([path, true])
        }
  })

  test('of the consent flow, which keeps the opener of its popup even in redirects', async () => {
    const app = await newApp(instance, account)
    const asked = await someone.authorize(authorizationQuery(app))
    const { screen, request } = await someone.consent(asked)
    judge('the consent screen', screen, 'unsafe-none')
    const allowed = await someone.decide(request, 'allow')
    const unsigned = await instance.ask(`GET /oauth/authorize?${encoded(authorizationQuery(app))}`)
    for (const { status, headers } of [asked, allowed, unsigned])
      expect([status, headers.get('cross-origin-opener-policy')]).toEqual([303, 'unsafe-none'])
    const own = { redirect_uris: ['https://agent.example/cb'] }
    const { client_id } = (await instance.ask('POST /oauth/register', { body: own })).body
    const query = { response_type: 'code', client_id, code_challenge: newPkce().challenge, prompt: 'none' }
    judge('the stop page', await someone.authorize(query), 'unsafe-none')
  })

  test('of the dashboard, its preview and the API reference', async () => {
    const headers = { cookie: someone.cookie }
    for (const path of ['/dashboard', '/dashboard/links', '/dashboard/preview', '/dashboard/none'])
      judge(path, await instance.ask(`GET ${path}`, { headers }))
    judge('the reference', await instance.ask('GET /v2/docs'))
  })

  describe('of visitors', () => {
    test('of links: prompts, warnings and errors', async () => {
      const locked = await account.link({ password: 'sesame' })
      const [adult, once, plain] = [await account.link(), await account.link(), await account.link()]
      await account.call(`PUT /links/${adult.short}`, { body: { adult: true } })
      await account.call(`PUT /links/${once.short}`, { body: { disposable: true } })
      await instance.visit(`/${once.short}`)
      for (const path of [
        '/',
        '/nowhere',
        '/nowhere/below',
        '/a b',
        `/${locked.short}`,
        `/${adult.short}`,
        `/${plain.short}+`,
        `/${once.short}`,
        '/static/nowhere',
        '/assets/nowhere',
      ])
        judge(path, await instance.visit(path))
      const body = new URLSearchParams({ password: 'wrong' })
      judge('a wrong password', await instance.ask(`POST /${locked.short}`, { body }))
      judge('a wrong method', await instance.ask(`DELETE /${plain.short}`))
    })

    test('of microsites', async () => {
      const { body } = await account.call('POST /microsites', {
        body: { slug: `page-${account.userId.slice(-6)}`, title: 'A page', kind: 'personal' },
      })
      const { slug } = body.data
      for (const path of [`/${slug}`, `/${slug}/nowhere`]) judge(path, await instance.visit(path))
    })
  })

  test('but images stay embeddable on other sites, and plain redirects are unchanged', async () => {
    const { short } = await account.link()
    const { body } = await account.call('POST /microsites', {
      body: { slug: `pic-${account.userId.slice(-6)}`, title: 'A page', kind: 'personal' },
    })
    for (const path of [`/${short}.svg`, `/${short}.png`, `/${body.data.slug}.svg`]) {
      const { status, headers } = await instance.visit(path)
      expect([path, status, headers.get('cross-origin-resource-policy')]).toEqual([path, 200, 'cross-origin'])
    }
    const page = await instance.visit(`/${body.data.slug}`)
    const picture =
      /property="og:image" content="([^"]+)"/.exec(page.text)?.[1]?.replace(instance.url, '') ?? ''
    const { status, headers } = await instance.visit(picture)
    expect([picture, status, headers.get('cross-origin-resource-policy')]).toEqual([
      picture,
      200,
      'cross-origin',
    ])
    const redirect = await instance.visit(`/${short}`)
    for (const name of ['cross-origin-opener-policy', 'cross-origin-resource-policy', 'permissions-policy'])
      expect([redirect.status, name, redirect.headers.get(name)]).toEqual([302, name, null])
  })
})
