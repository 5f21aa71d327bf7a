// Links to content for adults: consent is required first, with the password if there is one.
import { beforeAll, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('a link to content for adults', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  const destination = 'https://example.com/grown-ups'
  async function adultLink(fields = {}) {
    const link = await account.link({ long_url: destination, ...fields })
    return (await account.call(`PUT /links/${link.short}`, { body: { adult: true } })).body.data
  }
  const send = (short: string, fields: Record<string, string>) =>
    instance.ask(`POST /${short}`, { body: new URLSearchParams(fields) })
  const clicksOf = async (link: { short: string }): Promise<number> =>
    (await account.call(`GET /links/${link.short}/stats/lifetime`)).body.data.clicks

  test('answers 200 with a page that asks for consent, and counts nothing', async () => {
    const link = await adultLink()
    const page = await instance.visit(`/${link.short}`)
    expect(page.status).toBe(200)
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    expect(page.text).toContain('Adult content')
    expect(page.text).not.toContain('grown-ups')
    const json = await instance.ask(`GET /${link.short}`, { headers: { accept: 'application/json' } })
    expect(json.body).toEqual({ data: { requires: ['consent'] } })
    expect(await clicksOf(link)).toBe(0)
  })

  test('consent redirects with 303 and counts; a form without it asks again', async () => {
    const link = await adultLink()
    for (const fields of [{}, { consent: 'no' }, { consent: '' }] as Record<string, string>[])
      expect((await send(link.short, fields)).status).toBe(200)
    expect(await clicksOf(link)).toBe(0)
    const answer = await send(link.short, { consent: 'yes' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(destination)
    const json = await instance.ask(`POST /${link.short}`, { body: { consent: true } })
    expect(json.status).toBe(303)
    expect(await clicksOf(link)).toBe(2)
  })

  test("consent can't be given in the query", async () => {
    const link = await adultLink()
    expect((await instance.visit(`/${link.short}?consent=yes`)).status).toBe(200)
  })

  test('with a password as well, one form asks for both, and either alone is not enough', async () => {
    const link = await adultLink({ password: 'sesame' })
    const page = await instance.visit(`/${link.short}`)
    expect(page.text).toContain('name="password"')
    expect(page.text).toContain('name="consent"')
    const json = await instance.ask(`GET /${link.short}`, { headers: { accept: 'application/json' } })
    expect(json.body).toEqual({ data: { requires: ['password', 'consent'] } })
    expect((await send(link.short, { consent: 'yes' })).status).toBe(401)
    expect((await send(link.short, { consent: 'yes', password: 'no' })).status).toBe(401)
    expect((await send(link.short, { password: 'sesame' })).headers.get('location')).toBeNull()
    expect(await clicksOf(link)).toBe(0)
    const answer = await send(link.short, { password: 'sesame', consent: 'yes' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(destination)
    expect(await clicksOf(link)).toBe(1)
  })

  test('removing the flag opens the link at once', async () => {
    const link = await adultLink()
    expect((await instance.visit(`/${link.short}`)).status).toBe(200)
    await account.call(`PUT /links/${link.short}`, { body: { adult: false } })
    expect((await instance.visit(`/${link.short}`)).status).toBe(302)
  })
})
