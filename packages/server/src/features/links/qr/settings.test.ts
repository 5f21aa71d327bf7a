// The styles of QR codes: of one link, of a whole account, and which one applies.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('the style of QR codes', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  const set = async (at: string, body: object, by = account) => {
    const answer = await by.call(`PUT ${at}`, { body })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data
  }
  const get = async (at: string, by = account) => (await by.call(`GET ${at}`)).body.data
  const logo = 'https://1.1.1.1/logo.png'

  test('is black, without a logo and scannable by default', async () => {
    const fresh = await instance.account()
    const plain = { logo: null, logo_status: null, color: '#000000', scannable: true }
    expect(await get('/qr', fresh)).toStrictEqual({ ...plain, svg_url: null, png_url: null })
    const link = await fresh.link()
    expect(await get(`/links/${link.short}/qr`, fresh)).toStrictEqual({
      ...plain,
      svg_url: `${link.short_url}.svg`,
      png_url: `${link.short_url}.png`,
    })
  })

  test('of a link is that of the account, except for what was set for the link', async () => {
    const by = await instance.account()
    const link = await by.link()
    const at = `/links/${link.short}/qr`
    await set('/qr', { color: '#123456', logo }, by)
    expect(await get(at, by)).toMatchObject({ color: '#123456', logo })
    expect(await set(at, { color: '#654321' }, by)).toMatchObject({ color: '#654321', logo })
    await set('/qr', { color: '#abc' }, by)
    expect(await get(at, by)).toMatchObject({ color: '#654321', logo })
    expect(await set(at, { logo: 'https://1.1.1.1/own.png' }, by)).toMatchObject({
      logo: 'https://1.1.1.1/own.png',
      logo_status: 'pending',
    })
    expect(await get('/qr', by)).toMatchObject({ color: '#abc', logo })
  })

  test.each([[null], ['']])("a logo of %p removes it; for a link, the account's as well", async (none) => {
    const by = await instance.account()
    const link = await by.link()
    const at = `/links/${link.short}/qr`
    await set('/qr', { logo }, by)
    expect(await set(at, { logo: none }, by)).toMatchObject({ logo: null, logo_status: null })
    expect(await get('/qr', by)).toMatchObject({ logo })
    expect(await set('/qr', { logo: none }, by)).toMatchObject({ logo: null, logo_status: null })
  })

  test('omitted fields stay, and unknown fields are ignored', async () => {
    const by = await instance.account()
    await set('/qr', { color: '#0a0', logo }, by)
    expect(await set('/qr', {}, by)).toMatchObject({ color: '#0a0', logo })
    expect(await set('/qr', { size: 3, svg_url: 'x' }, by)).toMatchObject({ color: '#0a0', svg_url: null })
  })

  test.each([[null], ['']])(
    "a colour of %p removes it: a link uses the account's colour, the account black",
    async (none) => {
      const by = await instance.account()
      const link = await by.link()
      const at = `/links/${link.short}/qr`
      await set('/qr', { color: '#123456' }, by)
      await set(at, { color: '#654321', logo: null }, by)
      expect(await set(at, { color: none }, by)).toMatchObject({ color: '#123456', logo: null })
      await set('/qr', { color: '#0000aa' }, by)
      expect(await get(at, by)).toMatchObject({ color: '#0000aa' })
      expect(await set('/qr', { color: none }, by)).toMatchObject({ color: '#000000' })
      expect(await get(at, by)).toMatchObject({ color: '#000000' })
    },
  )

  test("a link that is set to the account's logo follows it from then on", async () => {
    const by = await instance.account()
    const link = await by.link()
    const at = `/links/${link.short}/qr`
    await set('/qr', { logo }, by)
    for (const before of [null, 'https://1.1.1.1/own.png']) {
      await set('/qr', { logo }, by)
      await set(at, { logo: before }, by)
      expect(await set(at, { logo }, by)).toMatchObject({ logo, logo_status: 'pending' })
      await set('/qr', { logo: 'https://1.1.1.1/new.png' }, by)
      expect(await get(at, by)).toMatchObject({ logo: 'https://1.1.1.1/new.png' })
    }
    await set('/qr', { logo: null }, by)
    expect(await get(at, by)).toMatchObject({ logo: null, logo_status: null })
  })

  describe('a colour', () => {
    test.each([
      ['#000', true],
      ['#B32C43', true],
      // 3.0 and 2.99 to 1.
      ['#949494', true],
      ['#959595', false],
      ['#ffff00', false],
      ['#fff', false],
      ['#000000ff', true],
      // On white, these look like #8f8f8f and #999999.
      ['#00000070', true],
      ['#00000066', false],
      ['#00000000', false],
      ['#f00', true],
      // #8f8f8f again, and #999999.
      ['#0007', true],
      ['#0006', false],
      ['#0f0', false],
    ])('%s is returned as sent, with scannable: %p', async (color, scannable) => {
      expect(await set('/qr', { color })).toMatchObject({ color, scannable })
    })

    test.each([
      ['red'],
      ['#12'],
      ['#12345'],
      ['#1234567'],
      ['#gggggg'],
      ['000000'],
      ['#000;}'],
      ['#000"/><script>alert(1)</script>'],
      ['#000\n'],
      [' '],
      [7],
      [['#000']],
    ])('%p is refused, and nothing changes', async (color) => {
      await set('/qr', { color: '#101010' })
      const answer = await account.call('PUT /qr', { body: { color, logo: null } })
      expect([answer.status, answer.body.error.code]).toStrictEqual([422, 'validation_failed'])
      expect(answer.body.error.details[0].path).toBe('color')
      expect(await get('/qr')).toMatchObject({ color: '#101010' })
    })
  })

  describe('a logo', () => {
    test.each([
      ['javascript:alert(1)'],
      ['data:image/png;base64,AAAA'],
      ['ftp://example.com/logo.png'],
      ['file:///etc/passwd'],
      ['//example.com/logo.png'],
      ['https://user:secret@example.com/logo.png'],
      ['logo.png'],
      [`https://example.com/${'a'.repeat(8192)}`],
      [7],
    ])('at %p is refused with the path of the field', async (logo) => {
      const answer = await account.call('PUT /qr', { body: { logo } })
      expect([answer.status, answer.body.error.code]).toStrictEqual([422, 'validation_failed'])
      expect(answer.body.error.details[0].path).toBe('logo')
    })

    test.each([
      ['http://127.0.0.1/logo.png'],
      ['http://localhost/logo.png'],
      ['http://169.254.169.254/latest/meta-data/'],
      ['http://[::1]/logo.png'],
      ['http://10.0.0.1/logo.png'],
    ])('at the private address %s is refused with a message that names the setting', async (logo) => {
      const link = await account.link()
      for (const at of ['/qr', `/links/${link.short}/qr`]) {
        const answer = await account.call(`PUT ${at}`, { body: { logo, color: '#00f' } })
        expect(answer.status).toBe(422)
        expect(answer.body.error.details).toStrictEqual([
          {
            path: 'logo',
            message: expect.stringContaining('ALLOW_PRIVATE_TARGETS'),
            code: 'private_target',
          },
        ])
        expect((await get(at)).color).not.toBe('#00f')
      }
    })
  })

  test("another account's link has no style", async () => {
    const link = await (await instance.account()).link()
    for (const short of [link.short, link.id, 'no-such-link']) {
      expect((await account.call(`GET /links/${short}/qr`)).status).toBe(404)
      const changed = await account.call(`PUT /links/${short}/qr`, { body: { color: '#00f' } })
      expect([changed.status, changed.body.error.code]).toStrictEqual([404, 'not_found'])
    }
  })

  test('a path accepts the identifier of a link too, and ?domain= selects one of several', async () => {
    const domain = `go-${instance.engine}.example.com`
    await account.domain(domain)
    const here = await account.link({ custom_slug: 'twice' })
    const there = await account.link({ custom_slug: 'twice', domain_alias: domain })
    expect(await set(`/links/twice/qr?domain=${domain}`, { color: '#00f' })).toMatchObject({
      color: '#00f',
      svg_url: `http://${domain}/twice.svg`,
    })
    expect(await get(`/links/${there.id}/qr`)).toMatchObject({ color: '#00f' })
    expect((await get(`/links/${here.id}/qr`)).color).not.toBe('#00f')
    expect((await get('/links/twice/qr')).svg_url).toBe(`${here.short_url}.svg`)
  })

  test('two concurrent changes are both kept', async () => {
    const link = await account.link()
    const at = `/links/${link.short}/qr`
    await Promise.all([set(at, { color: '#0000aa' }), set(at, { logo: '' })])
    expect(await get(at)).toMatchObject({ color: '#0000aa', logo: null })
  })
})
