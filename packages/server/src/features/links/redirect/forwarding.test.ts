// Passing on a visitor's query and path, and everything that must not be passed on.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { forwarded, isPlainPath } from './forwarding.ts'

describe('the destination', () => {
  const url = (location: string, query: string, path = '') => forwarded(location, { query, path })
  test.each([
    ['https://e.example/a', 'x=1', 'https://e.example/a?x=1'],
    ['https://e.example', 'x=1', 'https://e.example?x=1'],
    ['https://e.example/a?y=2', 'x=1', 'https://e.example/a?y=2&x=1'],
    ['https://e.example/a?x=2&y=3#part', 'x=1', 'https://e.example/a?y=3&x=1#part'],
    ['https://e.example/a?x=2&x=3', 'x=1&x=4', 'https://e.example/a?x=1&x=4'],
    ['https://e.example/a?%78=2', 'x=1', 'https://e.example/a?x=1'],
    ['https://e.example/a?a+b=2', 'a%20b=1', 'https://e.example/a?a%20b=1'],
    ['https://e.example/a#b?c=d', 'x=1', 'https://e.example/a?x=1#b?c=d'],
    ['https://e.example/a?', 'x=1', 'https://e.example/a?x=1'],
    ['https://e.example/a?keep=%zz', 'x=%zz', 'https://e.example/a?keep=%zz&x=%zz'],
    ['https://e.example/a', 'qr', 'https://e.example/a'],
    ['https://e.example/a?qr=own', 'qr&via=poster', 'https://e.example/a?qr=own'],
    ['https://e.example/a', '&&x=1&', 'https://e.example/a?x=1'],
    ['https://e.example/a?b&&c', '', 'https://e.example/a?b&&c'],
  ])('%s with %s is %s', (location, query, expected) => {
    expect(url(location, query)).toBe(expected)
  })

  test.each([
    ['https://e.example', 'b/c', 'https://e.example/b/c'],
    ['https://e.example/a/', 'b', 'https://e.example/a/b'],
    ['https://e.example/a?x=1#y', 'b/', 'https://e.example/a/b/?x=1#y'],
    ['https://e.example/a?', 'b', 'https://e.example/a/b?'],
  ])('%s with the path %s is %s', (location, path, expected) => {
    expect(url(location, '', path)).toBe(expected)
  })

  test('stays as it is if the longer one would not fit into the headers that clients accept', () => {
    const location = `https://e.example/${'a'.repeat(8000)}`
    expect(url(location, `x=${'b'.repeat(8000)}`)).toBe(location)
    expect(url('https://e.example/', `x=${'b'.repeat(8192)}`)).toHaveLength(18 + 3 + 8192)
  })
})

test.each([
  ['a/b', true],
  ['a..b/c', true],
  ['...', true],
  ['%41', true],
  ['100%', true],
  ['..', false],
  ['a/../../b', false],
  ['a/.', false],
  ['%2e%2e/x', false],
  ['.%2E/x', false],
  ['a%2f..%2fb', false],
  ['%252e%252e', false],
  ['%25252e%25252e', false],
  ['a\\..\\b', false],
  ['a%5cb', false],
  ['..;/admin', false],
])('whether %s may be appended: %p', (path, expected) => {
  expect(isPlainPath(path)).toBe(expected)
})

onEachEngine('a link that forwards', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })
  const location = async (path: string, headers = {}) =>
    (await instance.visit(path, headers)).headers.get('location')

  test('passes nothing on unless it is set to', async () => {
    const { short, long_url } = await account.link({ long_url: 'https://example.com/a?b=c#d' })
    expect(await location(`/${short}?x=1`)).toBe(long_url)
    expect((await instance.visit(`/${short}/more`)).status).toBe(404)
  })

  test('passes on the query, without the mark of a scan', async () => {
    const { short } = await account.link({
      long_url: 'https://example.com/a?utm_source=own#d',
      forward_query: true,
    })
    expect(await location(`/${short}?qr&utm_source=mail&x=%20`)).toBe(
      'https://example.com/a?utm_source=mail&x=%20#d',
    )
    expect(await location(`/${short}`)).toBe('https://example.com/a?utm_source=own#d')
    expect(await location(`/${short}/more?x=1`)).toBeNull()
  })

  test('passes on the path, with exactly one slash', async () => {
    const { short } = await account.link({ long_url: 'https://example.com/docs/', forward_path: true })
    expect(await location(`/${short}/a/b%20c?x=1`)).toBe('https://example.com/docs/a/b%20c')
    expect(await location(`/${short}`)).toBe('https://example.com/docs/')
    expect(await location(`/${short}/`)).toBe('https://example.com/docs/')
    expect(await location(`/${short}//evil.example`)).toBe('https://example.com/docs/evil.example')
    expect((await account.call(`GET /links/${short}/stats/lifetime`)).body.data.clicks).toBe(4)
  })

  test('never leaves the path of its destination', async () => {
    const { short } = await account.link({ long_url: 'https://example.com/public', forward_path: true })
    for (const path of ['%2e%2e/secret', 'a/%2E%2E/%2e%2e/b', 'a%2f..%2f..%2fb', '%5c..%5cx', '..;/x']) {
      const answer = await instance.visit(`/${short}/${path}`)
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 404, null])
    }
  })

  test('leaves pictures of its QR code and its preview where they are', async () => {
    const { short } = await account.link({ forward_path: true })
    expect((await instance.visit(`/${short}.svg`)).headers.get('content-type')).toContain('image/svg+xml')
    expect((await instance.visit(`/${short}+`)).text).toContain('Where this link goes')
  })

  test('with a password passes on the query of the form’s address, but never a password in it', async () => {
    const { short } = await account.link({
      password: 'sesame',
      long_url: 'https://example.com/a',
      forward_query: true,
    })
    expect(await location(`/${short}?x=1`)).toBeNull()
    const answer = await instance.ask(`POST /${short}?x=1&password=sesame&pass%77ord=sesame`, {
      body: new URLSearchParams({ password: 'sesame' }),
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://example.com/a?x=1'])
  })

  test('passes the query on to the destination that a rule chooses', async () => {
    const rules = [{ when: { query: { ref: 'news' } }, to: [{ long_url: 'https://news.example/?a=1' }] }]
    const { short } = await account.link({ forward_query: true, rules })
    expect(await location(`/${short}?ref=news`)).toBe('https://news.example/?a=1&ref=news')
  })

  test('answers a query of 8 KiB, and one that no header could carry', async () => {
    const { short } = await account.link({ long_url: 'https://example.com/', forward_query: true })
    const value = 'v'.repeat(8192)
    expect(await location(`/${short}?x=${value}`)).toBe(`https://example.com/?x=${value}`)
  })

  test('loses nothing of a microsite below it', async () => {
    await account.call('POST /microsites', {
      body: { slug: `page-${instance.engine}`, title: 'Ana', kind: 'portfolio' },
    })
    expect((await instance.visit(`/page-${instance.engine}/nothing`)).status).toBe(404)
    expect((await instance.visit(`/page-${instance.engine}/preview.png`)).headers.get('content-type')).toBe(
      'image/png',
    )
  })
})
