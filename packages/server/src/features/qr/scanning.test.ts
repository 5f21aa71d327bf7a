// Every code that is called scannable can be read: property tests with a decoder that others wrote.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Account, onEachEngine } from '../../../../../test/instance.ts'
import { mosaicPng } from '../../../../../test/pictures-of-modules.ts'
import { type LogoServer, picture, startLogoServer, withLogo } from '../../../../../test/qr.ts'
import { pixelsOf, scanPng } from '../../../../../test/qr-pixels.ts'
import { createDrawing } from '../../platform/drawing/index.ts'

const code = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'),
  minLength: 1,
  maxLength: 48,
})
const hexDigit = fc.constantFrom(...'0123456789abcdefABCDEF')
const color = fc
  .constantFrom(3, 6, 8)
  .chain((length) => fc.string({ unit: hexDigit, minLength: length, maxLength: length }))
  .map((digits) => `#${digits}`)
/** The palest colours that are scannable. */
const pale = fc.constantFrom('#949494', '#BB7755', '#e6730b', '#6f9f60', '#ff00ff80', '#909')
const size = fc.oneof(
  fc.integer({ min: 64, max: 600 }),
  fc.constantFrom(64, 65, 72, 97, 128, 264, 296, 329, 360),
)
const label = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
  minLength: 1,
  maxLength: 50,
})
/** Names up to 253 characters, as long as a domain can be. */
const domain = fc
  .array(label, { minLength: 1, maxLength: 5 })
  .map((labels) => `${labels.join('.').slice(0, 230)}.example.com`)

onEachEngine(
  'a scannable QR code',
  (instance) => {
    let account: Account
    let logos: LogoServer
    let number = 0
    const drawing = createDrawing({
      file: new URL('../../draw.ts', import.meta.url),
      log: { info() {}, warn() {}, error() {} },
    })
    beforeAll(async () => {
      account = await instance.account()
      logos = await startLogoServer()
    })
    afterAll(async () => {
      logos.stop()
      await drawing.stop()
    })

    /** A link of a code that begins so, on a new domain where there is one. */
    async function linkOf(code: string, domain: string | null) {
      const name = domain && `n${++number}.${domain}`
      if (name) await account.domain(name)
      const custom_slug = `${code.slice(0, 44)}-${++number}`
      return await account.link({ custom_slug, ...(name ? { domain_alias: name } : {}) })
    }

    /** What a scanner reads in the PNG and in the SVG of a link. */
    async function scanned({ short, domain }: { short: string; domain: string }, size: number) {
      const headers = { host: domain }
      const png = await picture(instance, `/${short}.png?size=${size}`, { headers })
      const svg = await picture(instance, `/${short}.svg`, { headers })
      const drawn = await drawing.png(new TextDecoder().decode(svg.bytes), 512, short)
      return { png: scanPng(png.bytes), svg: scanPng(drawn), width: pixelsOf(png.bytes).width }
    }

    test('is read from PNG and SVG, whatever its text, colour and size', async () => {
      await fc.assert(
        fc.asyncProperty(
          code,
          fc.option(domain),
          fc.oneof(color, pale),
          size,
          async (code, domain, color, size) => {
            const link = await linkOf(code, domain)
            const { body } = await account.call(`PUT /links/${link.id}/qr`, { body: { color } })
            fc.pre(body.data.scannable)
            const read = await scanned(link, size)
            expect(read).toMatchObject({ png: `${link.short_url}?qr`, svg: `${link.short_url}?qr` })
            // Only where modules would be too small is the picture larger than it was asked for.
            expect(read.width).toBe(Math.max(size, Math.min(read.width, 201)))
          },
        ),
        { numRuns: 14, endOnFailure: true },
      )
    }, 60_000)

    test.each([
      ['#949494', 512],
      ['#808080', 1024],
    ])('of the pale %s is read with a logo at %d pixels', async (color, size) => {
      const link = await linkOf('pale', null)
      const at = `/links/${link.id}/qr`
      const image = mosaicPng(new Uint8Array(64).fill(1), [0, 90, 160])
      const body = { color, logo: logos.put(`/${++number}`, image) }
      expect(await withLogo(account, at, body)).toMatchObject({ logo_status: 'ready', scannable: true })
      const text = `${link.short_url}?qr`
      expect(await scanned(link, size)).toEqual({ png: text, svg: text, width: size })
    })

    test('is read with a logo in it, whatever the logo', async () => {
      const pixels = fc.uint8Array({ minLength: 16 * 16, maxLength: 16 * 16, max: 1 })
      const channel = fc.integer({ min: 0, max: 255 })
      const logo = fc.record({ modules: pixels, color: fc.tuple(channel, channel, channel) })
      await fc.assert(
        fc.asyncProperty(
          code,
          fc.option(domain),
          color,
          size,
          logo,
          async (code, domain, color, size, logo) => {
            const link = await linkOf(code, domain)
            const image = mosaicPng(logo.modules, logo.color)
            const at = `/links/${link.id}/qr`
            const settings = await withLogo(account, at, { color, logo: logos.put(`/${++number}`, image) })
            expect(settings.logo_status).toBe('ready')
            fc.pre(settings.scannable)
            expect(await scanned(link, size)).toMatchObject({
              png: `${link.short_url}?qr`,
              svg: `${link.short_url}?qr`,
            })
          },
        ),
        { numRuns: 7, endOnFailure: true },
      )
    }, 60_000)
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
