// What a visitor gets if a link doesn't exist or has ended: pages for people, JSON for programs.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('an unknown or ended address', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  const asJson = { accept: 'application/json' }

  test('an unknown code answers 404 with a page that must not be indexed or stored', async () => {
    const answer = await instance.visit('/no-such-code', { accept: 'text/html,*/*;q=0.8' })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('vary')).toBe('Accept, Accept-Language')
    expect(answer.text).toContain('Link not found')
  })

  test('an archived code answers the same 404 as an unknown one, and its clicks are not counted', async () => {
    const link = await account.link()
    await account.call(`DELETE /links/${link.short}`)
    const [archived, unknown] = [await instance.visit(`/${link.short}`), await instance.visit('/never-was')]
    expect(archived.status).toBe(404)
    expect(archived.text).toBe(unknown.text)
    expect(archived.headers.get('location')).toBeNull()
    const { body } = await account.call(`GET /links/${link.short}/stats/lifetime`)
    expect(body.data.clicks).toBe(0)
  })

  test.each([
    'application/json',
    'application/json, text/plain',
    'text/html;q=0.5, application/json',
    'APPLICATION/JSON',
  ])('Accept: %s gets the 404 as JSON', async (accept) => {
    const answer = await instance.visit('/no-such-code', { accept, 'x-request-id': 'r-1' })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(answer.body).toEqual({
      error: { code: 'not_found', message: expect.any(String), request_id: 'r-1' },
    })
  })

  test.each([
    '*/*',
    'text/html',
    'text/html, application/json;q=0.9',
    'application/json;q=0',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  ])('Accept: %s gets the 404 as a page', async (accept) => {
    const answer = await instance.visit('/no-such-code', { accept })
    expect(answer.headers.get('content-type')).toContain('text/html')
  })

  test('a link past its expiry answers 410, as a page or as JSON, and its clicks are not counted', async () => {
    const link = await account.link({ expired_at: instance.clock.unix() + 3600 })
    expect((await instance.visit(`/${link.short}`)).status).toBe(302)
    await instance.clock.advance(3600_000)
    const page = await instance.visit(`/${link.short}`)
    expect(page.status).toBe(410)
    expect(page.headers.get('location')).toBeNull()
    expect(page.text).toContain('This link has expired')
    const json = await instance.visit(`/${link.short}`, asJson)
    expect(json.status).toBe(410)
    expect(json.body.error.code).toBe('gone')
    expect((await instance.visit(`/${link.short}+`)).status).toBe(410)
    const { body } = await account.call(`GET /links/${link.short}/stats/lifetime`)
    expect(body.data.clicks).toBe(1)
  })

  test('an expired link with a password no longer asks for it', async () => {
    const link = await account.link({ expired_at: instance.clock.unix() + 60, password: 'sesame' })
    await instance.clock.advance(60_000)
    expect((await instance.visit(`/${link.short}`)).status).toBe(410)
    const form = new URLSearchParams({ password: 'sesame' })
    expect((await instance.ask(`POST /${link.short}`, { body: form })).status).toBe(410)
  })

  test('an expired link that is archived answers 404', async () => {
    const link = await account.link({ expired_at: instance.clock.unix() + 60 })
    await instance.clock.advance(60_000)
    await account.call(`DELETE /links/${link.short}`)
    expect((await instance.visit(`/${link.short}`)).status).toBe(404)
  })

  test('HEAD answers 404 and 410 without a body', async () => {
    const link = await account.link({ expired_at: instance.clock.unix() + 60 })
    await instance.clock.advance(60_000)
    expect(await instance.ask(`HEAD /${link.short}`)).toMatchObject({ status: 410, text: '' })
    expect(await instance.ask('HEAD /no-such-code')).toMatchObject({ status: 404, text: '' })
  })

  test.each([
    '/a/b',
    '/kö',
    '/%',
    '/%zz',
    '/%ff%fe',
    '/%00',
    '/a%2Fb',
    '/..%2f..%2fetc%2fpasswd',
    '/a.b',
    '/%F0%9F%92%A9',
    `/${'x'.repeat(49)}`,
    `/${'x'.repeat(5000)}`,
    '/a++',
    '/+',
    '//example.com',
    '/constructor/x',
    '/__proto__',
    '/constructor',
    "/';drop table links;--",
  ])('the address %s answers 404', async (path) => {
    expect((await instance.visit(path)).status).toBe(404)
  })

  describe('the language of pages', () => {
    test.each([
      ['id', 'id'],
      ['id-ID,id;q=0.9,en;q=0.8', 'id'],
      ['en-US,en;q=0.9,id;q=0.8', 'en'],
      ['fr-FR', 'en'],
      ['', 'en'],
    ])('Accept-Language: %s gets %s', async (wanted, language) => {
      const answer = await instance.visit('/no-such-code', { 'accept-language': wanted })
      expect(answer.headers.get('content-language')).toBe(language)
      expect(answer.text).toContain(`<html lang="${language}">`)
      expect(answer.text).toContain(language === 'id' ? 'Tautan tidak ditemukan' : 'Link not found')
    })
  })
})
