// Request smuggling: requests with an ambiguous length can't smuggle a second request.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Instance, startInstance } from '../../../../test/instance.ts'
import { openRaw, statuses } from '../../../../test/servers/raw-http.ts'

let instance: Instance
let port = 0
beforeAll(async () => {
  instance = await startInstance('sqlite')
  port = Number(new URL(instance.url).port)
  const account = await instance.account()
  await account.link({ custom_slug: 'odd', long_url: 'https://example.com/odd' })
  await account.domain('go.example.com')
  await account.link({
    custom_slug: 'odd',
    long_url: 'https://example.com/go',
    domain_alias: 'go.example.com',
  })
})
afterAll(async () => {
  await instance.stop()
  await instance.database.remove()
})

const host = 'Host: localhost\r\n'
const smuggled = `GET /odd HTTP/1.1\r\n${host}\r\n`

/** Everything the server sends in response to these bytes, until it closes the connection. */
async function answerTo(bytes: string): Promise<string> {
  const connection = await openRaw(port)
  await connection.send(bytes)
  return await connection.closed
}

const chunked = 'Transfer-Encoding: chunked\r\n'
const refusedHeads: [what: string, head: string, body: string][] = [
  ['Content-Length beside Transfer-Encoding', `Content-Length: 4\r\n${chunked}`, '0\r\n\r\n'],
  ['Transfer-Encoding beside Content-Length', `${chunked}Content-Length: 5\r\n`, '0\r\n\r\n'],
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 50\r\n', 'abcd'],
  ['a list of lengths', 'Content-Length: 4, 4\r\n', 'abcd'],
  ['a signed length', 'Content-Length: +4\r\n', 'abcd'],
  ['a negative length', 'Content-Length: -1\r\n', ''],
  ['a length in hexadecimal', 'Content-Length: 0x4\r\n', 'abcd'],
  ['a length beyond any number', 'Content-Length: 99999999999999999999\r\n', ''],
  ['an unknown encoding', 'Transfer-Encoding: xchunked\r\n', 'abcd'],
  ['chunked not last', 'Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'],
  ['two encodings', `${chunked}Transfer-Encoding: identity\r\n`, '0\r\n\r\n'],
  ['a blank before the colon', 'Transfer-Encoding : chunked\r\n', '0\r\n\r\n'],
  ['a folded header', 'X: a\r\n Content-Length: 4\r\n', 'abcd'],
  ['a bare CR in a header', 'X: a\rContent-Length: 4\r\n', 'abcd'],
  ['a NUL in a header', 'X: a\0b\r\n', ''],
]
for (const [what, head, body] of refusedHeads)
  test(`${what} is refused, and what follows is not treated as a request`, async () => {
    expect(statuses(await answerTo(`POST /odd HTTP/1.1\r\n${host}${head}\r\n${body}${smuggled}`))).toEqual([
      400,
    ])
  })

for (const [what, chunks] of [
  ['that is not a number', 'zz\r\nabc\r\n'],
  ['beyond any number', 'FFFFFFFFFFFFFFFFF\r\nabc\r\n'],
  ['that ends in a bare LF', '1;a\nX\r\n'],
  ['whose data is longer', '1\r\nabc\r\n'],
])
  test(`a chunk length ${what} ends the connection before what follows`, async () => {
    const answer = await answerTo(
      `POST /v2/links HTTP/1.1\r\n${host}${chunked}\r\n${chunks}0\r\n\r\n${smuggled}`,
    )
    // The first may have been refused before its body was read.
    expect(statuses(answer).filter((status) => status < 400)).toEqual([])
    expect(statuses(answer).at(-1)).toBe(400)
  })

for (const [what, target] of [
  ['NUL', '/o\0dd'],
  ['CR', '/o\rdd'],
  ['blank', '/o dd'],
  ['tab', '/o\tdd'],
])
  test(`a ${what} in the address is refused`, async () => {
    const [status, ...more] = statuses(await answerTo(`GET ${target} HTTP/1.1\r\n${host}\r\n${smuggled}`))
    expect([400, 505]).toContain(status as number)
    expect(more).toEqual([])
  })

const last = (head: string) => answerTo(`${head}Connection: close\r\n\r\n`)

test('a body of a GET is not taken for the next request', async () => {
  const first = `GET /odd HTTP/1.1\r\n${host}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`
  expect(statuses(await answerTo(`${first}GET /none HTTP/1.1\r\n${host}Connection: close\r\n\r\n`))).toEqual([
    302, 404,
  ])
})

test('a request target with a scheme and a host is answered by its path, with the Host of the request', async () => {
  expect(await last(`GET http://evil.example/odd HTTP/1.1\r\n${host}`)).toContain(
    'Location: https://example.com/odd\r\n',
  )
  expect(await last(`GET http://localhost/odd HTTP/1.1\r\nHost: go.example.com\r\n`)).toContain(
    'Location: https://example.com/go\r\n',
  )
})

test('of two Hosts, the first counts and the other is ignored', async () => {
  const both = (one: string, other: string) => last(`GET /odd HTTP/1.1\r\nHost: ${one}\r\nHost: ${other}\r\n`)
  expect(await both('localhost', 'go.example.com')).toContain('Location: https://example.com/odd\r\n')
  expect(await both('go.example.com', 'localhost')).toContain('Location: https://example.com/go\r\n')
})

test('HTTP/1.1 without a Host is refused', async () => {
  expect(statuses(await answerTo('GET /odd HTTP/1.1\r\n\r\n'))).toEqual([400])
})

for (const [what, target] of [
  ['CONNECT', 'CONNECT evil.example:443'],
  ['TRACE', 'TRACE /odd'],
  ['OPTIONS *', 'OPTIONS *'],
])
  test(`${what} does not open a tunnel`, async () => {
    const [status] = statuses(await last(`${target} HTTP/1.1\r\n${host}`))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })
