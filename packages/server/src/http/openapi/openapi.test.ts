// The API's description: a valid OpenAPI 3.1 document that says what the contract says, and changes only on purpose.
import { beforeAll, describe, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { componentKinds, eventTypes, operations, WebhookEvent } from '@linnet/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { decoded, textOf } from '../../../../../test/html.ts'
import { type Answer, onOneEngine } from '../../../../../test/instance.ts'

/** The committed description, so that reviewers see every change of the API. */
const committed = Bun.file(resolve(import.meta.dir, '../../../../contract/openapi.json'))
const renewal = 'RENEW_OPENAPI=1 npm test -- openapi.test'

// Each row of the contract under Links, Account, Microsites and Automation, with the statuses that it lists.
const contractStatuses: Record<string, number[]> = {
  'GET /links': [401, 403, 429],
  'POST /links': [401, 403, 422, 429],
  'POST /links/available': [401, 422],
  'GET /links/{short}': [401, 404],
  'PUT /links/{short}': [401, 403, 404, 422, 429],
  'DELETE /links/{short}': [401, 404, 429],
  'POST /links/{short}/unarchive': [401, 403, 404, 429],
  'GET /links/{short}/stats': [401, 403, 404, 429],
  'GET /links/{short}/stats/lifetime': [401, 403, 404, 429],
  'POST /links/bulk': [401, 402, 403],
  'GET /user': [401, 429],
  'GET /quota': [401, 429],
  'GET /stats': [401, 403],
  'GET /microsites': [401, 403],
  'POST /microsites': [400, 401, 403],
  'POST /microsites/available': [401, 403, 429],
  'GET /microsites/{slug}': [401, 403, 404],
  'PUT /microsites/{slug}': [401, 403, 404],
  'DELETE /microsites/{slug}': [401, 403, 404],
  'GET /microsites/{slug}/components': [401, 403, 404, 429],
  'POST /microsites/{slug}/components': [401, 403, 404, 422, 429],
  'PUT /microsites/{slug}/components/{componentId}': [401, 403, 404, 422, 429],
  'DELETE /microsites/{slug}/components/{componentId}': [401, 403, 404, 429],
  'POST /microsites/{slug}/components/order': [401, 403, 404, 422, 429],
  'POST /integrations/automation/webhook/subscribe': [401],
  'POST /integrations/automation/webhook/unsubscribe': [401],
}
const publicOperations = operations.filter(({ audience }) => audience === 'public')

onOneEngine('the description of the API', (instance) => {
  let answer: Answer
  beforeAll(async () => {
    answer = await instance.ask('GET /v2/openapi.json')
  })

  test('is at /v2/openapi.json, needs no credential, and is OpenAPI 3.1 of version 2.1.0', () => {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toStartWith('application/json')
    expect(answer.body.openapi).toMatch(/^3\.1\.\d+$/)
    expect(answer.body.info.version).toBe('2.1.0')
    expect(answer.body.servers).toEqual([{ url: `${instance.url}/v2` }])
  })

  test('is valid against the OpenAPI schema, and all its references resolve', async () => {
    const validator = new Validator()
    const result = await validator.validate(structuredClone(answer.body))
    expect(result).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    const references = [...answer.text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    )
    expect(references.length).toBeGreaterThan(10)
    for (const name of references) expect(answer.body.components.schemas).toContainKey(name as string)
  })

  test('describes a component by its kind, so that each kind has a type of its own', () => {
    const { paths, components } = answer.body
    const bodyOf = (path: string, method: string) =>
      paths[path][method].requestBody.content['application/json'].schema
    for (const { oneOf, discriminator } of [
      components.schemas.Component,
      bodyOf('/microsites/{slug}/components', 'post'),
      bodyOf('/microsites/{slug}/components/{componentId}', 'put'),
    ]) {
      expect(oneOf).toHaveLength(componentKinds.length)
      expect(discriminator.propertyName).toBe('kind')
      expect(Object.keys(discriminator.mapping)).toEqual([...componentKinds])
      for (const kind of componentKinds) {
        const schema = named(components, discriminator.mapping[kind])
        expect(schema.required).toEqual(expect.arrayContaining(['kind', 'data']))
        expect(schema.properties.kind.const).toBe(kind)
        const data = named(components, schema.properties.data.$ref)
        expect(data.type).toBe('object')
        expect(data).not.toContainKey('required')
      }
    }
    const { LinkData, CountdownData } = components.schemas
    expect(LinkData.properties.password).toMatchObject({ type: 'string', maxLength: 255, writeOnly: true })
    expect(LinkData.properties.hasPassword).toMatchObject({ type: 'boolean', readOnly: true })
    expect(Object.keys(CountdownData.properties)).toContain('timestamp')
    expect(CountdownData.properties).not.toContainKey('hasPassword')
  })

  test('limits each field to the same length as its pattern', () => {
    const faults: string[] = []
    JSON.stringify(answer.body, (key, value) => {
      const most = /^\^\[[^\]]+\]\{\d+,(\d+)\}\$$/.exec(value?.pattern ?? '')?.[1]
      if (most !== undefined && value.maxLength !== undefined && value.maxLength !== Number(most))
        faults.push(`${key}: ${value.pattern} has at most ${value.maxLength} characters`)
      return value
    })
    expect(faults).toEqual([])
  })

  test('has patterns and formats that accept what the server accepts', async () => {
    const { call } = await instance.account()
    const ajv = new Ajv({ strict: false })
    addFormats(ajv)
    const { properties } = answer.body.paths['/links'].post.requestBody.content['application/json'].schema
    for (const long_url of [
      'https://exämple.com/ü',
      'HTTPS://EXAMPLE.COM/a b',
      'http://example.com/?q=[1]|{2}',
      'https://example.com/%zz',
    ]) {
      expect({ long_url, status: (await call('POST /links', { body: { long_url } })).status }).toEqual({
        long_url,
        status: 200,
      })
      expect({ long_url, valid: ajv.validate(properties.long_url, long_url) }).toEqual({
        long_url,
        valid: true,
      })
    }
    const { CalendarData, LinkData } = answer.body.components.schemas
    for (const startDate of ['2026-11-20T18:30', '2026-11-20T18:30:00', '2026-11-20T18:30:00.5+0700'])
      expect(ajv.validate(CalendarData.properties.startDate, startDate)).toBe(true)
    for (const href of ['mailto:ana@example.com', 'tel:+62274555', 'https://exämple.com/'])
      expect(ajv.validate(LinkData.properties.href, href)).toBe(true)
  })

  test('says which fields a subscription needs', () => {
    const bodyOf = (what: string) =>
      answer.body.paths[`/integrations/automation/webhook/${what}`].post.requestBody.content[
        'application/json'
      ].schema
    expect(bodyOf('subscribe').required).toEqual(['url'])
    expect(bodyOf('unsubscribe').anyOf).toEqual([{ required: ['url'] }, { required: ['id'] }])
  })

  test('declares the headers that responses have', async () => {
    const { call, newKey } = await instance.account()
    const { components, paths } = answer.body
    const declared = (status: number) => Object.keys(paths['/links'].post.responses[status].headers).sort()
    const seen = (headers: Headers) =>
      Object.keys(components.headers)
        .filter((name) => headers.has(name))
        .sort()
    const made = await call('POST /links', { body: { long_url: 'https://example.com/' } })
    expect(seen(made.headers)).toEqual(declared(200))
    const unknown = await instance.ask('POST /v2/links', { body: {}, headers: { authorization: 'Bearer x' } })
    expect(seen(unknown.headers)).toEqual(expect.arrayContaining(declared(401)))
    const authorization = `Bearer ${await newKey('links:read')}`
    const refused = await call('POST /links', { body: {}, headers: { authorization } })
    expect(seen(refused.headers)).toEqual(expect.arrayContaining(declared(403)))
  })

  test('declares 431 for each operation, without a body, for headers that are too large', async () => {
    for (const { path, method } of publicOperations)
      expect(answer.body.paths[path][method.toLowerCase()].responses).toContainKey('431')
    const huge = await instance.ask('GET /v2/links', { headers: { 'x-huge': 'x'.repeat(32_000) } })
    expect([huge.status, huge.text]).toEqual([431, ''])
  })

  test('describes the OAuth endpoints, the connected apps and the agent tools, each with its own address', () => {
    const { paths } = answer.body
    for (const [path, method] of [
      ['/oauth/authorize', 'get'],
      ['/oauth/token', 'post'],
      ['/oauth/revoke', 'post'],
      ['/oauth/introspect', 'post'],
      ['/oauth/userinfo', 'get'],
      ['/.well-known/oauth-authorization-server', 'get'],
      ['/api/user/oauth/apps', 'get'],
      ['/api/user/oauth/apps/{clientId}', 'delete'],
      ['/mcp', 'post'],
      ['/.well-known/oauth-protected-resource/mcp', 'get'],
    ] as const) {
      expect(paths[path].servers).toEqual([{ url: instance.url }])
      expect(paths[path][method].operationId).toBeString()
    }
  })

  test('describes what each event sends to a webhook', () => {
    const { webhooks } = answer.body
    expect(Object.keys(webhooks).sort()).toEqual([...eventTypes].sort())
    for (const [type, { post }] of Object.entries<{ post: { requestBody: Answer['body'] } }>(webhooks))
      expect(post.requestBody.content['application/json'].schema.properties.type.const).toBe(type)
  })

  test('says which key each signature is made with', () => {
    const { parameters } = answer.body.webhooks['link.created'].post
    const meaning = (wanted: string): string =>
      parameters.find(({ name }: { name: string }) => name === wanted).description
    expect(meaning('X-SVC-Signature')).toContain('the whole secret')
    expect(meaning('webhook-signature')).toMatch(/`id\.timestamp\.body` in base64, keyed by .* decoded/)
    expect(meaning('webhook-timestamp')).toContain('five minutes')
  })

  test('matches the committed packages/contract/openapi.json', async () => {
    const here = JSON.stringify(answer.body, null, 2)
    const text = `${here.replaceAll(instance.url, 'http://localhost:3000')}\n`
    if (process.env.RENEW_OPENAPI) await Bun.write(committed, text)
    const hint = `The description of the API has changed. If that is meant: ${renewal}, and commit the file.`
    expect(await committed.text(), hint).toBe(text)
  })

  test('names every public operation with its scope, and none of the dashboard', () => {
    const described = Object.entries<Record<string, { operationId: string; 'x-scope'?: string }>>(
      answer.body.paths,
    ).filter(([, item]) => !('servers' in item))
    const found = described.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, 'x-scope': scope }]) =>
        [operationId, method.toUpperCase(), path, scope].join(' '),
      ),
    )
    const declared = publicOperations.map(({ id, method, path, scope }) =>
      [id, method, path, scope].join(' '),
    )
    expect(found.sort()).toEqual(declared.sort())
  })

  for (const [row, statuses] of Object.entries(contractStatuses))
    test(`declares for ${row} every status of the contract`, () => {
      const [method = '', path = ''] = row.split(' ')
      const { responses } = answer.body.paths[path][method.toLowerCase()]
      expect(Object.keys(responses).map(Number)).toEqual(expect.arrayContaining([200, ...statuses]))
    })

  describe('its HTML page', () => {
    test('is at /v2/docs, is HTML, needs no credential, and has every path on it', async () => {
      const page = await instance.ask('GET /v2/docs')
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const text = decoded(textOf(page.text))
      for (const { path, summary } of publicOperations) {
        expect(text).toContain(path)
        expect(text).toContain(summary)
      }
    })

    test('shows an example of each event that could have been sent', async () => {
      const page = await instance.ask('GET /v2/docs')
      const exampleOf = (type: string) => {
        const entry = new RegExp(`<article id="event-${type.replace('.', '-')}">.*?</article>`, 's').exec(
          page.text,
        )
        const [, code = ''] = /<pre[^>]*>(.*?)<\/pre>/s.exec(entry?.[0] ?? '') ?? []
        return WebhookEvent.parse(JSON.parse(decoded(textOf(code))))
      }
      for (const type of eventTypes) expect(exampleOf(type).type).toBe(type)
      expect(exampleOf('link.created').data).toMatchObject({
        ...{ title: 'Launch', status: 'active', has_password: false, disposable: false, adult: false },
        ...{ expired_at: null, archive_at: null, archived_at: null, blocked_at: null, blocked_reason: null },
      })
      expect(exampleOf('qr.scanned').data).toMatchObject({
        click: {
          at: 1_790_000_000,
          device: 'mobile',
          os: 'Android',
          referer: 'example.org',
          bot: false,
          qr: true,
        },
      })
    })

    test('runs no script, neither its own nor another', async () => {
      const page = await instance.ask('GET /v2/docs')
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(page.text).not.toContain('<script')
    })
  })

  test('and its HTML page answer HEAD, and 405 with Allow to other methods', async () => {
    for (const path of ['/v2/openapi.json', '/v2/docs']) {
      const head = await instance.ask(`HEAD ${path}`)
      expect([head.status, head.text]).toEqual([200, ''])
      const post = await instance.ask(`POST ${path}`)
      expect(post.status).toBe(405)
      expect(post.headers.get('allow')).toBe('GET, HEAD')
    }
  })
})

function named({ schemas }: Answer['body'], reference: string): Answer['body'] {
  return schemas[reference.split('/').at(-1) ?? '']
}
