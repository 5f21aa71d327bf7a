// Idempotency-Key: a repeated create request gets the first result again, and creates nothing twice.
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { newApp, person, refresh, type Tokens, tokensFor } from '../../../../test/accounts/oauth.ts'
import { signIn } from '../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../test/instance.ts'
import { png } from '../../../../test/pictures/image-files.ts'
import { expectRefused } from '../../../../test/refusals.ts'
import { runStatement } from '../../../../test/servers/statements.ts'

const day = 24 * 60 * 60 * 1000
const body = { long_url: 'https://example.com/', title: 'Once' }

function create(account: Account, key: string, fields: Record<string, unknown> = {}) {
  return account.call('POST /links', { body: { ...body, ...fields }, headers: { 'idempotency-key': key } })
}

/** With `order-1` and another credential of the account. */
function createBy(account: Account, credential: string, fields: Record<string, unknown> = {}) {
  const headers = { authorization: `Bearer ${credential}`, 'idempotency-key': 'order-1' }
  return account.call('POST /links', { body: { ...body, ...fields }, headers })
}

async function linksOf(account: Account): Promise<number> {
  return (await account.call('GET /links?status=all')).body.total
}

onEachEngine('an Idempotency-Key', (instance) => {
  test('with the same body returns the first result again, and creates one link', async () => {
    const account = await instance.account()
    const first = await create(account, 'order-1')
    expect(first.status).toBe(200)
    const again = await create(account, 'order-1')
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(await linksOf(account)).toBe(1)
  })

  test('returns the first result even after the link has changed', async () => {
    const account = await instance.account()
    const first = await create(account, 'order-1')
    await account.call(`PUT /links/${first.body.data.short}`, { body: { title: 'Later' } })
    await account.call(`DELETE /links/${first.body.data.short}`)
    expect((await create(account, 'order-1')).body).toEqual(first.body)
    expect(await linksOf(account)).toBe(1)
  })

  test('returns the first result even if the plan or a rule would refuse the request by now', async () => {
    const account = await instance.account()
    const send = () =>
      account.call('POST /links/bulk', {
        body: { links: [{ long_url: 'https://example.com/' }] },
        headers: { 'idempotency-key': 'batch-1' },
      })
    const first = await send()
    expect(first.status).toBe(200)
    await instance.command('user', 'set-plan', '--email', account.email, '--plan', 'free')
    expect((await send()).body).toEqual(first.body)
    expect(await linksOf(account)).toBe(1)
  })

  test('creates one link from twenty requests at once, and all get it', async () => {
    const account = await instance.account()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(account, 'at-once')))
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual(answers[0]?.body)
    }
    expect(await linksOf(account)).toBe(1)
  })

  test('of twenty different requests at once lets one through, and the others are conflicts', async () => {
    const account = await instance.account()
    const sent = Array.from({ length: 20 }, (_, index) =>
      create(account, 'at-once', { title: `Number ${index}` }),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(19).fill(422)])
    expect(await linksOf(account)).toBe(1)
  })

  test('with another body is 422 idempotency_conflict, and nothing changes', async () => {
    const account = await instance.account()
    const first = await create(account, 'order-1')
    for (const fields of [
      { title: 'Twice' },
      { long_url: 'https://example.com/b' },
      { custom_slug: 'other' },
    ]) {
      const options = { body: { ...body, ...fields }, headers: { 'idempotency-key': 'order-1' } }
      await expectRefused(account, 422, 'idempotency_conflict', 'POST /links', options)
    }
    const options = { body: { links: [body] }, headers: { 'idempotency-key': 'order-1' } }
    await expectRefused(account, 422, 'idempotency_conflict', 'POST /links/bulk', options)
    expect((await create(account, 'order-1')).body).toEqual(first.body)
  })

  test('ignores the order of fields, and unknown fields', async () => {
    const account = await instance.account()
    const first = await create(account, 'order-1')
    const text = `{"nothing": 1, "title": "Once",   "long_url": "https://example.com/"}`
    const headers = { 'idempotency-key': 'order-1', 'content-type': 'application/json' }
    // Unknown fields are listed, as for a new request.
    expect((await account.call('POST /links', { body: text, headers })).body).toEqual({
      ...first.body,
      ignored: ['nothing'],
    })
  })

  test('with a custom code answers again, where a new request would find it taken', async () => {
    const account = await instance.account()
    const custom_slug = `mine-${instance.engine}`
    const first = await create(account, 'order-1', { custom_slug })
    expect((await create(account, 'order-1', { custom_slug })).body).toEqual(first.body)
    expect((await create(account, 'order-2', { custom_slug })).body.error.code).toBe('slug_taken')
  })

  test('is forgotten after 24 hours, and not before', async () => {
    const account = await instance.account()
    const first = await create(account, 'order-1')
    await instance.clock.advance(day - 60_000)
    expect((await create(account, 'order-1')).body).toEqual(first.body)
    await instance.clock.advance(61_000)
    const later = await create(account, 'order-1', { title: 'Twice' })
    expect(later.status).toBe(200)
    expect(later.body.data.id).not.toBe(first.body.data.id)
    expect(await linksOf(account)).toBe(2)
  })

  test('returns the first result even if the link has expired since', async () => {
    const account = await instance.account()
    const expired_at = instance.clock.unix() + 60
    const first = await create(account, 'order-1', { expired_at })
    await instance.clock.advance(120_000)
    expect((await create(account, 'order-1', { expired_at })).body).toEqual(first.body)
  })

  test('is not used up by a request that was refused', async () => {
    const account = await instance.account()
    const taken = `taken-${instance.engine}`
    await account.link({ custom_slug: taken })
    for (const fields of [
      { custom_slug: taken },
      { custom_slug: 'v2' },
      { long_url: 'nonsense' },
      { expired_at: 1 },
    ])
      expect((await create(account, 'order-1', fields)).status).toBe(422)
    expect((await create(account, 'order-1')).status).toBe(200)
    expect(await linksOf(account)).toBe(2)
  })

  test('belongs to its credential: another account, or another key of the account, can use the same', async () => {
    const account = await instance.account()
    const other = await instance.account()
    const first = await create(account, 'order-1')
    expect((await create(other, 'order-1', { title: 'Theirs' })).status).toBe(200)
    const [second, third] = [await account.newKey('links:write'), await account.newKey('links:write')]
    const same = await createBy(account, second)
    const different = await createBy(account, third, { title: 'Third' })
    expect([same.status, different.status]).toEqual([200, 200])
    expect(new Set([first, same, different].map(({ body }) => body.data.id)).size).toBe(3)
    expect((await create(account, 'order-1')).body).toEqual(first.body)
    expect((await createBy(account, second)).body).toEqual(same.body)
    expect((await createBy(account, third, { title: 'Third' })).body).toEqual(different.body)
    expect((await createBy(account, third)).body.error.code).toBe('idempotency_conflict')
    expect([await linksOf(account), await linksOf(other)]).toEqual([3, 1])
  })

  test('of several credentials at once creates one link for each', async () => {
    const account = await instance.account()
    const keys = await Promise.all([1, 2, 3].map(() => account.newKey('links:write')))
    const sent = Array.from({ length: 30 }, (_, index) => createBy(account, keys[index % 3] as string))
    const answers = await Promise.all(sent)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(3)
    expect(await linksOf(account)).toBe(3)
  })

  test('still holds for one credential after the first one’s has expired', async () => {
    const account = await instance.account()
    const second = await account.newKey('links:write')
    await create(account, 'order-1')
    await instance.clock.advance(day / 2)
    const theirs = await createBy(account, second)
    await instance.clock.advance(day / 2 + 1000)
    expect((await createBy(account, second)).body).toEqual(theirs.body)
    expect(await linksOf(account)).toBe(2)
  })

  test('of an application applies to its whole grant, including the next token, and to no other grant', async () => {
    const account = await instance.account()
    const someone = await person(instance, account)
    const scope = { scope: 'links:write' }
    const app = await newApp(instance, account)
    const tokens = await tokensFor(instance, someone, app, scope)
    const first = await createBy(account, tokens.access_token)
    const next = (await refresh(instance, app, tokens.refresh_token)).body as Tokens
    expect(next.access_token).not.toBe(tokens.access_token)
    expect((await createBy(account, next.access_token)).body).toEqual(first.body)
    const other = await tokensFor(instance, someone, await newApp(instance, account), scope)
    expect((await createBy(account, other.access_token)).body.data.id).not.toBe(first.body.data.id)
    expect(await linksOf(account)).toBe(2)
  })

  test('of the dashboard applies to the user, even after signing in again', async () => {
    const account = await instance.account()
    const send = async () => {
      const { call } = await signIn(instance, account)
      return await call('POST /links', { body, headers: { 'idempotency-key': 'order-1' } })
    }
    const first = await send()
    expect((await send()).body).toEqual(first.body)
    expect((await create(account, 'order-1')).body.data.id).not.toBe(first.body.data.id)
    expect(await linksOf(account)).toBe(2)
  })

  test('stored for the account by an older version gives its first result to each credential', async () => {
    const account = await instance.account()
    const first = await create(account, 'order-1')
    await runStatement(instance.database, 'update idempotency_keys set credential = null')
    const second = await account.newKey('links:write')
    expect((await create(account, 'order-1')).body).toEqual(first.body)
    expect((await createBy(account, second)).body).toEqual(first.body)
    expect((await createBy(account, second, { title: 'Other' })).body.error.code).toBe('idempotency_conflict')
    expect(await linksOf(account)).toBe(1)
  })

  test('repeated gives the undo token of the first request too, which may never have arrived', async () => {
    const account = await instance.account()
    const first = await create(account, 'order-1')
    const token = first.headers.get('undo-token')
    expect(token).toStartWith('chg_')
    const repeated = await Promise.all([1, 2, 3].map(() => create(account, 'order-1')))
    expect(repeated.map(({ headers }) => headers.get('undo-token'))).toEqual([token, token, token])
    expect((await account.call('POST /undo', { body: { token } })).status).toBe(200)
    expect(await linksOf(account)).toBe(0)
  })

  test('repeated uses no quota, even if the quota is used up', async () => {
    const account = await instance.account({ plan: 'tiny' })
    const first = await create(account, 'order-1')
    for (let repetition = 0; repetition < 5; repetition++) await create(account, 'order-1')
    expect((await account.call('GET /quota')).body.data.links).toEqual({ limit: 3, used: 1 })
    await create(account, 'order-2')
    await create(account, 'order-3')
    expect((await create(account, 'order-4')).body.error.code).toBe('plan_limit')
    expect((await create(account, 'order-1')).body).toEqual(first.body)
    await instance.command('user', 'set-plan', '--email', account.email, '--plan', 'roomy')
    expect((await create(account, 'order-4')).status).toBe(200)
  })

  test('applies to bulk creation: the same items again, including failed ones', async () => {
    const account = await instance.account()
    const headers = { 'idempotency-key': 'bulk-1' }
    const links = [body, { long_url: 'nonsense' }, { ...body, short: `bulk-${instance.engine}` }]
    const first = await account.call('POST /links/bulk', { body: { links }, headers })
    expect(first.body.data).toMatchObject({ total: 3, success: 2, failed: 1 })
    expect((await account.call('POST /links/bulk', { body: { links }, headers })).body).toEqual(first.body)
    expect(await linksOf(account)).toBe(2)
    const other = { body: { links: links.slice(0, 2) }, headers }
    await expectRefused(account, 422, 'idempotency_conflict', 'POST /links/bulk', other)
  })

  test('that is empty, too long or not printable ASCII is 400, and nothing changes', async () => {
    const account = await instance.account()
    for (const key of ['', 'x'.repeat(256), 'caf\u00e9', 'a\tb'])
      for (const at of ['POST /links', 'POST /links/bulk'])
        await expectRefused(account, 400, 'malformed_request', at, {
          body: at.endsWith('bulk') ? { links: [body] } : body,
          headers: { 'idempotency-key': key },
        })
    expect((await create(account, 'x'.repeat(255))).status).toBe(200)
    expect((await create(account, '"8e03978e-40d5-43dd-bc93-6894a57f9324"')).status).toBe(200)
  })

  test('applies to shop items: the same item again, and a different one with that key is refused', async () => {
    const { call } = await signIn(instance, await instance.account())
    const send = (title: string) =>
      call('POST /shop-items', { body: { title }, headers: { 'idempotency-key': 'item-1' } })
    const first = await send('Kopi')
    expect(first.status).toBe(200)
    expect((await send('Kopi')).body).toEqual(first.body)
    const other = await send('Teh')
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_conflict'])
    expect((await call('GET /shop-items')).body.data).toEqual([first.body.data])
  })

  test('applies to uploads: the same file is re-encoded once, even if it is sent twice at once', async () => {
    const { call } = await signIn(instance, await instance.account())
    const send = (side: number, query = '', key = 'image-1') =>
      call(`POST /assets${query}`, { body: png(side, side), headers: { 'idempotency-key': key } })
    const [first, again] = await Promise.all([send(400), send(400)])
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect((await send(400)).body).toEqual(first.body)
    for (const other of [await send(401), await send(400, '?title=Another')])
      expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_conflict'])
    expect((await call('GET /assets')).body.data).toEqual([first.body.data])
    const folder = join(instance.database.env.DATA_DIR, 'assets')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(files.filter((name) => name.endsWith('.webp')).length).toBe(2)
    // A refused request has not used up the key.
    const broken = { body: Buffer.from('x'), headers: { 'idempotency-key': 'image-2' } }
    expect((await call('POST /assets', broken)).status).toBe(422)
    expect((await send(4, '', 'image-2')).status).toBe(200)
  })

  test('is optional: without one, the same request twice creates two links', async () => {
    const account = await instance.account()
    await account.link(body)
    await account.link(body)
    expect(await linksOf(account)).toBe(2)
  })
})
