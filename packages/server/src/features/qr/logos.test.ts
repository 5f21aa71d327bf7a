// Logos: fetched in the background, judged by their content, tried again where the network fails, and drawn so that the
// code can still be read.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { type Account, onEachEngine } from '../../../../../test/instance.ts'
import { plainPng } from '../../../../../test/pictures-of-modules.ts'
import { type LogoServer, picture, settled, startLogoServer, withLogo } from '../../../../../test/qr.ts'
import { pixelsOf, scanPng } from '../../../../../test/qr-pixels.ts'
import { startRawServer } from '../../../../../test/raw-server.ts'

/** A red square. */
const red = plainPng(400, [255, 0, 0])
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#0a0" d="M0 0h9v9H0z"/></svg>'

onEachEngine(
  'the logo of a QR code',
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
      const at = `/links/${link.short}/qr`
      return { link, at, settings: await withLogo(account, at, { logo }) }
    }

    /** The colour in the middle of a link's picture. */
    async function middle(short: string) {
      const { pixels, width } = pixelsOf((await picture(instance, `/${short}.png`)).bytes)
      const at = ((width >> 1) * width + (width >> 1)) * 4
      return [...pixels.subarray(at, at + 3)]
    }

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
      'may be %s, whatever its content type says, and stands in the middle',
      async (_, content, color) => {
        const { link, settings } = await linkWith(
          logos.put(`/${crypto.randomUUID()}`, content(), 'text/html'),
        )
        expect(settings).toMatchObject({ logo_status: 'ready', scannable: true })
        const seen = await middle(link.short)
        for (const [index, channel] of color.entries())
          expect(Math.abs((seen[index] as number) - channel)).toBeLessThan(8)
        const { bytes } = await picture(instance, `/${link.short}.png?size=300`)
        expect(scanPng(bytes)).toBe(`${link.short_url}?qr`)
      },
    )

    test('is pending at first, and the code is drawn without it until it is ready', async () => {
      const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
      logos.files.set('/slow', (response) => void mayAnswer.then(() => response.end(red)))
      const link = await account.link()
      const at = `/links/${link.short}/qr`
      const { body } = await account.call(`PUT ${at}`, { body: { logo: `${logos.url}/slow` } })
      expect(body.data).toMatchObject({ logo: `${logos.url}/slow`, logo_status: 'pending' })
      const before = await picture(instance, `/${link.short}.svg`)
      expect(new TextDecoder().decode(before.bytes)).not.toContain('<image')
      answer()
      expect(await settled(account, at)).toMatchObject({ logo_status: 'ready' })
      const after = await picture(instance, `/${link.short}.svg`)
      expect(new TextDecoder().decode(after.bytes)).toContain('<image')
      expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    })

    test('of the account is drawn in all codes, but not where a link has none', async () => {
      const by = await instance.account()
      expect((await withLogo(by, '/qr', { logo: logos.put('/all', red) })).logo_status).toBe('ready')
      const [one, other] = [await by.link(), await by.link()]
      await by.call(`PUT /links/${other.short}/qr`, { body: { logo: null } })
      expect(await middle(one.short)).toEqual([255, 0, 0])
      const { bytes } = await picture(instance, `/${other.short}.svg`)
      expect(new TextDecoder().decode(bytes)).not.toContain('<image')
      await by.call('PUT /qr', { body: { logo: '' } })
      expect(new TextDecoder().decode((await picture(instance, `/${one.short}.svg`)).bytes)).not.toContain(
        '<image',
      )
    })

    test('is kept small, and without anything that was in its file beside the pixels', async () => {
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

    describe('fails at once where trying again would not help:', () => {
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
        ['an SVG of entities that multiply', () => laughs()],
      ]
      test.each(hostile)('%s', async (_, content) => {
        const { link, settings } = await linkWith(logos.put(`/${crypto.randomUUID()}`, content()))
        expect(settings.logo_status).toBe('failed')
        // The code is there all the same.
        expect(scanPng((await picture(instance, `/${link.short}.png`)).bytes)).toBe(`${link.short_url}?qr`)
      })

      test('an address where nothing is', async () => {
        expect((await linkWith(`${logos.url}/nothing-here`)).settings.logo_status).toBe('failed')
      })

      test('a redirect, which is not followed', async () => {
        logos.put('/target', red)
        logos.files.set('/moved', (response) => response.writeHead(302, { location: '/target' }).end())
        const before = logos.asked.length
        expect((await linkWith(`${logos.url}/moved`)).settings.logo_status).toBe('failed')
        expect(logos.asked.slice(before)).toEqual(['/moved'])
      })
    })

    describe('keeps nobody waiting, and fails:', () => {
      const mebibyte = 1024 * 1024
      /** As much of it as a logo may have, beside a few hundred bytes. */
      const much = (piece: string) => piece.repeat((mebibyte - 500) / piece.length)
      const attacks: [string, () => string | Uint8Array][] = [
        ['a hundred and fifty thousand comments', () => much('<!---->')],
        ['the same before an SVG that never ends', () => `${much('<!---->')}<svg`],
        ['a document type of a million letters', () => `<!DOCTYPE ${much('a')}`],
        ['many document types', () => much('<!DOCTYPE a[]>')],
        ['declarations without an end', () => much('<?xml ')],
        ['a megabyte of white space', () => much(' ')],
        [
          'three hundred thousand elements, one in another',
          () => svg.replace('<path', `${much('<g>')}<path`),
        ],
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
        expect(scanPng((await picture(instance, `/${short}.png`)).bytes)).toBe(`${short_url}?qr`)
      })
    })

    test('nothing runs and nothing is loaded by an SVG as a logo', async () => {
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

    test('its address is written nowhere into the picture', async () => {
      const nasty = `${logos.url}/"><script>alert(1)</script>.png`
      const { link } = await linkWith(nasty)
      const drawn = new TextDecoder().decode((await picture(instance, `/${link.short}.svg`)).bytes)
      expect(drawn).not.toContain('alert')
    })

    test.each([500, 503, 429])('is tried again after a while where the server answers %d', async (status) => {
      const path = `/flaky-${status}`
      const { promise: isAsked, resolve: tell } = Promise.withResolvers<void>()
      logos.files.set(path, (response) => {
        response.writeHead(status).end()
        tell()
      })
      const link = await account.link()
      const at = `/links/${link.short}/qr`
      const asked = () => logos.asked.filter((one) => one === path).length
      await account.call(`PUT ${at}`, { body: { logo: logos.url + path } })
      // The scheduled look waits for those that are on their way.
      await instance.clock.advance(6_000)
      await isAsked
      await instance.clock.advance(6_000)
      logos.put(path, red)
      await instance.clock.advance(61_000)
      await instance.clock.advance(6_000)
      expect(await settled(account, at)).toMatchObject({ logo_status: 'ready' })
      expect(asked()).toBeGreaterThan(1)
    })

    test('has failed when no server could be reached four times', async () => {
      const gone = await startRawServer(() => undefined)
      gone.stop()
      const link = await account.link()
      const at = `/links/${link.short}/qr`
      await account.call(`PUT ${at}`, { body: { logo: `${gone.url}/logo.png` } })
      for (let look = 0; look < 3; look++) {
        await instance.clock.advance(6_000)
        expect((await account.call(`GET ${at}`)).body.data.logo_status).toBe('pending')
      }
      for (let look = 0; look < 4; look++) await instance.clock.advance(601_000)
      expect((await account.call(`GET ${at}`)).body.data.logo_status).toBe('failed')
    })

    test('what comes after it was changed again is dropped', async () => {
      const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
      const { promise: isAsked, resolve: tell } = Promise.withResolvers<void>()
      logos.files.set('/old', (response) => {
        tell()
        void mayAnswer.then(() => response.end(red))
      })
      const link = await account.link()
      const at = `/links/${link.short}/qr`
      await account.call(`PUT ${at}`, { body: { logo: `${logos.url}/old` } })
      await isAsked
      expect(await withLogo(account, at, { logo: logos.put('/new.svg', svg) })).toMatchObject({
        logo_status: 'ready',
      })
      answer()
      await instance.clock.advance(6_000)
      expect(await middle(link.short)).toEqual([0, 170, 0])
      await account.call(`PUT ${at}`, { body: { logo: null } })
      expect((await account.call(`GET ${at}`)).body.data).toMatchObject({ logo: null, logo_status: null })
    })

    test('is drawn in sixty new PNGs a minute for one visitor, who takes nothing from others', async () => {
      const { link } = await linkWith(logos.put('/sizes', red))
      const plain = await account.link()
      await account.call(`PUT /links/${plain.short}/qr`, { body: { logo: null } })
      const ask = (path: string, visitor = '198.51.100.7') =>
        picture(instance, path, { headers: { 'x-forwarded-for': visitor } })
      const at = (size: number) => `/${link.short}.png?size=${size}`
      const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => ask(at(64 + index))))
      const drawn = answers.findIndex(({ status }) => status === 200)
      const refused = answers.filter(({ status }) => status === 429)
      expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([60, 4])
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(JSON.parse(new TextDecoder().decode(refused[0]?.bytes)).error).toMatchObject({
        code: 'rate_limited',
        message: expect.stringContaining('SVG'),
      })
      // What has been drawn, the SVG and codes without a logo are there all the same.
      for (const path of [at(64 + drawn), `/${link.short}.svg`, `/${plain.short}.png`])
        expect((await ask(path)).status, path).toBe(200)
      expect((await ask(at(200))).status).toBe(429)
      expect((await ask(at(200), '198.51.100.8')).status).toBe(200)
    }, 30_000)

    test("is fetched while another account's many logos keep coming slowly", async () => {
      const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
      const slow = await instance.account()
      for (let number = 0; number < 9; number++) {
        const path = `/slow-${instance.engine}-${number}`
        logos.files.set(path, (response) => void mayAnswer.then(() => response.end(red)))
        const { short } = await slow.link()
        await slow.call(`PUT /links/${short}/qr`, { body: { logo: logos.url + path } })
      }
      const { settings } = await linkWith(logos.put('/quick', red))
      expect(settings.logo_status).toBe('ready')
      // Two at a time, and the first ones are still on their way.
      expect(logos.asked.filter((path) => path.startsWith(`/slow-${instance.engine}-`))).toHaveLength(2)
      answer()
    }, 30_000)

    test('of many accounts at once all are fetched', async () => {
      const links = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const link = await account.link()
          const logo = logos.put(`/crowd-${index}`, red)
          await account.call(`PUT /links/${link.short}/qr`, { body: { logo } })
          return link
        }),
      )
      for (const { short } of links)
        expect((await settled(account, `/links/${short}/qr`)).logo_status).toBe('ready')
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true', TRUST_PROXY: '127.0.0.1/8,::1' },
)

/** A PNG that claims to be so many pixels wide and high. */
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
