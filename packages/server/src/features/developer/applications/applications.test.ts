// OAuth applications of an account: registering, editing, rotating secrets and deleting, in the dashboard and on the command
// line.
import { describe, expect, test } from 'bun:test'
import { allScopes } from '@linnet/contract'
import { authorizationQuery, codeOf, exchange, person } from '../../../../../../test/accounts/oauth.ts'
import { oauthFixture } from '../../../../../../test/accounts/oauth-fixture.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('OAuth applications', (instance) => {
  const fields = { name: 'Deploy Bot', redirect_uris: ['https://app.example/callback'] }

  const { account, someone, signInAgain } = oauthFixture(instance)

  const create = async (more: object = {}) =>
    (await someone.call('POST /apps', { body: { ...fields, ...more } })).body.data

  test('registering one returns its record with the secret, which begins with linnet_cs_ and is shown once', async () => {
    const made = await create({ homepage: 'https://app.example/', scopes: ['user:read', 'links:read'] })
    expect(made).toStrictEqual({
      client_id: expect.stringMatching(/^app_[0-9a-z]{26}$/),
      name: 'Deploy Bot',
      type: 'confidential',
      homepage: 'https://app.example/',
      redirect_uris: fields.redirect_uris,
      scopes: ['links:read', 'user:read'],
      secrets: [{ hint: made.client_secret.slice(-4), created_at: made.created_at, expires_at: null }],
      created_at: expect.any(Number),
      updated_at: made.created_at,
      client_secret: expect.stringMatching(/^linnet_cs_[A-Za-z0-9]{40}$/),
    })
    const { client_secret, ...shown } = made
    const list = await someone.call('GET /apps')
    expect(list.body.data).toContainEqual(shown)
    expect(list.text).not.toContain(client_secret)
    expect((await someone.call(`GET /apps/${made.client_id}`)).body.data).toStrictEqual(shown)
  })

  test("a public one has no secret, and can't get one", async () => {
    const made = await create({ type: 'public' })
    expect([made.type, made.client_secret, made.secrets]).toStrictEqual(['public', null, []])
    expect(made.scopes).toStrictEqual([...allScopes])
    const answer = await someone.call(`POST /apps/${made.client_id}/secret`, { body: {} })
    expect([answer.status, answer.body.error.code]).toStrictEqual([403, 'forbidden'])
  })

  test('editing changes only the given fields', async () => {
    const { client_secret: _, ...made } = await create()
    await instance.clock.advance(5000)
    const uris = ['https://app.example/a', 'https://app.example/b', 'com.example.app:/cb']
    const { body } = await someone.call(`PUT /apps/${made.client_id}`, { body: { redirect_uris: uris } })
    expect(body.data).toStrictEqual({ ...made, redirect_uris: uris, updated_at: expect.any(Number) })
    expect(body.data.updated_at).toBeGreaterThanOrEqual(made.updated_at + 5)
  })

  test('a new secret ends the previous one at once', async () => {
    const made = await create()
    const app = { clientId: made.client_id, secret: made.client_secret }
    const rotated = (await someone.call(`POST /apps/${made.client_id}/secret`, { body: {} })).body.data
    expect(rotated.client_secret).not.toBe(made.client_secret)
    expect(rotated.secrets).toHaveLength(1)
    const code = codeOf(await someone.allow(authorizationQuery(app)))
    expect((await exchange(instance, app, code)).status).toBe(401)
    expect((await exchange(instance, { ...app, secret: rotated.client_secret }, code)).status).toBe(200)
  })

  test('a new secret can keep the previous one valid for the requested time', async () => {
    const made = await create()
    const app = { clientId: made.client_id, secret: made.client_secret }
    const path = `POST /apps/${made.client_id}/secret`
    const rotated = (await someone.call(path, { body: { keep_old_for: 3600 } })).body.data
    expect(rotated.secrets).toHaveLength(2)
    const redeem = async (secret: string) =>
      (await exchange(instance, { ...app, secret }, codeOf(await someone.allow(authorizationQuery(app)))))
        .status
    expect([await redeem(made.client_secret), await redeem(rotated.client_secret)]).toStrictEqual([200, 200])
    await instance.clock.advance(3_600_000)
    await signInAgain()
    expect([await redeem(made.client_secret), await redeem(rotated.client_secret)]).toStrictEqual([401, 200])
    expect((await someone.call(`GET /apps/${made.client_id}`)).body.data.secrets).toHaveLength(1)
  })

  test('at most two secrets are valid at once, however often it is rotated', async () => {
    const made = await create()
    const path = `POST /apps/${made.client_id}/secret`
    for (let count = 0; count < 5; count++) {
      const { body } = await someone.call(path, { body: { keep_old_for: 3600 } })
      expect(body.data.secrets).toHaveLength(2)
    }
    const code = codeOf(await someone.allow(authorizationQuery({ clientId: made.client_id, secret: null })))
    const app = { clientId: made.client_id, secret: made.client_secret }
    expect((await exchange(instance, app, code)).status).toBe(401)
  })

  test('an account has at most a hundred applications, even if many are created at once', async () => {
    const eager = await person(instance, await instance.account())
    const answers = await Promise.all(
      Array.from({ length: 105 }, () => eager.call('POST /apps', { body: fields })),
    )
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(100)
    const refused = answers.find(({ status }) => status !== 200)
    expect([refused?.status, refused?.body.error.code]).toStrictEqual([403, 'plan_limit'])
  })

  test('a deleted one is gone for good', async () => {
    const { client_id } = await create()
    const answer = await someone.call(`DELETE /apps/${client_id}`)
    expect([answer.status, answer.body]).toStrictEqual([200, { data: { client_id, deleted: true } }])
    for (const operation of [`GET /apps/${client_id}`, `DELETE /apps/${client_id}`])
      expect((await someone.call(operation)).status).toBe(404)
  })

  test('another account’s application is 404 and unchanged', async () => {
    const { client_id } = await create()
    const stranger = await person(instance, await instance.account())
    for (const [operation, body] of [
      [`GET /apps/${client_id}`],
      [`PUT /apps/${client_id}`, { name: 'Mine now' }],
      [`DELETE /apps/${client_id}`],
      [`POST /apps/${client_id}/secret`, {}],
    ] as const)
      expect([operation, (await stranger.call(operation, { body })).status]).toStrictEqual([operation, 404])
    expect((await someone.call(`GET /apps/${client_id}`)).body.data.name).toBe('Deploy Bot')
  })

  test('an invalid field is 422, and the error names it', async () => {
    const wrong: [string, object][] = [
      ['name', { name: '' }],
      ['name', { name: '   ' }],
      ['name', { name: 'x'.repeat(101) }],
      ['name', { name: 'Bank\u202Egnp.exe' }],
      ['name', { name: 'two\nlines' }],
      ['name', { name: 'zero\u200Bwidth' }],
      ['name', { name: '\u3164\u2800' }],
      ['name', { name: '!!!' }],
      ['redirect_uris', { redirect_uris: [] }],
      ['redirect_uris', { redirect_uris: 'https://app.example/' }],
      ['redirect_uris.0', { redirect_uris: ['http://app.example/'] }],
      ['redirect_uris.1', { redirect_uris: ['https://app.example/', 'https://app.example/#x'] }],
      ['redirect_uris.0', { redirect_uris: ['https://app.example/ü'] }],
      ['redirect_uris.0', { redirect_uris: ['vbscript:x'] }],
      ['scopes', { scopes: [] }],
      ['scopes.0', { scopes: ['admin'] }],
      ['homepage', { homepage: 'javascript:alert(1)' }],
      ['type', { type: 'secret' }],
    ]
    for (const [path, more] of wrong) {
      const { status, body } = await someone.call('POST /apps', { body: { ...fields, ...more } })
      expect([path, status, body.error?.details?.[0]?.path]).toStrictEqual([path, 422, path])
    }
  })

  test('each step is in the audit log', async () => {
    const { client_id } = await create()
    await someone.call(`PUT /apps/${client_id}`, { body: { name: 'New' } })
    await someone.call(`POST /apps/${client_id}/secret`, { body: {} })
    await someone.call(`DELETE /apps/${client_id}`)
    const { data } = (await someone.call('GET /audit?limit=4')).body
    expect(data.map(({ action }: { action: string }) => action)).toStrictEqual([
      'app_deleted',
      'app_secret_rotated',
      'app_changed',
      'app_created',
    ])
  })

  describe('linnet app create', () => {
    const uri = ['--redirect-uri', 'https://app.example/callback']

    test('prints the client_id and the secret', async () => {
      const made = await instance.command('app', 'create', '--email', account.email, '--name', 'C', ...uri)
      expect(made).toStrictEqual({
        client_id: expect.stringMatching(/^app_/),
        client_secret: expect.stringMatching(/^linnet_cs_/),
      })
      expect((await someone.call(`GET /apps/${made.client_id}`)).body.data).toMatchObject({
        name: 'C',
        type: 'confidential',
        redirect_uris: ['https://app.example/callback'],
        scopes: [...allScopes],
      })
    })

    test('accepts several redirect URIs, --public and --scopes', async () => {
      const made = await instance.command(
        ...['app', 'create', '--email', account.email, '--name', 'P', ...uri, '--redirect-uri', 'x.app:/cb'],
        ...['--public', '--scopes', 'links:read,qr:read'],
      )
      expect(made.client_secret).toBeNull()
      expect((await someone.call(`GET /apps/${made.client_id}`)).body.data).toMatchObject({
        type: 'public',
        redirect_uris: ['https://app.example/callback', 'x.app:/cb'],
        scopes: ['links:read', 'qr:read'],
      })
    })

    test('refuses invalid options with a clear message', async () => {
      const base = ['app', 'create', '--email', account.email, '--name', 'C']
      const cases: [string[], string][] = [
        [base, '--redirect-uri is missing'],
        [[...base, '--redirect-uri', 'http://app.example/'], 'must begin with https://'],
        [[...base, ...uri, '--scopes', 'everything'], 'unknown scope everything'],
        [['app', 'create', '--email', 'nobody@example.com', '--name', 'C', ...uri], 'no account'],
      ]
      for (const [words, told] of cases) await expect(instance.command(...words)).rejects.toThrow(told)
    })
  })
})
