// Uploading images: each format is recognized by its content, re-encoded as WebP, and also stored in smaller sizes.
import { beforeAll, describe, expect, test } from 'bun:test'
import { onOneEngine } from '../../../../../../test/instance.ts'
import {
  animatedWebp,
  bmp,
  colourOf,
  gif,
  jpeg,
  painting,
  photograph,
  png,
  pngChunk,
  riffChunk,
  webp,
} from '../../../../../../test/pictures/image-files.ts'
import { bytesAt, type Uploader, uploader } from '../../../../../../test/pictures/images.ts'
import { filesWith } from '../../../../../../test/stored-contents.ts'

// Images are rendered the same on both engines; keeping.test.ts uploads on both.
onOneEngine('uploading an image', (instance) => {
  let person: Uploader
  beforeAll(async () => {
    person = await uploader(instance)
  })
  const drawn = (path: string) => bytesAt(instance, path)

  const files: Record<string, () => Buffer | Promise<Buffer>> = {
    PNG: () => png(90, 60),
    JPEG: () => jpeg(90, 60),
    WebP: () => webp(90, 60),
    GIF: () => gif(90, 60, [[255, 0, 0]]),
    BMP: () => bmp(90, 60),
  }
  for (const [format, make] of Object.entries(files))
    test(`${format} becomes WebP of the same size`, async () => {
      const asset = await person.upload(await make(), '?title=A+red+one')
      expect(asset).toStrictEqual({
        id: expect.stringMatching(/^ast_[0-9a-z]{26}$/),
        path: expect.stringMatching(/^\/assets\/[a-z0-9]{24}\.webp$/),
        title: 'A red one',
        width: 90,
        height: 60,
        variants: [],
        bytes: (await drawn(asset.path)).length,
        created_at: expect.any(Number),
      })
      expect(asset.created_at).toBeWithin(instance.clock.now() / 1000 - 5, instance.clock.now() / 1000 + 1)
      const file = await drawn(asset.path)
      expect(await new Bun.Image(file).metadata()).toEqual({ width: 90, height: 60, format: 'webp' })
      const [red = 0, , blue = 255] = await colourOf(file)
      expect(red).toBeGreaterThan(240)
      expect(blue).toBeLessThan(15)
    })

  test('keeps transparency', async () => {
    const { path } = await person.upload(png(40, 40, () => [0, 0, 255, 128]))
    const [, , blue, alpha] = await colourOf(await drawn(path))
    expect(blue).toBeGreaterThan(240)
    expect(alpha).toBeWithin(120, 136)
  })

  test('drawings, unlike photographs, stay exact', async () => {
    const { path } = await person.upload(
      png(400, 400, (x, y) => [(x >> 3) % 2 ? 255 : 0, 0, y % 2 ? 255 : 0, 255]),
    )
    expect(Buffer.from(await drawn(path)).toString('latin1', 12, 16)).toBe('VP8L')
  })

  test('a large one is scaled down to 2,560 pixels, with variants of 320, 640 and 1,280', async () => {
    const asset = await person.upload(await jpeg(1500, 3000))
    expect([asset.width, asset.height]).toEqual([1280, 2560])
    const widths = asset.variants.map(({ width, height }) => [width, height])
    expect(widths).toEqual([
      [320, 640],
      [640, 1280],
    ])
    const wide = await person.upload(await jpeg(3000, 300))
    expect([wide.width, wide.height]).toEqual([2560, 256])
    expect(wide.variants).toEqual(
      [320, 640, 1280].map((width) => ({
        path: wide.path.replace('.webp', `-${width}.webp`),
        width,
        height: width / 10,
      })),
    )
    let bytes = 0
    for (const { path, width, height } of [{ ...wide }, ...wide.variants]) {
      const file = await drawn(path)
      bytes += file.length
      expect(await new Bun.Image(file).metadata()).toEqual({ width, height, format: 'webp' })
    }
    expect(wide.bytes).toBe(bytes)
  })

  test('a very thin one keeps at least one pixel', async () => {
    const asset = await person.upload(bmp(10_000, 1))
    expect([asset.width, asset.height]).toEqual([2560, 1])
    for (const { path, width } of asset.variants)
      expect(await new Bun.Image(await drawn(path)).metadata()).toMatchObject({ width, height: 1 })
  })

  test('only the first frame of an animation is kept', async () => {
    const pictures = [
      gif(30, 20, [
        [255, 0, 0],
        [0, 0, 255],
      ]),
      animatedWebp(30, 20, [
        await webp(30, 20, () => [255, 0, 0, 255]),
        await webp(30, 20, () => [0, 0, 255, 255]),
      ]),
      animatedWebp(30, 20, [await webp(30, 20), await webp(30, 20)]),
    ]
    for (const picture of pictures) {
      const asset = await person.upload(picture)
      expect([asset.width, asset.height]).toEqual([30, 20])
      const [red, , blue] = await colourOf(await drawn(asset.path))
      expect(red).toBeGreaterThan(240)
      expect(blue).toBeLessThan(15)
    }
  })

  describe('keeps nothing of the file but its pixels:', () => {
    test('a photograph is upright, and its location is removed', async () => {
      const photo = await photograph(60, 40, 6)
      expect(photo.includes('Jalan Merdeka')).toBe(true)
      const asset = await person.upload(photo)
      expect([asset.width, asset.height]).toEqual([40, 60])
      const file = Buffer.from(await drawn(asset.path))
      for (const left of ['Jalan', 'Exif', 'EXIF']) expect(file.includes(left)).toBe(false)
    })

    test('comments, colour profiles and data after the end are removed', async () => {
      const profile = Buffer.concat([
        Buffer.from('who made it\0\0'),
        Bun.deflateSync(Buffer.alloc(600, 'profile')),
      ])
      const text = pngChunk('tEXt', Buffer.from('Author\0Somebody Known'))
      const files = [
        Buffer.concat([png(50, 50, painting(50), Buffer.concat([text, pngChunk('iCCP', profile)])), zip]),
        Buffer.concat([await jpeg(50, 50), zip]),
        withProfile(await webp(50, 50)),
      ]
      for (const sent of files) {
        const file = Buffer.from(await drawn((await person.upload(sent)).path))
        for (const left of ['Somebody', 'profile', 'ICCP', 'PK\x03\x04', 'secret.txt'])
          expect(file.includes(left, 0, 'latin1')).toBe(false)
      }
    })

    test('a GIF that is also a script is no longer one', async () => {
      const sent = gif(12_079, 1, [[255, 0, 0]])
      const script = Buffer.from('*/=1;alert(document.domain)/*')
      const { path } = await person.upload(Buffer.concat([sent, script]))
      expect(Buffer.from(await drawn(path)).includes('alert')).toBe(false)
    })

    test('and nothing of the original is on the disk', () => {
      expect(
        filesWith(instance.database.env.DATA_DIR, ['Jalan Merdeka', 'document.domain', 'secret.txt']),
      ).toEqual([])
    })
  })

  test("names and content types don't count: only the content does", async () => {
    const body = png(20, 20)
    for (const type of [
      'text/html',
      'image/svg+xml',
      'application/json',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await person.call('POST /assets', { body, headers: { 'content-type': type } })
      expect([answer.status, answer.body.data?.path]).toEqual([200, expect.stringMatching(/\.webp$/)])
    }
  })
})

const zip = Buffer.from('PK\x03\x04 secret.txt', 'latin1')

/** The same WebP with a colour profile. */
function withProfile(file: Buffer): Buffer {
  const canvas = Buffer.from([0x20, 0, 0, 0, 49, 0, 0, 49, 0, 0])
  const drawing = file.toString('latin1', 12, 16) === 'VP8X' ? file.subarray(30) : file.subarray(12)
  if (drawing.includes('ALPH')) canvas[0] = 0x30
  const chunks = [riffChunk('VP8X', canvas), riffChunk('ICCP', Buffer.alloc(600, 'profile')), drawing]
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
}
