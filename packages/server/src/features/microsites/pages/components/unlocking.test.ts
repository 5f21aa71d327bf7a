// Components with a password: nothing is shown before the right one, and it can't be guessed.
import { beforeAll, expect, test } from 'bun:test'
import { type DashboardCall, signIn } from '../../../../../../../test/accounts/sign-in.ts'
import { type Account, type Answer, onEachEngine } from '../../../../../../../test/instance.ts'
import { componentsOf, microsite } from '../../../../../../../test/microsites.ts'

onEachEngine('a locked component', (instance) => {
  let account: Account
  let call: DashboardCall
  beforeAll(async () => {
    account = await instance.account()
    call = (await signIn(instance, account)).call
  })

  const password = 'open sesame'
  const secret = 'https://example.com/undisclosed'
  const link = { value: 'Hush hush', href: secret, icon: '/assets/undisclosed.webp', password }

  async function locked(kind = 'LINK', data: Record<string, unknown> = link) {
    const { slug } = await microsite(account)
    const components = componentsOf(account, slug)
    const { id } = await components.add(kind)
    expect((await components.update(id, kind, data)).status).toBe(200)
    return { slug: slug as string, id: id as string, at: `/${slug}/${id}`, components }
  }
  const send = (at: string, password: string, headers: Record<string, string> = {}) =>
    instance.ask(`POST ${at}`, { body: new URLSearchParams({ password }), headers })
  /** The key in the links of an unlocked component. */
  const keyIn = ({ text }: Answer) => /\?key=([^"&#]+)/.exec(text)?.[1] ?? ''
  async function tapsOf(slug: string, id: string): Promise<number> {
    const { body } = await call(`GET /microsites/${slug}/statistics`)
    return body.data.components.find((component: { id: string }) => component.id === id).taps
  }

  test('is nowhere in the page, its JSON, or the responses at its other addresses', async () => {
    const texts = { passwordMessage: 'Ask me for it', password }
    const { slug, components, at } = await locked('LINK', { ...link, ...texts })
    const parts: [string, Record<string, unknown>, string[]][] = [
      ['TEXT', { content: 'Hush hush' }, ['']],
      ['CONTACT', { name: 'Hush hush', website: secret }, ['', '.vcf', '/website']],
      ['MAPS', { address: 'Hush hush' }, ['', '/google']],
      ['CV', { fullName: 'Hush hush', summary: secret }, ['']],
      ['IMAGE_SLIDE', { slides: [{ image: '/assets/undisclosed.webp', href: secret }] }, ['/0']],
      ['IMAGE', { image: '/assets/undisclosed.webp', href: secret, content: 'Hush hush' }, ['']],
      ['MEDIA', { url: secret }, ['']],
    ]
    const paths = [`/${slug}`, `/${slug}+`, at]
    for (const [kind, data, ends] of parts) {
      const { id } = await components.add(kind)
      await components.update(id, kind, { ...data, ...texts })
      paths.push(...ends.map((end) => `/${slug}/${id}${end}`))
    }
    for (const path of paths)
      for (const accept of ['text/html', 'application/json']) {
        const answer = await instance.visit(path, { accept })
        expect(answer.headers.get('location')).toBeNull()
        expect(answer.text).not.toContain('Hush hush')
        expect(answer.text).not.toContain('undisclosed')
        expect([...answer.headers].join()).not.toContain('undisclosed')
        expect(answer.text).not.toContain(password)
      }
    expect((await instance.visit(`/${slug}`)).text).toContain('Ask me for it')
  })

  test('is 403 with its form without a key, where the password can be entered, uncounted', async () => {
    const { slug, id, at } = await locked()
    for (const path of [at, `${at}?key=`, `${at}?key=v1.AAAA`, `${at}?key=${'x'.repeat(2000)}`]) {
      const answer = await instance.visit(path)
      expect(answer.status).toBe(403)
      expect(answer.text).toContain('type="password"')
    }
    const beacon = { body: '', headers: { 'content-type': 'text/plain' } }
    expect((await instance.ask(`POST ${at}`, beacon)).status).toBe(404)
    expect(await tapsOf(slug, id)).toBe(0)
    expect((await account.call(`GET /microsites/${slug}`)).body.data.views).toBe(0)
  })

  test('is open in the response to the right password, which is neither shared nor cached', async () => {
    const { slug, at } = await locked('TEXT', { content: 'Hush hush', password })
    const answer = await send(at, password)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('etag')).toBeNull()
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.text).toContain('Hush hush')
    expect((await instance.visit(`/${slug}`)).text).not.toContain('Hush hush')
  })

  test('is shown alone, open or locked, with a link back to the whole page, however large that is', async () => {
    const { slug, at, components } = await locked('TEXT', { content: 'Hush hush', password })
    await account.call(`PUT /microsites/${slug}`, { body: { title: 'Ana & Budi', theme: 'dark' } })
    const links = Array.from({ length: 50 }, () => ({ icon: 'instagram', url: 'https://instagram.com/ana' }))
    for (let row = 0; row < 8; row++) await components.add('HORIZONTAL_LINK', { links })
    await components.add('TEXT', { content: 'Elsewhere on the page' })
    await components.add('MEDIA', { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' })
    const answers = [await send(at, password), await instance.visit(at)]
    for (let guess = 0; guess < 11; guess++) answers.push(await send(at, 'wrong'))
    expect(answers.map(({ status }) => status)).toEqual([200, 403, ...Array(10).fill(401), 429])
    for (const { text, headers } of answers) {
      expect(text).not.toContain('Elsewhere')
      expect(text).not.toContain('instagram')
      expect(headers.get('content-security-policy')).not.toContain('youtube')
      expect(text).toContain('<h1 dir="auto">Ana &amp; Budi</h1>')
      expect(text).toContain(`<a href="/${slug}">Back to <bdi>Ana &amp; Budi</bdi></a>`)
      expect(text).not.toContain('ld+json')
      expect(text.length).toBeLessThan(12_000)
    }
    expect((await send(at, password, { 'accept-language': 'id' })).text).toContain('Kembali ke')
    await instance.clock.advance(61_000)
  })

  test('with content of other sites is served with a policy that allows it', async () => {
    const { at } = await locked('MEDIA', { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', password })
    const policy = async (guess: string) => (await send(at, guess)).headers.get('content-security-policy')
    expect(await policy(password)).toContain('frame-src https://www.youtube')
    expect(await policy('wrong')).not.toContain('youtube')
  })

  test('returns its content as JSON to programs that prefer it, or why not', async () => {
    const { id, at } = await locked()
    const json = { accept: 'application/json' }
    const opened = await send(at, password, json)
    expect(opened.status).toBe(200)
    expect(opened.headers.get('cache-control')).toBe('private, no-store')
    const { password: _, ...data } = link
    const { key } = opened.body.data
    expect(opened.body.data).toEqual({ id, kind: 'LINK', data, key })
    expect((await instance.visit(`${at}?key=${encodeURIComponent(key)}`, json)).status).toBe(302)
    const refused = [await instance.visit(at, json)]
    for (let guess = 0; guess < 11; guess++) refused.push(await send(at, 'wrong', json))
    const outcomes = refused.map(({ status, body }) => [status, body.error.code])
    expect(outcomes).toEqual([
      [403, 'forbidden'],
      ...Array(10).fill([401, 'wrong_password']),
      [429, 'rate_limited'],
    ])
    for (const { headers, text, body } of refused) {
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(body.error.request_id).toBe(headers.get('x-request-id'))
      expect(text).not.toContain('undisclosed')
    }
    expect(Number(refused.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
    const contact = await locked('CONTACT', { name: 'Ana', password })
    const file = await instance.visit(`${contact.at}.vcf`, json)
    expect([file.status, file.body.error.code]).toEqual([403, 'forbidden'])
    await instance.clock.advance(61_000)
  })

  test('opens alone: others with the same password stay locked', async () => {
    const { slug, at, components } = await locked('TEXT', { content: 'The first', password })
    const { id } = await components.add('TEXT')
    await components.update(id, 'TEXT', { content: 'The second', password })
    const { text } = await send(at, password)
    expect(text).toContain('The first')
    expect(text).not.toContain('The second')
    expect((await send(`/${slug}/${id}`, password)).text).toContain('The second')
  })

  test('redirects with the key of the unlocked page, which is counted', async () => {
    const { slug, id, at } = await locked()
    const key = keyIn(await send(at, password))
    const tap = await instance.visit(`${at}?key=${key}`)
    expect(tap.status).toBe(302)
    expect(tap.headers.get('location')).toBe(secret)
    const beacon = { body: '', headers: { 'content-type': 'text/plain' } }
    expect((await instance.ask(`POST ${at}?key=${key}`, beacon)).status).toBe(204)
    expect(await tapsOf(slug, id)).toBe(2)
  })

  test("is not opened by another component's key, an old password's, a modified one, or one of yesterday", async () => {
    const [one, other] = [await locked(), await locked()]
    const key = keyIn(await send(one.at, password))
    const status = async (at: string, key: string) => (await instance.visit(`${at}?key=${key}`)).status
    expect(await status(one.at, key)).toBe(302)
    expect(await status(other.at, key)).toBe(403)
    // In the middle, where every letter carries bits.
    const changed = key.at(-9) === 'x' ? 'y' : 'x'
    expect(await status(one.at, `${key.slice(0, -9)}${changed}${key.slice(-8)}`)).toBe(403)
    expect(await status(one.at, key.replace('v1.', 'v2.'))).toBe(403)
    // The same password set again counts as a new one.
    await one.components.update(one.id, 'LINK', link)
    expect(await status(one.at, key)).toBe(403)
    const fresh = keyIn(await send(one.at, password))
    expect(await status(one.at, fresh)).toBe(302)
    await one.components.update(one.id, 'LINK', { ...link, password: undefined, value: 'Other words' })
    expect(await status(one.at, fresh)).toBe(302)
    await instance.clock.advance(24 * 60 * 60 * 1000)
    expect(await status(one.at, fresh)).toBe(403)
  })

  test('asks again after a wrong password, with 401', async () => {
    const { at } = await locked()
    for (const wrong of ['open sesam', 'Open sesame', '', ' open sesame']) {
      const answer = await send(at, wrong)
      expect(answer.status).toBe(401)
      expect(answer.text).toContain('type="password"')
      expect(answer.text).toContain('aria-invalid="true"')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.text).not.toContain('undisclosed')
    }
  })

  test.each([
    ['another field', 'pass=open sesame', 'application/x-www-form-urlencoded'],
    ['malformed JSON', '{"password":', 'application/json'],
    ['another type', '{"password":["open sesame"]}', 'application/json'],
    ['a file', '--x\r\n\r\nopen sesame', 'multipart/form-data; boundary=x'],
    ['a huge body', `password=${'x'.repeat(200_000)}`, 'application/x-www-form-urlencoded'],
    ['a password past its length', `password=${'x'.repeat(10_000)}`, 'application/x-www-form-urlencoded'],
  ])('treats %s as a wrong password', async (_what, body, type) => {
    const { at } = await locked()
    const answer = await instance.ask(`POST ${at}`, { body, headers: { 'content-type': type } })
    expect(answer.status).toBe(401)
  })

  test('accepts a password of any characters', async () => {
    const odd = 'päß & +%=;"<>\u{1f511} '
    const { at } = await locked('LINK', { ...link, password: odd })
    expect((await send(at, odd)).status).toBe(200)
  })

  test('checks ten of fifty concurrent guesses, and none, not even the right one, until the minute is over', async () => {
    const { at } = await locked()
    const guesses = Array.from({ length: 50 }, (_, number) => send(at, `guess ${number}`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
    const refused = await send(at, password)
    expect(refused.status).toBe(429)
    expect(refused.text).not.toContain('undisclosed')
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(61)
    expect((await instance.visit(at)).status).toBe(403)
    await instance.clock.advance(wait * 1000)
    expect((await send(at, password)).status).toBe(200)
    for (let time = 0; time < 12; time++) expect((await send(at, password)).status).toBe(200)
    await instance.clock.advance(61_000)
  })

  test("shares an address's tries with links and other components: sixty a minute", async () => {
    const components = await Promise.all(Array.from({ length: 6 }, () => locked()))
    const { short } = await account.link({ password })
    const ats = [...components.map(({ at }) => at), `/${short}`]
    const answers = await Promise.all(
      ats.flatMap((at) => Array.from({ length: 10 }, () => send(at, 'wrong'))),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(60)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    await instance.clock.advance(61_000)
  })

  test('without a password lets nobody in, and one whose password is switched off is open', async () => {
    const shut = await locked('TEXT', { content: 'Hush hush', passwordActive: true })
    const { text } = await instance.visit(`/${shut.slug}`)
    expect(text).not.toContain('Hush hush')
    expect(text).not.toContain('type="password"')
    for (const guess of ['', 'null', 'undefined']) expect((await send(shut.at, guess)).status).toBe(401)
    const open = await locked('LINK', { ...link, passwordActive: false })
    expect((await instance.visit(`/${open.slug}`)).text).toContain('Hush hush')
    expect((await instance.visit(open.at)).status).toBe(302)
    const sent = await send(open.at, password)
    expect(sent.status).toBe(303)
    expect(sent.headers.get('location')).toBe(`/${open.slug}`)
  })

  test('is unlocked at its own address only', async () => {
    const { slug, at } = await locked()
    expect((await send(`${at}/0`, password)).status).toBe(405)
    expect((await send(`${at}.vcf`, password)).status).toBe(405)
    expect((await send(`/${slug}`, password)).status).toBe(405)
    expect((await send(`/${slug}/cmp_nobody`, password)).status).toBe(404)
  })
})
