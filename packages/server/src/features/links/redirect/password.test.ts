// Links with a password: the form, right and wrong passwords, and the limit of tries.
import { beforeAll, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('a link with a password', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  const destination = 'https://example.com/secret-place'
  const locked = () => account.link({ password: 'open sesame', long_url: destination, title: 'Secret title' })
  const send = (short: string, password: string, headers = {}) =>
    instance.ask(`POST /${short}`, { body: new URLSearchParams({ password }), headers })
  const sendJson = (short: string, body: unknown) =>
    instance.ask(`POST /${short}`, { body, headers: { accept: 'application/json' } })
  const clicksOf = async (link: { short: string }): Promise<number> =>
    (await account.call(`GET /links/${link.short}/stats/lifetime`)).body.data.clicks

  test('answers 200 with a form, noindex, and does not reveal the destination', async () => {
    const link = await locked()
    const answer = await instance.visit(`/${link.short}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.text).toContain('<form')
    expect(answer.text).toContain('method="post"')
    expect(answer.text).not.toContain('secret-place')
    expect(answer.text).not.toContain('Secret title')
    expect(answer.headers.get('location')).toBeNull()
    expect(await clicksOf(link)).toBe(0)
  })

  test('the right password redirects with 303 to the destination and counts the click', async () => {
    const link = await locked()
    const answer = await send(link.short, 'open sesame')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(destination)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await clicksOf(link)).toBe(1)
  })

  test('a wrong password shows the form again with 401, and counts nothing', async () => {
    const link = await locked()
    for (const wrong of ['open sesam', 'Open sesame', '', ' open sesame']) {
      const answer = await send(link.short, wrong)
      expect(answer.status).toBe(401)
      expect(answer.text).toContain('password is incorrect')
      expect(answer.text).toContain('<form')
      expect(answer.headers.get('location')).toBeNull()
    }
    expect(await clicksOf(link)).toBe(0)
  })

  test('HEAD and prefetches get only the form', async () => {
    const link = await locked()
    expect(await instance.ask(`HEAD /${link.short}`)).toMatchObject({ status: 200, text: '' })
    const prefetched = await instance.visit(`/${link.short}`, { 'sec-purpose': 'prefetch' })
    expect(prefetched.status).toBe(200)
    expect(prefetched.text).not.toContain('secret-place')
  })

  test('programs get the requirement as JSON, can send JSON, and get errors for a wrong password', async () => {
    const link = await locked()
    const asked = await instance.ask(`GET /${link.short}`, { headers: { accept: 'application/json' } })
    expect(asked).toMatchObject({ status: 200, body: { data: { requires: ['password'] } } })
    const wrong = await sendJson(link.short, { password: 'no' })
    expect(wrong.status).toBe(401)
    expect(wrong.body.error.code).toBe('wrong_password')
    const right = await sendJson(link.short, { password: 'open sesame' })
    expect(right.status).toBe(303)
    expect(right.headers.get('location')).toBe(destination)
  })

  test.each([
    ['no body', undefined],
    ['malformed JSON', '{"password":'],
    ['another type', { password: 12 }],
    ['an array', ['open sesame']],
    ['null', null],
    ['a huge body', `password=${'x'.repeat(200_000)}`],
  ])('%s is a wrong password', async (_what, body) => {
    const link = await locked()
    const headers: Record<string, string> =
      typeof body === 'string' && body.startsWith('{') ? { 'content-type': 'application/json' } : {}
    const answer = await instance.ask(`POST /${link.short}`, { body, headers })
    expect(answer.status).toBe(401)
  })

  test('a password of any characters is accepted from a form', async () => {
    const password = 'päß & +%=;"<>\u{1f511} '
    const link = await account.link({ password, long_url: destination })
    expect((await send(link.short, password)).status).toBe(303)
  })

  test('ten wrong tries a minute, then 429 even for the right password, until the minute is over', async () => {
    const link = await locked()
    for (let attempt = 0; attempt < 10; attempt++) expect((await send(link.short, 'no')).status).toBe(401)
    const refused = await send(link.short, 'open sesame')
    expect(refused.status).toBe(429)
    expect(refused.text).toContain('Too many attempts')
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(61)
    const json = await sendJson(link.short, { password: 'open sesame' })
    expect(json.status).toBe(429)
    expect(json.body.error.code).toBe('rate_limited')
    await instance.clock.advance(wait * 1000)
    expect((await send(link.short, 'open sesame')).status).toBe(303)
    expect(await clicksOf(link)).toBe(1)
  })

  test('the form itself can still be opened while tries are refused', async () => {
    const link = await locked()
    for (let attempt = 0; attempt < 11; attempt++) await send(link.short, 'no')
    expect((await instance.visit(`/${link.short}`)).status).toBe(200)
  })

  test('of fifty concurrent guesses, no more than ten are checked', async () => {
    const link = await locked()
    const guesses = Array.from({ length: 50 }, (_, number) => send(link.short, `guess ${number}`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
  })

  test('tries of one link do not count for another', async () => {
    const [one, other] = [await locked(), await locked()]
    for (let attempt = 0; attempt < 11; attempt++) await send(one.short, 'no')
    expect((await send(other.short, 'open sesame')).status).toBe(303)
  })

  test("the right password doesn't count as a try, so visitors who know it can return as often as they like", async () => {
    const link = await locked()
    for (let visit = 0; visit < 15; visit++) expect((await send(link.short, 'open sesame')).status).toBe(303)
    for (let attempt = 0; attempt < 10; attempt++) expect((await send(link.short, 'no')).status).toBe(401)
    expect(await clicksOf(link)).toBe(15)
  })

  test('changing the password invalidates the old one at once; removing it opens the link', async () => {
    const link = await locked()
    await account.call(`PUT /links/${link.short}`, { body: { password: 'new words' } })
    expect((await send(link.short, 'open sesame')).status).toBe(401)
    expect((await send(link.short, 'new words')).status).toBe(303)
    await account.call(`PUT /links/${link.short}`, { body: { password: '' } })
    expect((await instance.visit(`/${link.short}`)).status).toBe(302)
  })

  test('a preview with + shows the form too, and its form works', async () => {
    const link = await locked()
    const page = await instance.visit(`/${link.short}+`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('<form')
    expect(page.text).not.toContain('secret-place')
    expect((await send(`${link.short}+`, 'open sesame')).headers.get('location')).toBe(destination)
  })
})
