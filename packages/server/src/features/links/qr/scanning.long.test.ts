// Every code that is reported as scannable can be read: property tests with a third-party decoder, and large images.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { mosaicPng } from '../../../../../../test/pictures/pictures-of-modules.ts'
import { withLogo } from '../../../../../../test/pictures/qr.ts'
import { Scanning } from '../../../../../../test/pictures/qr-scanning.ts'

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
    let scanning: Scanning
    beforeAll(async () => {
      scanning = await Scanning.open(instance)
    })
    afterAll(() => scanning.close())

    test.each([511, 1000, 2048])('has the requested width, and can be read: %d pixels', async (size) => {
      const link = await scanning.link('large', null)
      const text = `${link.short_url}?qr`
      expect(await scanning.read(link, size)).toEqual({ png: text, svg: text, width: size })
    })

    test('can be read from PNG and SVG, whatever its content, colour and size', async () => {
      await fc.assert(
        fc.asyncProperty(
          code,
          fc.option(domain),
          fc.oneof(color, pale),
          size,
          async (code, domain, color, size) => {
            const link = await scanning.link(code, domain)
            const { body } = await scanning.account.call(`PUT /links/${link.id}/qr`, { body: { color } })
            fc.pre(body.data.scannable)
            const read = await scanning.read(link, size)
            expect(read).toMatchObject({ png: `${link.short_url}?qr`, svg: `${link.short_url}?qr` })
            // The picture is only larger than requested if modules would be too small.
            expect(read.width).toBe(Math.max(size, Math.min(read.width, 201)))
          },
        ),
        { numRuns: 14, endOnFailure: true },
      )
    })

    test('can be read with a logo in it if it is pale and large', async () => {
      const [color, size] = ['#808080', 1024]
      const link = await scanning.link('pale', null)
      const at = `/links/${link.id}/qr`
      const image = mosaicPng(new Uint8Array(64).fill(1), [0, 90, 160])
      const body = { color, logo: scanning.logo(image) }
      expect(await withLogo(scanning.account, at, body)).toMatchObject({
        logo_status: 'ready',
        scannable: true,
      })
      const text = `${link.short_url}?qr`
      expect(await scanning.read(link, size)).toEqual({ png: text, svg: text, width: size })
    })

    test('can be read with a logo in it, whatever the logo', async () => {
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
            const link = await scanning.link(code, domain)
            const image = mosaicPng(logo.modules, logo.color)
            const at = `/links/${link.id}/qr`
            const settings = await withLogo(scanning.account, at, {
              color,
              logo: scanning.logo(image),
            })
            expect(settings.logo_status).toBe('ready')
            fc.pre(settings.scannable)
            expect(await scanning.read(link, size)).toMatchObject({
              png: `${link.short_url}?qr`,
              svg: `${link.short_url}?qr`,
            })
          },
        ),
        { numRuns: 7, endOnFailure: true },
      )
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
