// Sudo mode: ten minutes after the last check, a session must confirm its user's identity, which limits a stolen cookie.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Operation, operations } from '@linnet/contract'
import { authorizationQuery, locationOf, newApp, personWith } from '../../../../../../test/accounts/oauth.ts'
import { enrol } from '../../../../../../test/accounts/second-factor.ts'
import {
  cookieOf,
  password,
  reauthenticate,
  type SignedIn,
  signIn,
  withCookie,
} from '../../../../../../test/accounts/sign-in.ts'
import { newAuthenticator } from '../../../../../../test/browser/software-authenticator.ts'
import { requestOf } from '../../../../../../test/generated/valid-arguments.ts'
import { type Account, type Answer, onEachEngine, startOn } from '../../../../../../test/instance.ts'
import { until } from '../../../../../../test/timeouts.ts'

const tenMinutes = 10 * 60_000
const flagged = operations.filter(({ reauthentication }) => reauthentication)
const outcome = ({ status, body }: Answer) => [status, body?.error?.code]
const refused = [403, 'reauthentication_required']

onEachEngine('a session whose user was last confirmed more than ten minutes ago', (instance) => {
  let account: Account

  beforeAll(async () => {
    account = await instance.account({ administrator: true })
  })

  const bodyOf = (operation: Operation) => (operation.body ? { body: {} } : {})
  const ask = ({ call }: SignedIn, operation: Operation) => call(requestOf(operation), bodyOf(operation))

  test('operations that create credentials or change access require it', () => {
    expect(flagged.map(({ id }) => id).toSorted()).toStrictEqual([
      'addPasskey',
      'adoptKey',
      'beginSecondFactor',
      'changeRole',
      'confirmSecondFactor',
      'createApplication',
      'createKey',
      'createPasskeyOptions',
      'createWebhook',
      'deleteWorkspace',
      'disableSecondFactor',
      'handOverWorkspace',
      'removeIdentity',
      'removeMember',
      'removePasskey',
      'renewRecoveryCodes',
      'rotateApplicationSecret',
      'rotateWebhookSecret',
      'subscribeAutomationWebhook',
      'updateApplication',
      'updatePerson',
      'updateWebhook',
    ])
  })

  test('is refused each of these operations, even with invalid input; within ten minutes, or after a new check, it is not', async () => {
    /** Calls these operations, and returns those that are refused because the last check is too old. */
    const refusedTo = async (session: SignedIn) => {
      const answers = await Promise.all(
        flagged.map(async (operation) => ({ id: operation.id, answer: await ask(session, operation) })),
      )
      const all = answers.filter(({ answer }) => answer.body?.error?.code === 'reauthentication_required')
      for (const { answer } of all) {
        expect(answer.status).toBe(403)
        expect(answer.body.error.message).toContain('POST /api/session/reauthentication')
      }
      return all.map(({ id }) => id)
    }
    const session = await signIn(instance, account)
    expect(await refusedTo(session)).toStrictEqual([])
    await instance.clock.advance(tenMinutes - 5000)
    expect(await refusedTo(session)).toStrictEqual([])
    await instance.clock.advance(5000)
    expect(await refusedTo(session)).toStrictEqual(flagged.map(({ id }) => id))
    expect(await refusedTo(await reauthenticate(instance, session))).toStrictEqual([])
  })

  test('keys never need it', async () => {
    await instance.clock.advance(tenMinutes)
    const path = '/integrations/automation/webhook/subscribe'
    const answer = await account.call(`POST ${path}`, { body: { url: 'https://example.com/hook' } })
    expect(answer.status).toBe(200)
  })

  async function stale(): Promise<SignedIn & { account: Account }> {
    const account = await instance.account()
    const session = await signIn(instance, account)
    await instance.clock.advance(tenMinutes)
    return { account, ...session }
  }

  test("can't create a key, turn off the second factor, add a passkey or export: a stolen cookie gains little", async () => {
    const account = await instance.account()
    const session = await signIn(instance, account)
    await enrol(instance, session.call)
    await instance.clock.advance(tenMinutes)
    const key = { body: { name: 'Stolen', scopes: ['links:read'] } }
    for (const deed of [
      await session.call('POST /keys', key),
      await session.call('POST /second-factor/disable'),
      await session.call('POST /second-factor/recovery-codes'),
      await session.call('POST /passkeys/options'),
      await session.call('GET /export'),
    ])
      expect(outcome(deed)).toStrictEqual(refused)
    expect((await session.call('GET /second-factor')).body.data.enabled).toBe(true)
    expect((await session.call('GET /keys')).body.data).toHaveLength(1)
    const fresh = await reauthenticate(instance, session)
    expect((await fresh.call('POST /keys', key)).status).toBe(200)
    expect((await fresh.call('GET /export')).status).toBe(200)
  })

  test("can't allow an application either, because its tokens work like a key; consent continues after the check", async () => {
    const app = await newApp(instance, await instance.account())
    const session = await signIn(instance, await instance.account())
    const someone = personWith(instance, session)
    const query = authorizationQuery(app)
    // The consent page stays open for too long.
    const { request } = await someone.consent(await someone.authorize(query))
    await instance.clock.advance(tenMinutes)
    for (const answer of [await someone.authorize(query), await someone.decide(request, 'allow')]) {
      expect(answer.status).toBe(303)
      const confirmAddress = locationOf(answer)
      expect(confirmAddress.pathname).toBe('/account/reauthenticate')
      const back = new URL(confirmAddress.searchParams.get('return_to') ?? '')
      expect(back.pathname).toBe('/oauth/authorize')
      expect(back.searchParams.get('client_id')).toBe(app.clientId)
      expect(back.searchParams.get('state')).toBe('a state')
    }
    const fresh = personWith(instance, await reauthenticate(instance, session))
    expect(locationOf(await fresh.allow(query)).searchParams.has('code')).toBe(true)
  })

  test('continues under a new cookie after the check: a stolen copy of the old one stops working', async () => {
    const session = await stale()
    const { data } = (await session.call('POST /session/reauthentication', { body: { password } })).body
    expect(data.fresh_until).toBeGreaterThanOrEqual(instance.clock.unix() + 595)
    for (const thief of ['GET /user', 'GET /export', 'POST /second-factor'])
      expect((await session.call(thief)).status).toBe(401)
  })

  test("is confirmed alone: not the account's other sessions, nor the next one of this browser", async () => {
    const session = await stale()
    const other = await signIn(instance, session.account)
    await instance.clock.advance(tenMinutes)
    const fresh = await reauthenticate(instance, session)
    expect(outcome(await other.call('POST /second-factor'))).toStrictEqual(refused)
    await fresh.call('DELETE /session')
    expect(outcome(await fresh.call('POST /second-factor'))).toStrictEqual([401, 'unauthenticated'])
  })

  test("setting the clock back doesn't extend it", async () => {
    const { call } = await signIn(instance, await instance.account())
    instance.clock.move(-60 * 60_000)
    expect(outcome(await call('POST /second-factor'))).toStrictEqual(refused)
    instance.clock.move(60 * 60_000)
  })

  test('a check is logged, and so is a wrong password', async () => {
    const session = await stale()
    const wrong = await session.call('POST /session/reauthentication', { body: { password: 'a guess' } })
    expect(outcome(wrong)).toStrictEqual([401, 'wrong_password'])
    expect(outcome(await session.call('POST /second-factor'))).toStrictEqual(refused)
    const fresh = await reauthenticate(instance, session)
    const lines = async () =>
      (await fresh.call('GET /audit')).body.data as { action: string; detail: object }[]
    expect(await lines()).toContainEqual(
      expect.objectContaining({ action: 'reauthenticated', detail: { how: 'password' } }),
    )
    // It is written after the response.
    await until('it is written', async () =>
      (await lines()).some(({ action }) => action === 'sign_in_failed'),
    )
  })

  test('guessing the password is limited to ten tries a minute, after which even the right one is refused', async () => {
    const { call } = await stale()
    const guess = (password: string) => call('POST /session/reauthentication', { body: { password } })
    for (let count = 0; count < 10; count++) expect((await guess(`guess ${count}`)).status).toBe(401)
    const limited = await guess(password)
    expect(outcome(limited)).toStrictEqual([429, 'rate_limited'])
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    await instance.clock.advance(61_000)
    expect((await guess(password)).status).toBe(200)
  })

  test("is not confirmed by another site's page, nor with both or no credentials", async () => {
    const { call } = await stale()
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      const answer = await call('POST /session/reauthentication', { body: { password }, headers })
      expect(outcome(answer)).toStrictEqual([403, 'forbidden'])
    }
    for (const body of [{}, { password: '' }, { password: null }, { password: [password] }])
      expect(outcome(await call('POST /session/reauthentication', { body }))).toStrictEqual([
        422,
        'validation_failed',
      ])
    expect(outcome(await call('POST /second-factor'))).toStrictEqual(refused)
  })

  test('is confirmed on every node, and stays so when the server restarts', async () => {
    const fresh = await reauthenticate(instance, await stale())
    const node =
      instance.engine === 'postgres'
        ? await startOn(instance.database, instance.engine, {}, instance.clock)
        : null
    if (node) expect((await withCookie(node, fresh.cookie).call('POST /second-factor')).status).toBe(200)
    await node?.stop()
    expect((await fresh.call('POST /second-factor')).status).toBe(200)
  })

  describe('confirmed with a passkey', () => {
    async function withPasskey() {
      const account = await instance.account()
      const session = await signIn(instance, account)
      const authenticator = newAuthenticator(instance.url)
      const { data } = (await session.call('POST /passkeys/options')).body
      const credential = authenticator.make(data)
      expect((await session.call('POST /passkeys', { body: { name: 'Key', credential } })).status).toBe(200)
      await instance.clock.advance(tenMinutes)
      return { account, session, authenticator }
    }
    const optionsOf = async ({ call }: SignedIn) =>
      (await call('POST /session/reauthentication/options')).body.data
    const confirm = ({ call }: SignedIn, credential: object) =>
      call('POST /session/reauthentication', { body: { credential } })

    test('works as with the password; only passkeys of the account are accepted', async () => {
      const { session, authenticator } = await withPasskey()
      const options = await optionsOf(session)
      expect(options.allowCredentials).toHaveLength(1)
      const answer = await confirm(session, authenticator.use(options))
      expect(answer.status).toBe(200)
      const fresh = withCookie(instance, cookieOf(answer))
      expect((await fresh.call('POST /second-factor')).status).toBe(200)
      expect((await fresh.call('GET /audit')).body.data).toContainEqual(
        expect.objectContaining({ action: 'reauthenticated', detail: { how: 'passkey' } }),
      )
    })

    test('a challenge is valid once, for five minutes, and only in its session', async () => {
      const { account, session, authenticator } = await withPasskey()
      const other = await signIn(instance, account)
      const used = authenticator.use(await optionsOf(session))
      expect(outcome(await confirm(other, used))).toStrictEqual([410, 'gone'])
      const late = authenticator.use(await optionsOf(session))
      await instance.clock.advance(5 * 60_000)
      expect(outcome(await confirm(session, late))).toStrictEqual([410, 'gone'])
      const again = authenticator.use(await optionsOf(session))
      const answer = await confirm(session, again)
      expect(answer.status).toBe(200)
      const fresh = withCookie(instance, cookieOf(answer))
      expect(outcome(await confirm(fresh, again))).toStrictEqual([410, 'gone'])
    })

    test("neither another account's passkey nor a sign-in challenge confirms a user", async () => {
      const one = await withPasskey()
      const other = await withPasskey()
      const stolen = one.authenticator.use(await optionsOf(other.session))
      expect(outcome(await confirm(other.session, stolen))).toStrictEqual([401, 'wrong_password'])
      const { body } = await instance.ask('POST /account/passkey/options', { body: {} })
      const signedIn = one.authenticator.use(body.data)
      expect(outcome(await confirm(one.session, signedIn))).toStrictEqual([410, 'gone'])
    })

    test("a confirmation challenge can't be used to sign in", async () => {
      const { session, authenticator } = await withPasskey()
      const credential = authenticator.use(await optionsOf(session))
      const answer = await instance.ask('POST /account/passkey/sign-in', { body: { credential } })
      expect(outcome(answer)).toStrictEqual([410, 'gone'])
    })
  })
})
