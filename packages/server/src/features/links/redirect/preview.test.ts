// `/{code}+`: a page that shows where a link leads before visitors go there.
import { beforeAll, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('the preview of a link', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  test('a code followed by + shows destination, title and age, counts nothing and redirects nowhere', async () => {
    const link = await account.link({ long_url: 'https://example.com/far/away?x=1', title: 'Far away' })
    await instance.clock.advance(3 * 86_400_000)
    const page = await instance.visit(`/${link.short}+`)
    expect(page.status).toBe(200)
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    expect(page.headers.get('location')).toBeNull()
    expect(page.text).toContain('value="https://example.com/far/away?x=1"')
    expect(page.text).toContain('Far away')
    expect(page.text).toContain('3 days ago')
    expect(page.text).toContain(`href="${link.short_url}"`)
    const { body } = await account.call(`GET /links/${link.short}/stats/lifetime`)
    expect(body.data.clicks).toBe(0)
  })

  test('the plus sign may be percent-encoded', async () => {
    const link = await account.link()
    expect((await instance.visit(`/${link.short}%2B`)).text).toContain('Where this link goes')
  })

  test('is read-only: another method answers 405 and says what is allowed', async () => {
    const link = await account.link()
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await instance.ask(`${method} /${link.short}+`)
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('GET, HEAD')
    }
    expect((await instance.ask(`HEAD /${link.short}+`)).status).toBe(200)
  })

  test('programs get the same as JSON', async () => {
    const link = await account.link({ title: 'For programs' })
    const answer = await instance.visit(`/${link.short}+`, { accept: 'application/json' })
    expect(answer.body.data).toEqual({
      short: link.short,
      short_url: link.short_url,
      long_url: link.long_url,
      title: 'For programs',
      created_at: link.created_at,
    })
  })

  test("the account's strings are shown as text, never as markup", async () => {
    const link = await account.link({
      long_url: 'https://example.com/"><script>alert(1)</script>',
      title: '</title><script>alert(2)</script><img src=x onerror=alert(3)>',
    })
    const page = await instance.visit(`/${link.short}+`)
    expect(page.text).not.toContain('<script')
    expect(page.text).not.toContain('<img')
  })

  test('a link with a password has no preview: it asks for the password, in JSON too', async () => {
    const link = await account.link({
      password: 'sesame',
      long_url: 'https://example.com/undisclosed',
      title: 'Hush',
    })
    for (const accept of ['text/html', 'application/json']) {
      const answer = await instance.visit(`/${link.short}+`, { accept })
      expect(answer.text).not.toContain('undisclosed')
      expect(answer.text).not.toContain('Hush')
    }
  })

  test('an unknown or archived link has no preview: 404', async () => {
    const link = await account.link()
    await account.call(`DELETE /links/${link.short}`)
    expect((await instance.visit(`/${link.short}+`)).status).toBe(404)
    expect((await instance.visit('/unheard-of+')).status).toBe(404)
  })

  test('a change of the destination shows at once', async () => {
    const link = await account.link()
    await instance.visit(`/${link.short}+`)
    await account.call(`PUT /links/${link.short}`, { body: { long_url: 'https://example.org/elsewhere' } })
    expect((await instance.visit(`/${link.short}+`)).text).toContain('https://example.org/elsewhere')
  })
})
