// QR codes that name a placement in their address.
import { afterAll, beforeAll, expect, test } from 'bun:test'
// Codes look the same on both engines.
import { onOneEngine } from '../../../../../../test/instance.ts'
import { microsite } from '../../../../../../test/microsites.ts'
import { mosaicPng } from '../../../../../../test/pictures/pictures-of-modules.ts'
import { picture, withLogo } from '../../../../../../test/pictures/qr.ts'
import { Scanning } from '../../../../../../test/pictures/qr-scanning.ts'

onOneEngine(
  'a QR code with a placement',
  (instance) => {
    let scanning: Scanning
    beforeAll(async () => {
      scanning = await Scanning.open(instance)
    })
    afterAll(() => scanning.close())

    const address = (link: { short_url: string }, via: string) => `${link.short_url}?qr&via=${via}`

    test.each([
      ['poster-3', 'poster-3'],
      ['+Poster%203%20', 'Poster%203'],
      [encodeURIComponent('🪧'.repeat(64)), encodeURIComponent('🪧'.repeat(64))],
      ['%3Cb%3E%26', '%3Cb%3E%26'],
    ])('leads to the address with it: %s', async (given, read) => {
      const link = await scanning.link('placed', null)
      const text = address(link, read)
      expect(await scanning.read(link, 512, `via=${given}`)).toMatchObject({ png: text, svg: text })
    })

    test('has the link’s colour and logo, and changes with them', async () => {
      const link = await scanning.link('logo', null)
      const before = await picture(instance, `/${link.short}.svg?via=a`)
      const body = {
        color: '#123456',
        logo: scanning.logo(mosaicPng(new Uint8Array(64).fill(1), [0, 90, 160])),
      }
      await withLogo(scanning.account, `/links/${link.id}/qr`, body)
      const text = address(link, 'a')
      expect(await scanning.read(link, 512, 'via=a')).toMatchObject({ png: text, svg: text })
      const svg = await picture(instance, `/${link.short}.svg?via=a`)
      expect(new TextDecoder().decode(svg.bytes)).toContain('#123456')
      expect(svg.headers.get('etag')).not.toBe(before.headers.get('etag'))
      const tag = svg.headers.get('etag') as string
      const again = await instance.ask(`GET /${link.short}.svg?via=a`, { headers: { 'if-none-match': tag } })
      expect(again.status).toBe(304)
      const other = await instance.ask(`GET /${link.short}.svg?via=b`, { headers: { 'if-none-match': tag } })
      expect(other.status).toBe(200)
    })

    test.each(['via=other', 'via=%00', 'via=%zz', `via=${'x'.repeat(65)}`, `via=${'x'.repeat(8192)}`])(
      'is refused for a name that cannot be counted: %.20s',
      async (query) => {
        const link = await scanning.link('refused', null)
        for (const format of ['svg', 'png']) {
          const { status, body } = await instance.ask(`GET /${link.short}.${format}?${query}`)
          expect([status, body.error.code]).toEqual([400, 'malformed_request'])
          expect(body.error.message).toBe(
            'via must be a name of at most 64 visible characters, other than other.',
          )
        }
      },
    )

    test('is the usual one without a name, and for a microsite, whose visits are not counted by placement', async () => {
      const link = await scanning.link('plain', null)
      const text = `${link.short_url}?qr`
      expect(await scanning.read(link, 512, 'via=')).toMatchObject({ png: text, svg: text })
      const { slug } = await microsite(scanning.account)
      const { host } = new URL(instance.url)
      const read = await scanning.read({ short: slug, domain: host }, 512, 'via=a')
      expect(read).toMatchObject({ png: `${instance.url}/${slug}?qr`, svg: `${instance.url}/${slug}?qr` })
    })

    test('lets visitors through between many others, because anyone can make up names', async () => {
      const link = await scanning.link('crowd', null)
      const answered: string[] = []
      const ask = async (what: string, path: string) => {
        const { status } = await instance.visit(path)
        answered.push(`${what} ${status}`)
      }
      const pictures = Array.from({ length: 100 }, (_, n) =>
        ask('picture', `/${link.short}.svg?via=${encodeURIComponent('🪧'.repeat(60))}${n}`),
      )
      await Promise.all([...pictures, ask('visit', `/${link.short}`)])
      expect(answered.indexOf('visit 302')).toBeWithin(0, 20)
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
