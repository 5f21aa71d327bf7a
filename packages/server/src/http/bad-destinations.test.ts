// Destinations that a link must not have: other schemes, users and passwords, stray characters, and the service itself.
import { beforeAll, expect, test } from 'bun:test'
import { type Account, onEachEngine, startInstance } from '../../../../test/instance.ts'
import { expectAllRefused, expectRefused, fieldsOf } from '../../../../test/refusals.ts'

const otherSchemes = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://example.com/',
  'mailto:a@example.com',
  'blob:https://example.com/1',
  'view-source:https://example.com/',
  'about:blank',
]
const noAddress = [
  '',
  'example.com',
  '//example.com/',
  '/relative',
  'https:',
  'https:/example.com/',
  'https:example.com',
  'https://',
  'https:///example.com/',
  'https:\\\\example.com\\',
  'https://?q',
  'https://exa mple.com/',
  'https://[::1/',
  'https://example.com:99999/',
  'https://256.256.256.256/',
  'https://%00.example.com/',
  'http://./',
  'http://example.1../',
  'https://example..com/',
  `https://example.com/${'x'.repeat(8192)}`,
]
const withUser = [
  'https://user@example.com/',
  'https://user:password@example.com/',
  'https://:password@example.com/',
  'https://@example.com/',
  'https://:@example.com/',
  'https://example.com@evil.example/',
  'https://example.com\\@evil.example/',
  'https://example.com%40evil.example:80@evil.example/',
]
const strayCharacters = [
  ' https://example.com/',
  'https://example.com/ ',
  '\thttps://example.com/',
  'https://example.com/\n',
  'https://example.com/\r\nSet-Cookie: a=b',
  'ht\ttps://example.com/',
  'https://exam\nple.com/',
  'https://example.com/\u0000',
  'https://example.com/\u007f',
  '\u00a0https://example.com/',
  'https://example.com/\u2028',
  '\ufeffhttps://example.com/',
]
/** These are stored and redirected to unchanged. */
const fine = [
  'https://example.com',
  'HTTPS://EXAMPLE.COM/Path?A=b&a=B#Frag',
  'http://example.com:80/%7euser/../a//b?x=%zz&y=+',
  'https://example.com/?next=https://user:password@example.org/',
  'https://example.com./a@b',
  'https://example.com\\a\\b',
  'http://192.0.2.1:8080/',
  'http://[2001:db8::1]/',
  `https://example.com/${'x'.repeat(8192 - 'https://example.com/'.length)}`,
]

onEachEngine('a destination', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
    await account.link({ custom_slug: 'launch' })
  })

  async function expectNoDestinations(destinations: string[]): Promise<void> {
    const requests = destinations.flatMap((long_url) =>
      ['POST /links', 'PUT /links/launch'].map((at) => [at, { body: { long_url, title: 'x' } }] as const),
    )
    for (const error of await expectAllRefused(account, 422, 'validation_failed', requests))
      expect(fieldsOf(error)).toEqual(['long_url'])
    const links = destinations.map((long_url) => ({ long_url }))
    const { data } = (await account.call('POST /links/bulk', { body: { links } })).body
    expect(data).toMatchObject({ success: 0, failed: destinations.length })
    for (const { error } of data.items) expect(error).toBe('validation_failed')
  }

  const refused = { 'of another scheme': otherSchemes, 'that is not a web address': noAddress }
  const alsoRefused = { 'with a user name or password': withUser, 'with stray characters': strayCharacters }
  for (const [what, destinations] of Object.entries({ ...refused, ...alsoRefused }))
    test(`${what} is refused, on create, update and in bulk, and nothing changes`, async () => {
      await expectNoDestinations(destinations)
    })

  test('that points at the service itself is refused, however its host is written', async () => {
    const { port } = new URL(instance.url)
    const hosts = [
      'localhost',
      'LOCALHOST',
      'LocalHost.',
      'loc%61lhost',
      'ｌｏｃａｌｈｏｓｔ',
      '127.0.0.1',
      '127.1',
      '0x7f000001',
    ]
    const others = [
      '2130706433',
      '127.0.0.1.',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
    ]
    const more = ['0.0.0.0', '0', '[::]', '127.9.9.9', 'me.localhost', 'a.b.localhost.']
    const written = [...hosts, ...others, ...more]
    await expectNoDestinations(
      written.flatMap((host) =>
        ['/launch', '', '/v2/links?x#y'].map((path) => `http://${host}:${port}${path}`),
      ),
    )
  })

  test('on any custom domain of this service is refused, in any case and with a dot or a port', async () => {
    const owner = await instance.account()
    const { command } = instance
    await command('domain', 'add', '--email', owner.email, '--domain', 'go.example.net', '--verified')
    const written = ['go.example.net', 'GO.Example.NET', 'go.example.net.', 'go.example.net:8080']
    await expectNoDestinations(written.map((host) => `https://${host}/launch`))
    expect((await account.link({ long_url: 'https://example.net/' })).long_url).toBe('https://example.net/')
  })

  test('on another port of this machine is a different service, and accepted', async () => {
    const link = await account.link({ long_url: 'http://localhost:1/' })
    expect((await instance.visit(`/${link.short}`)).headers.get('location')).toBe('http://localhost:1/')
  })

  test('that is valid is stored, returned and redirected to exactly as it was sent', async () => {
    for (const long_url of fine) {
      const link = await account.link({ long_url })
      expect(link.long_url).toBe(long_url)
      expect((await account.call(`GET /links/${link.short}`)).body.data.long_url).toBe(long_url)
      expect((await instance.visit(`/${link.short}`)).headers.get('location')).toBe(long_url)
    }
  })

  test('that is not ASCII is stored as sent, and its Location header is serialized as WHATWG specifies', async () => {
    const long_url = 'https://münchen.example/straße?q=日本'
    const link = await account.link({ long_url })
    expect(link.long_url).toBe(long_url)
    const answer = await instance.visit(`/${link.short}`)
    expect(answer.headers.get('location')).toBe(new URL(long_url).href)
  })
})

test('a separate short domain is refused as a destination, and the rest of its domain is not', async () => {
  const instance = await startInstance('sqlite', { SHORT_URL: 'https://sho.rt' })
  try {
    const account = await instance.account()
    for (const host of ['sho.rt', 'SHO.RT', 'sho.rt.', 'sho.rt:443'])
      await expectRefused(account, 422, 'validation_failed', 'POST /links', {
        body: { long_url: `https://${host}/a` },
      })
    expect((await account.link({ long_url: 'https://www.sho.rt/' })).domain).toBe('sho.rt')
  } finally {
    await instance.stop()
    await instance.database.remove()
  }
})
