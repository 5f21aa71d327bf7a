// Attacks on microsites' public pages: path traversal, markup in every field, and floods.
import { beforeAll, expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onOneEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite } from '../../../../../../test/microsites.ts'

// None of this depends on the database.
onOneEngine('below a slug', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  test('odd paths are 404 or an expected error, for any method', async () => {
    const { slug } = await microsite(account)
    const { id } = await componentsOf(account, slug).add('HORIZONTAL_LINK', {
      links: [{ url: 'https://example.com/' }],
    })
    const paths = [
      `${slug}%2F${id}/0`,
      `${slug}/${id}%2F0`,
      `${slug}//${id}/0`,
      `${slug}/${id}//0`,
      `${slug}/${id}/0/`,
      `${slug}/${id}/0/0`,
      `${slug}/${id}/%30`,
      `${slug}/${id}/0%00`,
      `${slug}/${id}/..%2f..%2fetc%2fpasswd`,
      `${slug}/${id.toUpperCase()}/0`,
      `${slug}/${id}x/0`,
      `${slug.toUpperCase()}x/${id}/0`,
      `${slug}/${'cmp_'.padEnd(5000, 'x')}/0`,
      `${slug}/${id}/${'9'.repeat(5000)}`,
      `${'x'.repeat(5000)}/${id}/0`,
      `${slug}/preview.png/x`,
      `${slug}/preview.svg`,
      `${slug}/PREVIEW.png`,
      `${slug}/__proto__`,
      `${slug}/constructor/0`,
      `${slug}/日本`,
      `${slug}/%E0%A4%A`,
      `${slug}${'/'.repeat(200)}`,
      `${slug}/cmp_%27%20or%201=1--/0`,
    ]
    expect((await instance.visit(`/${slug}/${id}/0`)).status).toBe(302)
    for (const path of paths)
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await instance.ask(`${method} /${path}`)
        expect(`${method} ${path.slice(0, 80)}: ${answer.status}`).toBe(`${method} ${path.slice(0, 80)}: 404`)
      }
  })

  test('nothing distinguishes a hidden component from one that never existed', async () => {
    const { slug } = await microsite(account)
    const components = componentsOf(account, slug)
    const { id } = await components.add('LINK', { href: 'https://example.com/' })
    await components.update(id, 'LINK', { href: 'https://example.com/', password: 'sesame' }, false)
    const never = 'cmp_01m7zen2aepm3xtz2rr54wsyge'
    for (const ask of ['GET', 'HEAD', 'PUT']) {
      const [hidden, unknown] = [
        await instance.ask(`${ask} /${slug}/${id}`),
        await instance.ask(`${ask} /${slug}/${never}`),
      ]
      expect([hidden.status, hidden.text]).toEqual([unknown.status, unknown.text])
    }
    const body = new URLSearchParams({ password: 'sesame' })
    expect((await instance.ask(`POST /${slug}/${id}`, { body })).status).toBe(404)
  })

  test('markup in any field is text in the served page, and the policy blocks its scripts', async () => {
    const markup = `"'</script></style></title><script>alert(1)</script><img src=x onerror=alert(2)>`
    const { slug } = await microsite(account, { title: `${markup.slice(0, 40)}</h1>` })
    await account.call(`PUT /microsites/${slug}`, { body: { description: markup } })
    const { call } = await signIn(instance, account)
    const item = (
      await call('POST /shop-items', { body: { title: markup, href: 'https://example.com/"><b>' } })
    ).body.data
    const components = componentsOf(account, slug)
    const href = `https://example.com/?${markup.replaceAll(' ', '')}`
    const fields: Record<string, unknown> = {
      PROFILE: { title: markup, description: markup },
      LINK: { value: markup, href, icon: markup, textFont: markup, buttonEffect: markup },
      HORIZONTAL_LINK: { style: markup, links: [{ icon: markup, url: href }] },
      TEXT: { content: markup, textPosition: markup, isSpoiler: true, spoilerButtonText: markup },
      IMAGE: { content: markup, image: '/assets/a.webp', href },
      MEDIA: { url: href },
      DIVIDER: { style: markup },
      COUNTDOWN: { timestamp: 2_000_000_000, textFont: markup },
      MAPS: { name: markup, address: markup },
      IMAGE_SLIDE: { slides: [{ image: '/assets/a.webp', caption: markup, href }] },
      CV: {
        fullName: markup,
        email: markup,
        skills: [markup],
        experiences: [{ name: markup, position: markup }],
      },
      AUTOPLAY_MUSIC: { url: href, title: markup },
      CONTACT: { value: markup, name: markup, phone: markup, email: markup, website: href },
      CALENDAR: { title: markup, startDate: '2026-12-24T18:00:00Z' },
      SHOP_LISTING: { title: markup, shopItemIds: [item.id], style: markup },
      SHOP_ITEM: { shopItemId: item.id, style: markup },
      SHOP_LEADERBOARD: { title: markup, style: markup },
    }
    for (const [kind, data] of Object.entries(fields)) {
      const created = await components.create(kind, data)
      expect(`${kind} ${created.status}`).toBe(`${kind} 200`)
    }
    const { id } = await components.add('LINK')
    await components.update(id, 'LINK', { passwordMessage: markup, password: 'sesame' })
    const pages = [
      await instance.visit(`/${slug}`),
      await instance.visit(`/${slug}`, { 'accept-language': 'id' }),
      await instance.ask(`POST /${slug}/${id}`, { body: new URLSearchParams({ password: markup }) }),
    ]
    for (const { text, headers } of pages) {
      expect(text).not.toContain('<script>alert')
      expect(text).not.toContain('<img src=x')
      expect(text.match(/<\/title>/g)).toHaveLength(1)
      expect(text.match(/<\/style>/g)).toHaveLength(1)
      expect(headers.get('content-security-policy')).not.toContain("'unsafe-inline'")
    }
  })

  test('a flood of beacons with bodies of any size is only counted', async () => {
    const { slug } = await microsite(account)
    const { id } = await componentsOf(account, slug).add('LINK', { href: 'tel:+6221' })
    const send = (size: number) =>
      instance.ask(`POST /${slug}/${id}`, {
        body: 'x'.repeat(size),
        headers: { 'content-type': 'text/plain' },
      })
    const answers = await Promise.all(Array.from({ length: 60 }, (_, number) => send(number * 1000)))
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(204))
    const { call } = await signIn(instance, account)
    const { components } = (await call(`GET /microsites/${slug}/statistics`)).body.data
    expect(components).toMatchObject([{ id, taps: 60 }])
  })

  test("a component's destination can't forge a header", async () => {
    const { slug } = await microsite(account)
    const components = componentsOf(account, slug)
    for (const href of [
      'https://example.com/\r\nSet-Cookie: a=b',
      'https://example.com/%0d%0aX: y',
      'mailto:a\nb',
    ]) {
      const created = await components.create('LINK', { href })
      if (created.status !== 200) continue
      const answer = await instance.visit(`/${slug}/${created.body.data.id}`)
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(answer.headers.get('x')).toBeNull()
    }
  })

  // attacks.long.test.ts fills the whole queue.
  test("requesting images of one account’s many pages at once doesn't block other accounts", async () => {
    const { call } = await signIn(instance, await instance.account())
    const slugs = Array.from({ length: 12 }, (_, number) => `crowd-${number}`)
    for (const slug of slugs) await call('POST /microsites', { body: { slug, title: slug, kind: 'other' } })
    const other = await instance.account()
    const pages = [await microsite(other), await microsite(other), await microsite(other)]
    let drawn = 0
    const picture = async (slug: string) => {
      const { status } = await instance.visit(`/${slug}/preview.png`)
      drawn++
      return status
    }
    const crowd = slugs.map(picture)
    expect(await Promise.all(pages.map(({ slug }) => picture(slug)))).toEqual([200, 200, 200])
    // Accounts took turns: most of the flood is still waiting.
    expect(drawn).toBeLessThan(slugs.length)
    await Promise.all(crowd)
  })
})
