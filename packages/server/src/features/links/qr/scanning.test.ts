// Codes that are reported as scannable can be read by a third-party decoder: dark and pale, large and nearly too small.
// scanning.long.test.ts tries codes of every kind.
import { afterAll, beforeAll, expect, test } from 'bun:test'
// Codes look the same on both engines.
import { onOneEngine } from '../../../../../../test/instance.ts'
import { mosaicPng } from '../../../../../../test/pictures/pictures-of-modules.ts'
import { withLogo } from '../../../../../../test/pictures/qr.ts'
import { Scanning } from '../../../../../../test/pictures/qr-scanning.ts'

onOneEngine(
  'a scannable QR code',
  (instance) => {
    let scanning: Scanning
    beforeAll(async () => {
      scanning = await Scanning.open(instance)
    })
    afterAll(() => scanning.close())

    /** A domain of the maximum length. */
    const long = `${Array.from({ length: 5 }, (_, label) => String(label).repeat(45)).join('.')}.example.com`
    const few = new Uint8Array(64).fill(1)
    const many = Uint8Array.from({ length: 256 }, (_, module) => ((module * module) % 3) & 1)

    test.each([
      ['black, and as small as it can be', 'a', null, '#000', 64, 64],
      ['black, with more content than fits its size', 'Z'.repeat(44), long, '#000000ff', 64, 77],
      ['pale, and as small as it can be', '0-_', null, '#949494', 64, 81],
      ['pale, with more content than fits its size', 'pale', long, '#bb7755ff', 65, 153],
      ['pale in the default size', 'Pale_', long, '#e6730b', 512, 512],
      ['coloured in an odd size', 'x-Y', null, '#909', 329, 329],
    ] as const)('can be read from PNG and SVG if it is %s', async (_, code, domain, color, size, width) => {
      const link = await scanning.link(code, domain)
      const { body } = await scanning.account.call(`PUT /links/${link.id}/qr`, { body: { color } })
      expect(body.data.scannable).toBe(true)
      const text = `${link.short_url}?qr`
      expect(await scanning.read(link, size)).toEqual({ png: text, svg: text, width })
    })

    test.each([
      ['pale', null, '#949494', few, [0, 90, 160], 512],
      ['black', long, '#000', many, [255, 255, 0], 200],
    ] as const)(
      'can be read with a logo in it if it is %s',
      async (_, domain, color, modules, paint, size) => {
        const link = await scanning.link('logo', domain)
        const body = { color, logo: scanning.logo(mosaicPng(modules, paint)) }
        const settings = await withLogo(scanning.account, `/links/${link.id}/qr`, body)
        expect(settings).toMatchObject({ logo_status: 'ready', scannable: true })
        const text = `${link.short_url}?qr`
        expect(await scanning.read(link, size)).toEqual({ png: text, svg: text, width: size })
      },
    )
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
