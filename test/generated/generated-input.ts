// Sends generated input, valid and invalid, to every operation: none causes a server error, and none does damage. The caller
// chooses how many.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type ErrorCode, errorCodes, type Operation, operations, statusOf } from '@linnet/contract'
import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'
import { signIn } from '../accounts/sign-in.ts'
import type { Engine } from '../databases.ts'
import type { Account, Answer, CallOptions, Instance } from '../instance.ts'
import { componentsOf, microsite } from '../microsites.ts'
import { expectDetails } from '../refusals.ts'
import { anyText, encoded, type JsonSchema, jsonFor, queryTextFor, textFor } from './json-arbitraries.ts'

/** How many requests for each operation, and how many visits. */
export type Runs = Record<Engine, { operation: number; visits: number }>

// A failure is reported with its seed and path: { seed, path } here repeats it.
const settings = { interruptAfterTimeLimit: 8_000 }

interface Request {
  path: string
  options: CallOptions
}

const schemaOf = (schema: z.ZodObject) => z.toJSONSchema(schema, { io: 'input' }) as JsonSchema
/** In a generated path, stands for a resource of the account: its link, or its microsite with a component. */
const known = '{known}'

/** Requests for an operation, by its own schemas. */
function requestsFor(operation: Operation): Arbitrary<Request> {
  const parameter = fc.oneof(
    { weight: 3, arbitrary: fc.constant(known) },
    { weight: 1, arbitrary: encoded(textFor({ pattern: '^[A-Za-z0-9_-]{1,48}$' })) },
  )
  const segments = operation.path.split('/').map((part) => {
    if (!part.startsWith('{')) return fc.constant(part)
    // Segments of dots alone are path steps, not names.
    return parameter.filter((value) => !/^(\.|%2e){0,2}$/i.test(value))
  })
  const query = Object.entries(schemaOf(operation.query).properties ?? {}).map(([name, schema]) =>
    sometimes(
      encoded(queryTextFor(schema)).map((value) => `${name}=${value}`),
      2,
    ),
  )
  const more = sometimes(fc.constantFrom('page=1', 'x=%00', '__proto__=1', '%zz', '=', '&&'), 8)
  const key = sometimes(fc.nat({ max: 1000 }).map(String), 3)
  return fc
    .record({
      segments: fc.tuple(...segments),
      query: fc.tuple(...query, more),
      body: bodyOf(operation),
      key,
      oddKey: sometimes(fc.constantFrom('x'.repeat(256), '', 'é'), 20),
    })
    .map(({ segments, query, body, key, oddKey }) => ({
      path: `${segments.join('/')}${query.flat().length > 0 ? `?${query.flat().join('&')}` : ''}`,
      options: {
        body,
        headers: {
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
          ...Object.fromEntries([...key, ...oddKey].map((value) => ['idempotency-key', value])),
        },
      },
    }))
}

/** A list that has one element once in this many times, and is otherwise empty. */
function sometimes(value: Arbitrary<string>, times: number): Arbitrary<string[]> {
  const one = { weight: 1, arbitrary: value.map((text) => [text]) }
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant<string[]>([]) }, one)
}

function bodyOf({ body, file }: Operation): Arbitrary<string | Uint8Array | undefined> {
  if (file) return fileBytes
  return body ? bodyFor(schemaOf(body)) : fc.constant(undefined)
}

// Some begin like an image, so that more than their first bytes is parsed.
const beginnings = [
  '',
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'GIF89a',
  'RIFF\0\0\0\0WEBPVP8 ',
  'BM',
  '<svg ',
]
const fileBytes = fc
  .tuple(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 400 }))
  .map(([beginning, rest]) => Buffer.concat([Buffer.from(beginning, 'latin1'), rest]))

function bodyFor(schema: JsonSchema): Arbitrary<string> {
  return fc.oneof({ weight: 19, arbitrary: jsonFor(schema) }, { weight: 1, arbitrary: anyText })
}

function expectDeclaredAnswer(operation: Operation, answer: Answer): void {
  if (answer.status === 200) {
    expect(operation.answer.safeParse(answer.body).error).toBeUndefined()
    return
  }
  expect(answer.status).toBeLessThan(500)
  const { code, message, request_id, details = [] } = answer.body.error
  expect(Object.keys(errorCodes)).toContain(code)
  expect(answer.status).toBe(statusOf(code as ErrorCode, operation.answeredWith400))
  expect(message).toBeString()
  expect(request_id).toBe(answer.headers.get('x-request-id'))
  expectDetails(details)
}

/** Some generated values are webhook URLs. Their host names never resolve, so nothing is sent to strangers. */
export const findingNoNames = { DNS_SERVERS: '127.0.0.1:9' }

export function generatedInput(instance: Instance, runs: Runs): void {
  let account: Account
  let link: { id: string }
  let site: { slug: string; componentId: string }
  let cookie: string

  beforeAll(async () => {
    account = await instance.account()
    link = await account.link()
    cookie = (await signIn(instance, account)).cookie
  })

  /** One for each operation, because some delete it. */
  async function newSite() {
    const { slug } = await microsite(account)
    return { slug, componentId: (await componentsOf(account, slug).add('TEXT')).id as string }
  }

  async function send(operation: Operation, { path: generated, options }: Request): Promise<Answer> {
    const path = operation.path.startsWith('/microsites/{')
      ? generated.replace(known, site.slug).replace(known, site.componentId)
      : generated.replace(known, link.id)
    if (operation.audience === 'public') return await account.call(`${operation.method} ${path}`, options)
    const headers = { ...options.headers, cookie }
    const answer = await instance.ask(`${operation.method} /api${path}`, { ...options, headers })
    if (operation.id === 'signOut') cookie = (await signIn(instance, account)).cookie
    return answer
  }

  for (const operation of operations)
    test(`${operation.method} ${operation.path} (${operation.audience}) returns what it declares`, async () => {
      const property = fc.asyncProperty(requestsFor(operation), async (request) => {
        expectDeclaredAnswer(operation, await send(operation, request))
        expect(instance.errors).toEqual([])
      })
      if (operation.path.startsWith('/microsites/{')) site = await newSite()
      // The dashboard has a request limit too.
      await instance.clock.advance(61_000)
      const { operation: times } = runs[instance.engine]
      // Each of these signs in, which is slow.
      const isSlow = operation.id === 'signOut' || operation.id === 'signIn'
      await fc.assert(property, { ...settings, numRuns: isSlow ? Math.min(times, 8) : times })
    })

  describe('has left nothing behind', () => {
    test("that can't be listed, read and visited, or that statistics fail for", async () => {
      let seen = 0
      for (let page = 1; ; page++) {
        const { body } = await account.call(`GET /links?status=all&limit=100&page=${page}`)
        for (const link of body.data) {
          seen++
          expect((await account.call(`GET /links/${link.id}`)).body.data).toEqual(link)
          expect((await account.call(`GET /links/${link.short}/stats`)).status).toBeOneOf([200, 404])
          expect((await instance.visit(`/${link.short}`)).status).toBeLessThan(500)
          expect((await instance.visit(`/${link.short}+`)).status).toBeLessThan(500)
        }
        if (body.data.length === 0) break
      }
      // At least the account's own link; with many requests, some that they created too.
      expect(seen).toBeGreaterThan(runs[instance.engine].operation < 25 ? 0 : 1)
      expect((await account.call('GET /stats?additional=true')).status).toBe(200)
    })
  })

  test('causes no server error with visitors’ paths either', async () => {
    const paths = fc
      .array(encoded(anyText), { minLength: 1, maxLength: 3 })
      .map((segments) => `/${segments.join('/')}`)
      // Bun itself refuses a request whose head is longer than 16 KiB, with a bare 431.
      .filter((path) => path.length < 12_000)
    await fc.assert(
      fc.asyncProperty(
        paths,
        fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE'),
        async (path, method) => {
          const answer = await instance.ask(`${method} ${path}`)
          expect(answer.status).toBeLessThan(500)
          expect(answer.headers.get('x-request-id')).not.toBeNull()
          expect(instance.errors).toEqual([])
        },
      ),
      { ...settings, numRuns: runs[instance.engine].visits },
    )
  })
}
