// Files below a slug and static files: events, contacts, the picture of a page, and what pages load.
import { beforeAll, expect, test } from 'bun:test'
import { staticFiles } from '@linnet/pages'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite } from '../../../../../../test/microsites.ts'
import { png } from '../../../../../../test/pictures/image-files.ts'
import { uploader } from '../../../../../../test/pictures/images.ts'

onEachEngine('a file', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  async function pageWith(kind: string, data: unknown) {
    const { slug } = await microsite(account, { title: 'Ana' })
    const { id } = await componentsOf(account, slug).add(kind, data)
    return { slug: slug as string, id: id as string, at: `/${slug}/${id}` }
  }

  test('with an event is saved under the name of the page, for calendars, and is counted as a tap', async () => {
    const event = { title: 'Fair\r\nATTENDEE:x', startDate: '2026-12-24T18:00:00Z' }
    const { slug, id, at } = await pageWith('CALENDAR', event)
    const answer = await instance.visit(`${at}.ics`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${slug}.ics"`)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.text).toContain('DTSTART:20261224T180000Z')
    expect(answer.text).not.toContain('\r\nATTENDEE')
    expect((await instance.ask(`HEAD ${at}.ics`)).status).toBe(200)
    const { call } = await signIn(instance, account)
    const { components } = (await call(`GET /microsites/${slug}/statistics`)).body.data
    expect(components).toMatchObject([{ id, taps: 1 }])
  })

  test('with a contact is saved for address books', async () => {
    const { at } = await pageWith('CONTACT', { name: 'Ana; Maria', phone: '+62 21 555' })
    const answer = await instance.visit(`${at}.vcf`)
    expect(answer.headers.get('content-type')).toBe('text/vcard; charset=utf-8')
    expect(answer.text).toContain('FN:Ana\\; Maria')
  })

  test.each([
    [{ name: 'Ana Maria', organization: 'Studio' }, 'filename="Ana Maria.vcf"'],
    [{ organization: 'Kiln-Co.' }, 'filename="Kiln-Co.vcf"'],
    [{ name: 'Zoë (a*b)' }, `filename="SLUG.vcf"; filename*=UTF-8''Zo%C3%AB%20%28a%20b%29.vcf`],
    [{ name: 'アナ' }, `filename="SLUG.vcf"; filename*=UTF-8''%E3%82%A2%E3%83%8A.vcf`],
    [{ name: '../../etc/passwd' }, 'filename="etc passwd.vcf"'],
    [
      { name: 'a"; filename="b.exe\r\nX-Evil: 1\u202e' },
      `filename="SLUG.vcf"; filename*=UTF-8''a%20%3B%20filename%3D%20b.exe%20X-Evil%201.vcf`,
    ],
    [{ name: ' . ', phone: '+62' }, 'filename="SLUG.vcf"'],
  ])('with the contact %p is named after the contact', async (data, disposition) => {
    const { slug, at } = await pageWith('CONTACT', data)
    const answer = await instance.visit(`${at}.vcf`)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; ${disposition.replace('SLUG', slug)}`)
    expect(answer.headers.get('x-evil')).toBeNull()
  })

  test('exists only if there is something to save: 404 elsewhere, 405 for methods other than reading', async () => {
    const event = await pageWith('CALENDAR', { title: 'Some day' })
    const contact = await pageWith('CONTACT', { name: 'Ana' })
    const ends = [
      `${event.at}.ics`,
      `${event.at}.vcf`,
      `${contact.at}.ics`,
      `${contact.at}.png`,
      `${contact.at}.VCF`,
    ]
    for (const path of [...ends, `${contact.at}.vcf/0`, `${contact.at}/0.vcf`, `/${contact.slug}/.vcf`])
      expect((await instance.visit(path)).status).toBe(404)
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await instance.ask(`${method} ${contact.at}.vcf`)).status).toBe(405)
  })

  test('behind a password is saved with the key of the unlocked page', async () => {
    const { slug, id, at } = await pageWith('CONTACT', { name: 'Ana' })
    await componentsOf(account, slug).update(id, 'CONTACT', { name: 'Hush hush', password: 'sesame' })
    expect((await instance.visit(`${at}.vcf`)).status).toBe(403)
    const page = await instance.ask(`POST ${at}`, { body: new URLSearchParams({ password: 'sesame' }) })
    const key = /\.vcf\?key=([^"&#]+)/.exec(page.text)?.[1]
    expect((await instance.visit(`${at}.vcf?key=${key}`)).text).toContain('FN:Hush hush')
  })

  test('with the picture of a page is a PNG of 1200 by 630 pixels, rendered again when the page has changed', async () => {
    const { slug } = await microsite(account, { title: 'アナ <b>&amp;</b> ana' })
    const url = `${instance.url}/${slug}/preview.png`
    const first = await fetch(url)
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('image/png')
    expect(first.headers.get('cache-control')).toBe('public, max-age=300')
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    const bytes = Buffer.from(await first.arrayBuffer())
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
    const etag = first.headers.get('etag') as string
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect(await instance.ask(`HEAD /${slug}/preview.png`)).toMatchObject({ status: 200, text: '' })
    expect((await instance.ask(`POST /${slug}/preview.png`)).status).toBe(405)
    await account.call(`PUT /microsites/${slug}`, { body: { title: 'Another title' } })
    const second = await fetch(url, { headers: { 'if-none-match': etag } })
    expect(second.status).toBe(200)
    expect(second.headers.get('etag')).not.toBe(etag)
    await account.call(`PUT /microsites/${slug}`, { body: { hide: true } })
    expect((await fetch(url)).status).toBe(404)
    expect((await instance.visit('/nobody-has-this/preview.png')).status).toBe(404)
    expect((await account.call(`GET /microsites/${slug}`)).body.data.views).toBe(0)
  })

  test('with the picture of a page has the portrait of its profile, as long as there is one', async () => {
    const owner = await uploader(instance)
    const { slug } = await microsite(owner.account)
    const components = componentsOf(owner.account, slug)
    const { id } = await components.add('PROFILE', { title: 'Ana' })
    const drawn = async () => (await fetch(`${instance.url}/${slug}/preview.png`)).headers.get('etag')
    const plain = await drawn()
    const asset = await owner.upload(png(80, 60))
    await components.update(id, 'PROFILE', { title: 'Ana', image: asset.path })
    expect(await drawn()).not.toBe(plain)
    await owner.call(`DELETE /assets/${asset.id}`)
    expect(await drawn()).toBe(plain)
    // Another account's image isn't used on this page.
    const other = await uploader(instance)
    const { path } = await other.upload(png(80, 60))
    await components.update(id, 'PROFILE', { title: 'Ana', image: path })
    expect(await drawn()).toBe(plain)
  })

  test('that pages load is cacheable forever, compressed, and read-only', async () => {
    expect(staticFiles.size).toBeGreaterThan(5)
    for (const [name, { type }] of staticFiles) {
      const answer = await fetch(`${instance.url}/static/${name}`, { headers: { 'accept-encoding': 'br' } })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe(type)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect((await answer.bytes()).length).toBeGreaterThan(100)
      const etag = answer.headers.get('etag') as string
      const again = await fetch(`${instance.url}/static/${name}`, { headers: { 'if-none-match': etag } })
      expect(again.status).toBe(304)
    }
    const [[name = ''] = []] = staticFiles
    expect((await instance.ask(`POST /static/${name}`)).status).toBe(405)
    expect(await instance.ask(`HEAD /static/${name}`)).toMatchObject({ status: 200, text: '' })
    const paths = ['', '/', '/x.js', '/%2e%2e/package.json', '/..%2fpackage.json', '/__proto__']
    for (const path of [...paths, `/x/../${name}x`, `/${name}/`])
      expect((await instance.visit(`/static${path}`)).status).toBe(404)
  })
})
