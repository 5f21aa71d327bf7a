// Bodies that aren't JSON, are too large, or have wrong types: a clear error, and no change.
import { beforeAll, expect, test } from 'bun:test'
import { operations } from '@linnet/contract'
import { signIn } from '../../../../test/accounts/sign-in.ts'
import { type Account, onOneEngine } from '../../../../test/instance.ts'
import { expectAllRefused, expectRefused, fieldsOf } from '../../../../test/refusals.ts'

const mebibyte = 1024 * 1024
const withBody = operations.filter(({ audience, body }) => audience === 'public' && body !== null)

/** JSON of exactly this many bytes, which would create a link. */
function jsonOf(bytes: number): string {
  const start = '{"long_url":"https://example.com/","padding":"'
  return `${start}${'x'.repeat(bytes - start.length - 2)}"}`
}

/** A body sent in chunks, so that its length is not known beforehand. */
function inPieces(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.slice(sent, sent + 65_536))
      sent += 65_536
      if (sent >= bytes.length) controller.close()
    },
  })
}

onOneEngine('a bad body', (instance) => {
  let account: Account
  const json = { 'content-type': 'application/json' }
  const longUrl = { long_url: 'https://example.com/' }

  beforeAll(async () => {
    account = await instance.account()
    await account.link({ custom_slug: 'launch', title: 'Before' })
  })

  function post(body: BodyInit | null, headers: Record<string, string> = json): Promise<Response> {
    return fetch(`${instance.url}/v2/links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.key}`, ...headers },
      body,
    })
  }

  for (const { method, path } of withBody) {
    test(`of ${method} ${path} that is malformed, empty, or not an object is 400 malformed_request`, async () => {
      const at = `${method} ${path.replace('{short}', 'launch')}`
      const texts = [
        '',
        ' ',
        '{',
        '{"long_url":',
        "{'a':1}",
        '{"a":1}}',
        'null',
        '[]',
        '[{}]',
        '"text"',
        '1',
        'true',
      ]
      // The planned switches of a link may be sent as a list.
      const given = at.includes('/schedule')
        ? texts.filter((text) => text !== '[]' && text !== '[{}]')
        : texts
      const bodies = [...given, 'NaN', '{"a":undefined}', '\ufeff', '[', '['.repeat(200_000)]
      const requests = bodies.map((body) => [at, { body, headers: json }] as const)
      await expectAllRefused(account, 400, 'malformed_request', requests)
    })
  }

  test('is not required for a session operation without fields: an empty request works too', async () => {
    const { call } = await signIn(instance, account)
    const body = { url: 'https://example.com/hook', events: ['link.created'] }
    const { id, secret } = (await call('POST /webhooks', { body })).body.data
    const sample = await call(`POST /webhooks/${id}/test`)
    expect([sample.status, sample.body.data.event]).toEqual([200, 'link.created'])
    const renewed = await call(`POST /webhooks/${id}/secret`, { headers: json })
    expect([renewed.status, renewed.body.data.secret]).toEqual([200, expect.stringMatching(/^whsec_/)])
    expect(renewed.body.data.secret).not.toBe(secret)
    const refused = [
      await call('POST /webhooks'),
      await call(`PUT /webhooks/${id}`),
      await call(`POST /webhooks/${id}/test`, { body: ' ' }),
      await call(`POST /webhooks/${id}/test`, { headers: { 'content-type': 'text/plain' } }),
    ]
    for (const { status, body } of refused)
      expect([status, body.error.code]).toEqual([400, 'malformed_request'])
  })

  test('with more names or values than any request needs is 400, however short each is', async () => {
    const list = (unit: string, count: number) => Array(count).fill(unit).join(',')
    const names = (count: number) => list('"a":1', count)
    for (const body of [
      `{"links":[${list('{}', 60_000)}]}`,
      `{"links":[{${names(11_000)}}]}`,
      `{"links":[${list(`{${names(100)}}`, 110)}]}`,
    ])
      await expectRefused(account, 400, 'malformed_request', 'POST /links/bulk', { body, headers: json })
    const most = `{"long_url":"https://example.com/",${names(9_000)},"more":[${list('1', 40_000)}]}`
    expect((await account.call('POST /links', { body: most, headers: json })).status).toBe(200)
  })

  test('without a credential may have 64 KiB', async () => {
    const session = (bytes: number) => {
      const start = '{"email":"nobody@example.com","password":"'
      return instance.ask('POST /api/session', {
        headers: { ...json, origin: instance.url },
        body: `${start}${'x'.repeat(bytes - start.length - 2)}"}`,
      })
    }
    expect((await session(64 * 1024)).body.error.code).not.toBe('payload_too_large')
    const { status, body } = await session(64 * 1024 + 1)
    expect([status, body.error.code]).toEqual([413, 'payload_too_large'])
  })

  test('of another content type is 400, whatever its content', async () => {
    const body = JSON.stringify(longUrl)
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonx',
    ])
      await expectRefused(account, 400, 'malformed_request', 'POST /links', {
        body,
        headers: { 'content-type': type },
      })
  })

  test('of JSON with parameters or a +json type is accepted', async () => {
    const body = JSON.stringify(longUrl)
    for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.api+json']) {
      const answer = await account.call('POST /links', { body, headers: { 'content-type': type } })
      expect(answer.status, type).toBe(200)
    }
  })

  test('in another encoding than UTF-8, or compressed, is 400', async () => {
    const text = '{"long_url":"https://example.com/","title":"é"}'
    const bodies = [
      Buffer.from(text, 'latin1'),
      Buffer.from(text, 'utf16le'),
      Buffer.from([0xff, 0xfe]),
      Bun.gzipSync(Buffer.from(text)),
    ]
    for (const body of bodies)
      await expectRefused(account, 400, 'malformed_request', 'POST /links', { body, headers: json })
  })

  test('that is compressed is refused with a message about Content-Encoding, wherever a body is accepted', async () => {
    const { call, cookie } = await signIn(instance, account)
    const body = Bun.gzipSync(Buffer.from(JSON.stringify(longUrl)))
    const said = /Content-Encoding is not supported/
    for (const encoding of ['gzip', 'br', 'identity, gzip', 'x'.repeat(1000)]) {
      const headers = { ...json, 'content-encoding': encoding }
      const error = await expectRefused(account, 400, 'malformed_request', 'POST /links', { body, headers })
      expect(error.message).toMatch(said)
      const uploaded = await call('POST /assets', { body, headers: { cookie, 'content-encoding': encoding } })
      expect([uploaded.status, uploaded.body.error.message]).toEqual([400, expect.stringMatching(said)])
      const told = await instance.ask('POST /mcp', {
        body,
        headers: { ...headers, accept: 'application/json', authorization: `Bearer ${account.key}` },
      })
      expect([told.status, told.body.error.message]).toEqual([400, expect.stringMatching(said)])
      const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': encoding }
      const token = await instance.ask('POST /oauth/token', { body, headers: form })
      expect([token.status, token.body.error]).toEqual([400, 'invalid_request'])
      expect(token.body.error_description).toMatch(said)
    }
    for (const encoding of ['identity', 'IDENTITY']) {
      const headers = { ...json, 'content-encoding': encoding }
      expect((await account.call('POST /links', { body: longUrl, headers })).status).toBe(200)
    }
  })

  test('of exactly 1 MiB is accepted, and one byte more is 413, with Content-Length and chunked', async () => {
    for (const wrap of [(text: string) => text, inPieces]) {
      expect((await post(wrap(jsonOf(mebibyte)))).status).toBe(200)
      const { body: before } = await account.call('GET /links?status=all')
      const refused = await post(wrap(jsonOf(mebibyte + 1)))
      expect(refused.status).toBe(413)
      expect(await refused.json()).toStrictEqual({
        error: {
          code: 'payload_too_large',
          message: expect.any(String),
          request_id: refused.headers.get('x-request-id'),
        },
      })
      expect((await account.call('GET /links?status=all')).body.total).toBe(before.total)
    }
  })

  test('of many MiB is 413 in the error envelope too', async () => {
    for (const wrap of [(text: string) => text, inPieces]) {
      const refused = await post(wrap(jsonOf(80 * mebibyte)))
      expect(refused.status).toBe(413)
      expect((await refused.json()).error.code).toBe('payload_too_large')
    }
  })

  test("nested too deep is 400, so that it can't keep the server busy", async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`
      const bodyOf = (levels: number) =>
        `{"links":[{"long_url":"https://example.com/","odd":${nested(levels)}}]}`
      for (const levels of [98, 1000, 170_000]) {
        const headers = { ...json, 'idempotency-key': `${open} ${levels}` }
        const body = bodyOf(levels)
        await expectRefused(account, 400, 'malformed_request', 'POST /links/bulk', { body, headers })
        expect(
          (await account.call('POST /links/bulk', { body: bodyOf(97), headers })).body.data.success,
        ).toBe(1)
      }
    }
    const title = '[{"\\\\"'.repeat(20)
    expect((await account.link({ title })).title).toBe(title)
  })

  test('with unknown fields is accepted, and they are ignored', async () => {
    const body =
      '{"long_url":"https://example.com/","id":"lnk_mine","clicks":7,"__proto__":{"title":"x"},"toString":1}'
    const answer = await account.call('POST /links', { body, headers: json })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ clicks: 0, title: '' })
    expect(answer.body.data.id).not.toBe('lnk_mine')
  })

  test('with a field of the wrong type is 422 and names every such field', async () => {
    const cases: [string, Record<string, unknown>, string[]][] = [
      ['POST /links', {}, ['long_url']],
      ['POST /links', { long_url: null }, ['long_url']],
      ['POST /links', { long_url: 5, title: {}, expired_at: '1' }, ['long_url', 'title', 'expired_at']],
      ['POST /links', { long_url: ['https://example.com/'] }, ['long_url']],
      ['POST /links', { ...longUrl, title: 'x'.repeat(256) }, ['title']],
      ['POST /links', { ...longUrl, password: '' }, ['password']],
      ['POST /links', { ...longUrl, password: 'x'.repeat(256) }, ['password']],
      ['POST /links', { ...longUrl, expired_at: 1.5 }, ['expired_at']],
      ['POST /links', { ...longUrl, expired_at: 1 }, ['expired_at']],
      ['POST /links', { ...longUrl, expired_at: 1e300 }, ['expired_at']],
      ['POST /links', { ...longUrl, expired_at: -1 }, ['expired_at']],
      ['POST /links', { ...longUrl, custom_slug: 5 }, ['custom_slug']],
      ['POST /links', { ...longUrl, domain_alias: 'not-mine.example.com' }, ['domain_alias']],
      ['PUT /links/launch', { disposable: 'yes', adult: 1 }, ['disposable', 'adult']],
      ['PUT /links/launch', { title: 5 }, ['title']],
      ['PUT /links/launch', { title: 'After', long_url: 'nonsense' }, ['long_url']],
      ['PUT /links/launch', { title: 'After', domain_alias: 'not-mine.example.com' }, ['domain_alias']],
      ['POST /links/available', {}, ['short']],
      ['POST /links/available', { short: 5 }, ['short']],
      ['POST /links/bulk', {}, ['links']],
      ['POST /links/bulk', { links: {} }, ['links']],
      ['POST /links/bulk', { links: [] }, ['links']],
      ['POST /links/bulk', { links: Array(101).fill(longUrl) }, ['links']],
    ]
    const requests = cases.map(([at, body]) => [at, { body }] as const)
    const errors = await expectAllRefused(account, 422, 'validation_failed', requests)
    expect(errors.map((error) => fieldsOf(error).sort())).toEqual(cases.map(([, , fields]) => fields.sort()))
  })

  test('with dates that do not exist, or have passed, is 422', async () => {
    const dates = [
      '2027-02-29',
      '2027-02-30',
      '2027-13-01',
      '2027-00-10',
      '2027-04-31',
      '2027-1-1',
      '20270101',
    ]
    const values = [...dates, 'tomorrow', '2027-01-01T00:00:00Z', ' 2027-01-01', instance.clock.day(-1), 5]
    const requests = values.map(
      (archive_at) => ['PUT /links/launch', { body: { title: 'After', archive_at } }] as const,
    )
    for (const error of await expectAllRefused(account, 422, 'validation_failed', requests))
      expect(fieldsOf(error)).toEqual(['archive_at'])
  })

  test('with NUL or half a surrogate pair in a string is 422 in every field, and well-formed strings are stored', async () => {
    const texts = ['a\0b', '\0', 'a\ud800', '\udc00a']
    for (const name of ['long_url', 'title', 'password', 'domain_alias']) {
      const requests = texts.flatMap((bad) => {
        const body = { ...longUrl, [name]: name === 'long_url' ? `https://example.com/${bad}` : bad }
        return [['POST /links', { body }] as const, ['PUT /links/launch', { body }] as const]
      })
      for (const error of await expectAllRefused(account, 422, 'validation_failed', requests))
        expect(fieldsOf(error)).toEqual([name])
    }
    const codes = texts.flatMap((bad) => [
      ['POST /links', { body: { ...longUrl, custom_slug: bad } }] as const,
      ['POST /links/available', { body: { short: bad } }] as const,
    ])
    await expectAllRefused(account, 422, 'slug_invalid', codes)
    const title = 'Grüße 👩‍👩‍👧‍👦 \u202e مرحبا 日本語 \u0001 \\ \' " % _ ; --'
    const link = await account.link({ title })
    expect((await account.call(`GET /links/${link.short}`)).body.data.title).toBe(title)
  })
})
