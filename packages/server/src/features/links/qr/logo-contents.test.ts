// The contents of logos: identified by content alone, reduced to their pixels, and the code stays readable with them.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
// File contents are checked before anything reaches the database, so one engine is enough.
import { type Account, onOneEngine } from '../../../../../../test/instance.ts'
import { plainPng } from '../../../../../../test/pictures/pictures-of-modules.ts'
import { type LogoServer, picture, startLogoServer, withLogo } from '../../../../../../test/pictures/qr.ts'
import { pixelsOf, scanPng } from '../../../../../../test/pictures/qr-pixels.ts'

/** A red square. */
const red = plainPng(400, [255, 0, 0])
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#0a0" d="M0 0h9v9H0z"/></svg>'

onOneEngine(
  'the contents of a QR code’s logo',
  (instance) => {
    let account: Account
    let logos: LogoServer
    let jpeg: Uint8Array
    let webp: Uint8Array
    beforeAll(async () => {
      account = await instance.account()
      logos = await startLogoServer()
      jpeg = await new Bun.Image(red).jpeg().bytes()
      webp = await new Bun.Image(red).webp().bytes()
    })
    afterAll(() => logos.stop())

    async function linkWith(logo: string) {
      const link = await account.link()
      return { link, settings: await withLogo(account, `/links/${link.short}/qr`, { logo }) }
    }

    /** What a scanner reads from a link's QR code. */
    const scanned = async (short: string) =>
      scanPng((await picture(instance, `/${short}.png?size=100`)).bytes)

    const kinds: [string, () => string | Uint8Array, number[]][] = [
      ['PNG', () => red, [255, 0, 0]],
      ['JPEG', () => jpeg, [254, 0, 0]],
      ['WebP', () => webp, [255, 0, 0]],
      ['SVG', () => svg, [0, 170, 0]],
      [
        'SVG behind a declaration',
        () => `<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE svg>\n${svg}`,
        [0, 170, 0],
      ],
    ]
    test.each(kinds)(
      'can be %s, whatever its content type, and is in the middle',
      async (_, content, color) => {
        const { link, settings } = await linkWith(
          logos.put(`/${crypto.randomUUID()}`, content(), 'text/html'),
        )
        expect(settings).toMatchObject({ logo_status: 'ready', scannable: true })
        const { bytes } = await picture(instance, `/${link.short}.png?size=300`)
        const { pixels, width } = pixelsOf(bytes)
        const middle = ((width >> 1) * width + (width >> 1)) * 4
        for (const [index, channel] of color.entries())
          expect(Math.abs((pixels[middle + index] as number) - channel)).toBeLessThan(8)
        expect(scanPng(bytes)).toBe(`${link.short_url}?qr`)
      },
    )

    test('is scaled down, without anything else that was in its file', async () => {
      const marked = Buffer.concat([
        jpeg.subarray(0, 2),
        Buffer.from([0xff, 0xfe, 0, 8]),
        Buffer.from('SECRET'),
        jpeg.subarray(2),
      ])
      const { link, settings } = await linkWith(logos.put('/marked', marked))
      expect(settings.logo_status).toBe('ready')
      const drawn = new TextDecoder().decode((await picture(instance, `/${link.short}.svg`)).bytes)
      const [, content = ''] = /base64,([^"]+)"/.exec(drawn) ?? []
      const kept = Buffer.from(content, 'base64')
      expect(kept.includes('SECRET')).toBe(false)
      expect(pixelsOf(kept)).toMatchObject({ width: 256, height: 256 })
    })

    describe('fails at once if retrying would not help:', () => {
      const hostile: [string, () => string | Uint8Array][] = [
        ['a page', () => '<!doctype html><html><svg></svg></html>'],
        ['nothing', () => ''],
        ['a text', () => 'logo'],
        ['a GIF', () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
        ['half a PNG', () => red.subarray(0, red.length >> 1)],
        ['more than 1 MiB', () => new Uint8Array(1024 * 1024 + 1)],
        ['a tiny PNG of 900 million pixels', () => bomb(30_000)],
        ['an SVG that is not one', () => '<svg xmlns="http://www.w3.org/2000/svg"><path'],
        ['an SVG without a size', () => '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>'],
        [
          'an SVG that is a hundred million times as high as wide',
          () => '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 100000000"/>',
        ],
        ['an SVG with exponential entities', () => laughs()],
      ]
      test.each(hostile)('%s', async (_, content) => {
        const { link, settings } = await linkWith(logos.put(`/${crypto.randomUUID()}`, content()))
        expect(settings.logo_status).toBe('failed')
        // The code is still served.
        expect(await scanned(link.short)).toBe(`${link.short_url}?qr`)
      })
    })

    describe('fails without delaying anything:', () => {
      const mebibyte = 1024 * 1024
      /** The piece repeated until only a few hundred bytes of a logo's limit are left. */
      const much = (piece: string) => piece.repeat((mebibyte - 500) / piece.length)
      const attacks: [string, () => string | Uint8Array][] = [
        ['a hundred and fifty thousand comments', () => much('<!---->')],
        ['the same before an SVG that never ends', () => `${much('<!---->')}<svg`],
        ['a document type with a million letters', () => `<!DOCTYPE ${much('a')}`],
        ['many document types', () => much('<!DOCTYPE a[]>')],
        ['endless declarations', () => much('<?xml ')],
        ['a megabyte of white space', () => much(' ')],
        ['three hundred thousand nested elements', () => svg.replace('<path', `${much('<g>')}<path`)],
        [
          'a list of seventy thousand entities',
          () => `<!DOCTYPE svg [${much('<!ENTITY a "b">')}]>${svg.replace('<path', '<text>&a;</text')}`,
        ],
        ['a GIF of half a million empty blocks', () => `GIF89a${much('!\0')}`],
        ['markup in UTF-16', () => Buffer.from(`\ufeff${svg}`, 'utf16le')],
      ]
      test.each(attacks)('%s', async (_, make) => {
        const content = make()
        expect(Buffer.byteLength(content)).toBeLessThanOrEqual(mebibyte)
        const other = await instance.account()
        const { short, short_url } = await account.link()
        const at = `/links/${short}/qr`
        const logo = logos.put(`/${crypto.randomUUID()}`, content)
        await account.call(`PUT ${at}`, { body: { logo } })
        let status = 'pending'
        while (status === 'pending') {
          expect((await instance.ask('GET /healthz')).status).toBe(200)
          expect((await other.call('GET /links')).status).toBe(200)
          status = (await account.call(`GET ${at}`)).body.data.logo_status
        }
        expect(status).toBe('failed')
        expect(await scanned(short)).toBe(`${short_url}?qr`)
      })
    })

    test('an SVG as a logo runs and loads nothing', async () => {
      const before = logos.asked.length
      const script = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" onload="alert(1)">
        <script>alert(1)</script><style>@import url(${logos.url}/style.css); path { fill: url(${logos.url}/fill) }</style>
        <image href="${logos.url}/inner.png" width="9" height="9"/><use href="${logos.url}/use.svg#a"/>
        <foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${logos.url}/frame"/></foreignObject>
        <path fill="#00f" d="M0 0h9v9H0z"/></svg>`
      const { link, settings } = await linkWith(logos.put('/script.svg', script))
      expect(settings.logo_status).toBe('ready')
      expect(logos.asked.slice(before)).toEqual(['/script.svg'])
      const drawn = new TextDecoder().decode((await picture(instance, `/${link.short}.svg`)).bytes)
      expect(drawn).not.toMatch(/script|alert|127\.0\.0\.1|foreignObject|onload/)
      expect(drawn).toMatch(/href="data:image\/png;base64,[A-Za-z0-9+/=]+"/)
    })

    test('an external entity is not read', async () => {
      const xxe = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg.replace('<path', '<text>&x;</text><path')}`
      expect((await linkWith(logos.put('/xxe.svg', xxe))).settings.logo_status).toBe('failed')
    })

    test('its URL is nowhere in the picture', async () => {
      const nasty = `${logos.url}/"><script>alert(1)</script>.png`
      const { link } = await linkWith(nasty)
      const drawn = new TextDecoder().decode((await picture(instance, `/${link.short}.svg`)).bytes)
      expect(drawn).not.toContain('alert')
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)

/** A PNG that claims this width and height in pixels. */
function bomb(side: number): Uint8Array {
  const one = Buffer.from(red)
  const bytes = Buffer.concat([one.subarray(0, one.length), deflateSync(Buffer.alloc(1000))])
  bytes.writeUInt32BE(side, 16)
  bytes.writeUInt32BE(side, 20)
  bytes.writeUInt32BE(Bun.hash.crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

function laughs(): string {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  )
  return `<!DOCTYPE svg [<!ENTITY l0 "ha">${levels.join('')}]>${svg.replace('<path', '<text>&l9;</text><path')}`
}
