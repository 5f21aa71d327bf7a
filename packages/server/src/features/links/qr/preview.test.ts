// The dashboard's previews of unsaved codes: whose, in which colour, how wide, and what is refused.
import { beforeAll, expect, test } from 'bun:test'
import { type DashboardCall, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { picture } from '../../../../../../test/pictures/qr.ts'

onEachEngine('the preview of QR codes', (instance) => {
  let account: Account
  let call: DashboardCall
  beforeAll(async () => {
    account = await instance.account()
    call = (await signIn(instance, account)).call
  })

  test('of a link is what visitors get, byte for byte', async () => {
    const { short, id } = await account.link()
    await account.call(`PUT /links/${short}/qr`, { body: { color: '#1d3557' } })
    const visitors = new TextDecoder().decode((await picture(instance, `/${short}.svg`)).bytes)
    for (const name of [short, id]) {
      const { body } = await call(`GET /qr/preview?short=${name}`)
      expect(body.data).toStrictEqual({ svg: visitors, scannable: true, darker: null })
    }
  })

  test('of a microsite contains its URL, and without either it is an example of this server', async () => {
    const drawn = async (query: string) => (await call(`GET /qr/preview${query}`)).body.data.svg
    expect(await drawn('?slug=ana')).not.toBe(await drawn(''))
    expect(await drawn('?slug=example')).toBe(await drawn(''))
  })

  test('shows an unsaved colour, and saves nothing', async () => {
    const { short } = await account.link()
    const { body } = await call(`GET /qr/preview?short=${short}&color=%23b32c43&width=1024`)
    expect(body.data.svg).toContain('stroke="#b32c43"')
    expect(body.data.svg).toContain('width="1024"')
    expect((await account.call(`GET /links/${short}/qr`)).body.data.color).toBe('#000000')
  })

  test.each([['#ffd700'], ['#fff'], ['#00ff0080'], ['#f9a5b3']])(
    'of %s says that it is too pale, and suggests a darker colour that is not',
    async (color) => {
      const { data } = (await call(`GET /qr/preview?color=${encodeURIComponent(color)}`)).body
      expect(data.scannable).toBe(false)
      const again = (await call(`GET /qr/preview?color=${encodeURIComponent(data.darker)}`)).body.data
      expect([again.scannable, again.darker]).toStrictEqual([true, null])
    },
  )

  test("of another account's link is not found, and invalid requests are refused", async () => {
    const others = await (await instance.account()).link()
    expect((await call(`GET /qr/preview?short=${others.id}`)).status).toBe(404)
    expect((await call(`GET /qr/preview?short=nothing-of-that-name`)).status).toBe(404)
    for (const query of [
      'color=red',
      'color=%23',
      'width=63',
      'width=2049',
      'width=1e3',
      'slug=a%2Fb',
      'slug=',
    ])
      expect((await call(`GET /qr/preview?${query}`)).status, query).toBe(400)
  })

  test('is for sessions only', async () => {
    expect((await instance.ask('GET /api/qr/preview')).status).toBe(401)
    expect((await account.call('GET /qr/preview')).status).toBe(404)
  })
})
