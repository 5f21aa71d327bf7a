// Passkeys in a real browser, with Chromium's own virtual authenticator: created, used, copied, replayed, stolen and
// removed.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { passkeySignInScript } from '@linnet/pages'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { password, signIn } from '../test/accounts/sign-in.ts'
import { chrome, giveCookie, openWindow } from '../test/browser/browser-window.ts'
import { type Account, type Answer, type Instance, startInstance } from '../test/instance.ts'

let instance: Instance

beforeAll(async () => {
  instance = await startInstance('sqlite')
})

afterAll(async () => {
  await (await owning)?.context.close()
  await instance.stop()
  await instance.database.remove()
})

interface Person {
  account: Account
  context: BrowserContext
  page: Page
  authenticator: CDPSession
  authenticatorId: string
}

/** A browser with an authenticator of its own, signed in to a new account. */
async function person(options: { isUserVerified?: boolean; origin?: string } = {}): Promise<Person> {
  const account = await instance.account()
  const { context, page } = await openWindow(chrome)
  const authenticator = await context.newCDPSession(page)
  await authenticator.send('WebAuthn.enable')
  const { authenticatorId } = await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: options.isUserVerified ?? true,
      automaticPresenceSimulation: true,
    },
  })
  await useCookieOf(context, account)
  return { account, context, page, authenticator, authenticatorId }
}

async function useCookieOf(context: BrowserContext, account: Account): Promise<void> {
  const { cookie } = await signIn(instance, account)
  await giveCookie(context, instance.url, cookie)
}

/** Adds a passkey on the security page. */
async function add({ page }: Person, name: string): Promise<void> {
  await page.goto(`${instance.url}/account/passkeys/add`)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.waitForURL(/\/account\/security/)
}

let owning: Promise<Person> | undefined

/** A user with a passkey, and a window. Tests that change neither share them. */
function owner(): Promise<Person> {
  owning ??= person().then(async (someone) => {
    await add(someone, 'Key')
    return someone
  })
  return owning
}

/** Opens a page with the sign-in script and the elements that it needs; it then redirects to the sessions page. */
async function openSignIn(page: Page): Promise<void> {
  const address = `${instance.url}/signing-in`
  const body = `<!doctype html><html lang="en"><link rel="icon" href="data:,">
    <div id="passkey" hidden data-return-to="/account/sessions"><button id="passkey-sign-in">Passkey</button>
    <p id="passkey-wrong" role="alert" hidden></p></div><script>${passkeySignInScript}</script></html>`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(address)
}

/** Has the browser answer a challenge like the script of the sign-in page, without sending the result. */
async function answerChallenge(page: Page): Promise<Record<string, unknown>> {
  await openSignIn(page)
  return await page.evaluate(async () => {
    const asked = await fetch('/account/passkey/options', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const { data } = await asked.json()
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(data)
    const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
    return credential.toJSON() as unknown as Record<string, unknown>
  })
}

const send = (credential: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  instance.ask('POST /account/passkey/sign-in', { body: { credential }, headers })

function expectRefused(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body?.error?.code]).toStrictEqual([status, code])
  expect(answer.headers.get('set-cookie')).toBeNull()
}

test('is created on its page, and signs in without e-mail, password or code', async () => {
  const someone = await person()
  const { page, context, account } = someone
  await add(someone, 'My laptop')
  expect(await page.getByRole('status').innerText()).toContain('Passkey added')
  expect(await page.locator('main').innerText()).toContain('My laptop')
  await context.clearCookies()
  const credential = await answerChallenge(page)
  const answer = await send(credential)
  expect([answer.status, answer.body]).toStrictEqual([200, { data: { location: '/dashboard' } }])
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const signedIn = await instance.ask('GET /api/audit', { headers: { cookie } })
  expect(signedIn.body.data.map(({ action }: { action: string }) => action).slice(0, 3)).toStrictEqual([
    'signed_in',
    'passkey_added',
    'signed_in',
  ])
  expect(signedIn.body.data[0].detail).toStrictEqual({ how: 'passkey' })
  const { data } = (await instance.ask('GET /api/passkeys', { headers: { cookie } })).body
  expect(data).toStrictEqual([
    {
      id: expect.stringMatching(/^psk_[0-9a-z]{26}$/),
      name: 'My laptop',
      created_at: expect.any(Number),
      last_used_at: expect.any(Number),
    },
  ])
  expect((await instance.ask('GET /account', { headers: { cookie } })).text).toContain(account.email)
  await context.close()
})

test('signs in with one click, and continues to the requested page', async () => {
  const someone = await person()
  await add(someone, 'Key')
  const { page, context, account, authenticator, authenticatorId } = someone
  await context.clearCookies()
  await page.goto(`${instance.url}/account/sessions`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${instance.url}/account/sessions`)
  expect(await page.locator('header').innerText()).toContain(account.email)
  // Without one for this site, it says so and can be tried again.
  await authenticator.send('WebAuthn.clearCredentials', { authenticatorId })
  await context.clearCookies()
  await page.goto(`${instance.url}/account/sign-in`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.locator('#passkey-wrong:not([hidden])').waitFor()
  expect(await page.locator('#passkey-wrong').innerText()).toContain('You can try again')
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).isEnabled()).toBe(true)
  await context.close()
})

test('a device creates one passkey for an account, and says so the second time', async () => {
  const { page } = await owner()
  await page.goto(`${instance.url}/account/passkeys/add`)
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByText('already has a passkey for this account').waitFor()
})

test('an authenticator without user verification can neither create one nor sign in', async () => {
  const someone = await owner()
  const { page, authenticator, authenticatorId } = someone
  await authenticator.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  try {
    await expect(answerChallenge(page)).rejects.toThrow('NotAllowedError')
    await page.goto(`${instance.url}/account/passkeys/add`)
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.locator('#wrong:not([hidden])').waitFor()
    expect(await page.locator('#wrong').innerText()).toContain('Cancelled.')
  } finally {
    await authenticator.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  }
})

test('an answer to a challenge that this server did not issue, or issued for another purpose, is refused', async () => {
  const someone = await owner()
  const { page, account } = someone
  const credential = (await answerChallenge(page)) as { response: { clientDataJSON: string } }
  const clientData = JSON.parse(Buffer.from(credential.response.clientDataJSON, 'base64url').toString())
  const changed = (fields: Record<string, unknown>) => {
    const text = JSON.stringify({ ...clientData, ...fields })
    return {
      ...credential,
      response: { ...credential.response, clientDataJSON: Buffer.from(text).toString('base64url') },
    }
  }
  expectRefused(await send(changed({ challenge: 'AAAA' })), 410, 'gone')
  // A challenge for creating a passkey is not one for signing in.
  const { call } = await signIn(instance, account)
  const options = await call('POST /passkeys/options')
  expectRefused(await send(changed({ challenge: options.body.data.challenge })), 410, 'gone')
  // Nor can an answer for another site be adapted: the signed data names the site.
  expectRefused(await send(changed({ origin: 'https://evil.example' })), 401, 'wrong_password')
})

test('a forged user-verified flag invalidates the signature', async () => {
  const someone = await owner()
  const { page } = someone
  await openSignIn(page)
  const credential = (await page.evaluate(async () => {
    const asked = await fetch('/account/passkey/options', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const { data } = await asked.json()
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
      ...data,
      userVerification: 'discouraged',
    })
    return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON()
  })) as unknown as { response: { authenticatorData: string } }
  const bytes = Buffer.from(credential.response.authenticatorData, 'base64url')
  // Byte 32 holds the flags, of which the third is "user verified".
  bytes[32] = (bytes[32] as number) ^ 0b100
  const flipped = {
    ...credential,
    response: { ...credential.response, authenticatorData: bytes.toString('base64url') },
  }
  expectRefused(await send(flipped), 401, 'wrong_password')
})

test("another person's passkey can't sign in to a different account, whatever it says about its owner", async () => {
  const [one, other] = [await owner(), await person()]
  await add(other, 'Other')
  const [mine, theirs] = [await answerChallenge(one.page), await answerChallenge(other.page)]
  const response = (of: Record<string, unknown>) => of.response as Record<string, unknown>
  const handleOf = (of: Record<string, unknown>) => response(of).userHandle
  const swapped = { ...mine, response: { ...response(mine), userHandle: handleOf(theirs) } }
  expectRefused(await send(swapped), 401, 'wrong_password')
  const renamed = await answerChallenge(one.page)
  expectRefused(await send({ ...renamed, id: theirs.id, rawId: theirs.rawId }), 401, 'wrong_password')
  const nameless = await answerChallenge(one.page)
  const { userHandle: _, ...without } = response(nameless)
  expectRefused(await send({ ...nameless, response: without }), 401, 'wrong_password')
  await other.context.close()
})

test('a response works once, within five minutes', async () => {
  const someone = await owner()
  const { page } = someone
  const once = await answerChallenge(page)
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(once)))
  expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 410, 410, 410, 410])
  expectRefused(await send(once), 410, 'gone')
  const late = await answerChallenge(page)
  await instance.clock.advance(5 * 60_000)
  expectRefused(await send(late), 410, 'gone')
})

test("a removed passkey, or one of a deleted account, can't sign in", async () => {
  const someone = await person()
  const { account, page, context, authenticator, authenticatorId } = someone
  await add(someone, 'One')
  const { call } = await signIn(instance, account)
  const [passkey] = (await call('GET /passkeys')).body.data
  expect((await call(`POST /passkeys/${passkey.id}/remove`)).status).toBe(200)
  expectRefused(await send(await answerChallenge(page)), 401, 'wrong_password')
  await authenticator.send('WebAuthn.clearCredentials', { authenticatorId })
  await add(someone, 'Other')
  await call('POST /user/delete', { body: { password } })
  expectRefused(await send(await answerChallenge(page)), 401, 'wrong_password')
  await context.close()
})

test("one created on another origin's page is refused, and so is one created for another session", async () => {
  const { account, page, context } = await person()
  const make = async (options: unknown) =>
    await page.evaluate(async (given) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
        given as PublicKeyCredentialCreationOptionsJSON,
      )
      return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON()
    }, options)
  const begin = async () => {
    const { call } = await signIn(instance, account)
    return { call, options: (await call('POST /passkeys/options')).body.data }
  }
  // The browser binds a passkey to a domain, which another port of this machine belongs to as well.
  const elsewhere = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response('<h1>Elsewhere</h1>', { headers: { 'content-type': 'text/html' } }),
  })
  try {
    await page.goto(`http://localhost:${elsewhere.port}/`)
    const { call, options } = await begin()
    const phished = await call('POST /passkeys', {
      body: { name: 'Phished', credential: await make(options) },
    })
    expectRefused(phished, 403, 'forbidden')
    await openSignIn(page)
    const [one, other] = [await begin(), await begin()]
    const credential = await make(one.options)
    expectRefused(await other.call('POST /passkeys', { body: { name: 'Taken', credential } }), 410, 'gone')
    // The attempt has used it up.
    expectRefused(await one.call('POST /passkeys', { body: { name: 'Late', credential } }), 410, 'gone')
    expect((await call('GET /passkeys')).body.data).toStrictEqual([])
  } finally {
    await elsewhere.stop(true)
    await context.close()
  }
})

test('a cloned passkey is detected by its counter', async () => {
  const someone = await person()
  await add(someone, 'Key')
  const { page, authenticator, authenticatorId, context } = someone
  const { credentials } = await authenticator.send('WebAuthn.getCredentials', { authenticatorId })
  const [copied] = credentials
  if (!copied) throw new Error('there is no passkey')
  for (let use = 0; use < 2; use++) expect((await send(await answerChallenge(page))).status).toBe(200)
  // The copy was made before, and doesn't know these two uses.
  await authenticator.send('WebAuthn.removeCredential', {
    authenticatorId,
    credentialId: copied.credentialId,
  })
  await authenticator.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: { ...copied, signCount: 0 },
  })
  expectRefused(await send(await answerChallenge(page)), 401, 'wrong_password')
  await context.close()
})

test('confirms the user’s identity ten minutes after the last check, and returns to the previous page', async () => {
  const someone = await person()
  await add(someone, 'Key')
  const { page, context } = someone
  // The page is open, and submitted too late.
  await page.goto(`${instance.url}/account/passkeys/add`)
  await instance.clock.advance(10 * 60_000)
  await page.getByLabel('Name').fill('Another')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${instance.url}/account/passkeys/add`)
  await page.goto(`${instance.url}/account/second-factor`)
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  await context.close()
})

test('is renamed and removed on its page, by its owner alone', async () => {
  const someone = await person()
  await add(someone, 'Old name')
  const { page, context } = someone
  await page.getByRole('link', { name: 'Change: Old name' }).click()
  await page.getByLabel('Name').fill('New name')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('status').waitFor()
  await page.getByRole('link', { name: 'Change: New name' }).click()
  const address = page.url()
  const stranger = await instance.account()
  const { cookie, call } = await signIn(instance, stranger)
  expect(
    (
      await instance.ask(`GET ${new URL(address).pathname}${new URL(address).search}`, {
        headers: { cookie },
      })
    ).status,
  ).toBe(404)
  const id = new URL(address).searchParams.get('id')
  expect((await call(`PUT /passkeys/${id}`, { body: { name: 'Mine' } })).status).toBe(404)
  expect((await call(`POST /passkeys/${id}/remove`)).status).toBe(404)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('status').waitFor()
  expect(await page.locator('main').innerText()).not.toContain('New name')
  await context.close()
})

test('malformed requests are refused and change nothing: other types, sizes, shapes, origins and too many', async () => {
  const address = 'POST /account/passkey/sign-in'
  for (const body of [
    '{',
    '[]',
    'null',
    '{"credential":{}}',
    '{"credential":null}',
    JSON.stringify({ credential: { id: 1 } }),
  ]) {
    const answer = await instance.ask(address, { body, headers: { 'content-type': 'application/json' } })
    expect([400, 422]).toContain(answer.status)
    expect(answer.headers.get('content-type')).toStartWith('application/json')
  }
  const typed = await instance.ask(address, { body: '{}', headers: { 'content-type': 'text/plain' } })
  expect(typed.status).toBe(400)
  const huge = { credential: 'x'.repeat(70_000) }
  expect((await instance.ask(address, { body: huge })).status).toBe(413)
  const junk = {
    id: 'AA',
    rawId: 'AA',
    type: 'public-key',
    response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
  }
  expectRefused(await send(junk), 410, 'gone')
  for (const path of ['options', 'sign-in']) {
    const headers = { origin: 'https://evil.example' }
    expect((await instance.ask(`POST /account/passkey/${path}`, { body: {}, headers })).status).toBe(403)
  }
  await instance.clock.advance(60_000)
  const asked = await Promise.all(
    Array.from({ length: 40 }, () => instance.ask('POST /account/passkey/options', { body: {} })),
  )
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(30)
  const [refused] = asked.filter(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
})
