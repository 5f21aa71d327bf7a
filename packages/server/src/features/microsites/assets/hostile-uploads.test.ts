// Malicious and invalid files: refused with a message, before they cost memory, and nothing of them is left.
import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { assetBytes } from '@linnet/contract'
// File contents are checked before anything reaches the database, so one engine is enough.
import { onOneEngine } from '../../../../../../test/instance.ts'
import {
  animatedWebp,
  bmp,
  gif,
  jpeg,
  photograph,
  png,
  pngChunk,
  pngOf,
  riffChunk,
  webp,
} from '../../../../../../test/pictures/image-files.ts'
import { expectFault, type Uploader, uploader } from '../../../../../../test/pictures/images.ts'

onOneEngine('a bad upload', (instance) => {
  let person: Uploader
  beforeAll(async () => {
    person = await uploader(instance)
  })

  const notKnown = /PNG, JPEG, WebP, GIF, SVG or BMP/
  const refused: Record<string, [make: () => Buffer | Promise<Buffer>, words: RegExp]> = {
    text: [() => Buffer.from('hello'), notKnown],
    'one byte': [() => Buffer.from([0]), notKnown],
    'a web page': [() => Buffer.from('<!doctype html><script>alert(1)</script>'), notKnown],
    'a program': [() => Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0', 'latin1'), notKnown],
    'a PDF': [() => Buffer.from('%PDF-1.7\n%EOF'), notKnown],
    'a TIFF': [() => Buffer.from('II*\0\b\0\0\0\0\0\0\0\0\0', 'latin1'), /./],
    'a HEIC': [() => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), /./],
    'an AVIF': [() => Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1avif', 'latin1'), /./],
    'a PNG that claims 30,000 × 30,000 pixels in a kilobyte': [
      () => pngOf(30_000, 30_000, deflateSync(Buffer.alloc(1000))),
      /40 megapixels/,
    ],
    'one pixel more than 40 megapixels': [() => pngOf(40_000_001 / 7, 7, Buffer.alloc(0)), /./],
    '6,325 × 6,325 pixels, which is more than 40 megapixels': [
      () => pngOf(6325, 6325, Buffer.alloc(0)),
      /40 megapixels/,
    ],
    'a side of 16,385 pixels': [
      () => pngOf(16_385, 1, deflateSync(Buffer.alloc(16_385 * 4 + 1))),
      /at most 16384/,
    ],
    'the other side of 16,385 pixels': [
      () => pngOf(1, 16_385, deflateSync(Buffer.alloc(16_385 * 5))),
      /at most 16384/,
    ],
    'a JPEG that claims 60,000 × 60,000 pixels': [
      async () => claiming(await jpeg(20, 20), 60_000),
      /40 megapixels/,
    ],
    'a GIF whose frame is 65,535 × 65,535 pixels': [
      () => {
        const file = gif(4, 4, [[255, 0, 0]])
        const frame = file.indexOf(0x2c, 13)
        file.writeUInt16LE(65_535, frame + 5)
        file.writeUInt16LE(65_535, frame + 7)
        return file
      },
      /40 megapixels/,
    ],
    'a width of zero': [() => pngOf(0, 10, deflateSync(Buffer.alloc(10))), /damaged/],
    'a BMP with a negative width': [
      () => {
        const file = bmp(4, 4)
        file.writeInt32LE(-4, 18)
        return file
      },
      /./,
    ],
    'a PNG whose content inflates to far more than its size': [
      () => pngOf(4, 4, deflateSync(Buffer.alloc(50_000_000), { level: 1 })).subarray(0, 200),
      /damaged/,
    ],
    'a PNG that is cut off': [() => png(60, 60).subarray(0, 200), /damaged/],
    'a WebP that is cut off': [async () => (await webp(200, 200)).subarray(0, 100), /./],
    'a GIF that is cut off': [() => gif(60, 60, [[255, 0, 0]]).subarray(0, 60), /incomplete/],
    'a BMP that is cut off': [() => bmp(60, 60).subarray(0, 900), /damaged/],
    'a JPEG that is cut off': [async () => (await jpeg(60, 60)).subarray(0, -200), /incomplete/],
    'a photograph with only its header': [async () => (await photograph(60, 60, 1)).subarray(0, 200), /./],
    'an animation without frames': [() => animatedWebp(9, 9, []), /damaged/],
    'an animation behind a million empty chunks': [
      async () => {
        const empty = Buffer.alloc(8_000_000, riffChunk('JUNK', Buffer.alloc(0)))
        const body = animatedWebp(9, 9, [await webp(9, 9)]).subarray(12)
        const chunks = [body.subarray(0, 18), empty, body.subarray(18)]
        return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
      },
      /damaged/,
    ],
    'a GIF of five million empty blocks': [
      () => {
        const file = gif(4, 4, [[255, 0, 0]])
        return Buffer.concat([file.subarray(0, 13 + 6), Buffer.alloc(9_999_000, Buffer.from([0x21, 0]))])
      },
      /./,
    ],
    'a JPEG of two million empty segments': [
      async () => {
        const file = await jpeg(20, 20)
        const segments = Buffer.alloc(8_000_000, Buffer.from([0xff, 0xe1, 0, 2]))
        return Buffer.concat([file.subarray(0, 2), segments, file.subarray(2, -2)])
      },
      /./,
    ],
    'a PNG of eight hundred thousand empty chunks': [
      () => {
        const file = png(20, 20)
        const chunks = Buffer.alloc(12 * 800_000, pngChunk('tEXt', Buffer.alloc(0)))
        return Buffer.concat([file.subarray(0, 33), chunks, file.subarray(33, -30)])
      },
      /./,
    ],
    'a million comments': [() => Buffer.from('<!---->'.repeat(1_000_000)), /1 MiB/],
    'a document type with a million letters': [
      () => Buffer.from(`<!DOCTYPE ${'a'.repeat(1_000_000)}`),
      notKnown,
    ],
    'an animation of empty frames': [
      () => animatedWebp(9, 9, [Buffer.alloc(12), Buffer.alloc(12)]),
      /damaged/,
    ],
  }
  for (const [what, [make, words]] of Object.entries(refused))
    test(`is refused: ${what}`, async () => {
      expectFault(await person.send(await make()), words)
    })

  test('a JPEG with very many scans, which would take hours to decode, is refused at once', async () => {
    const file = await new Bun.Image(png(64, 64)).jpeg({ progressive: true }).buffer()
    const scan = file.lastIndexOf(Buffer.from([0xff, 0xda]))
    const last = file.subarray(scan, -2)
    const many = Buffer.concat([
      file.subarray(0, -2),
      ...Array.from({ length: 5000 }, () => last),
      file.subarray(-2),
    ])
    expectFault(await person.send(many), /scans/)
    expect((await person.send(file)).status).toBe(200)
  })

  test('a GIF with a huge screen costs no more than its frame', async () => {
    const asset = await person.upload(gif(8, 8, [[255, 0, 0]], { width: 65_535, height: 65_535 }))
    expect([asset.width, asset.height]).toEqual([8, 8])
  })

  test("compressed metadata isn't inflated", async () => {
    const bomb = pngChunk(
      'zTXt',
      Buffer.concat([Buffer.from('bomb\0\0'), deflateSync(Buffer.alloc(100_000_000), { level: 1 })]),
    )
    const answer = await person.send(png(8, 8, undefined, bomb))
    if (answer.status === 422) expectFault(answer, /./)
    else expect(answer.body.data.bytes).toBeLessThan(1000)
  })

  test('an empty upload is refused as an empty body', async () => {
    const answer = await person.send(Buffer.alloc(0))
    expect([answer.status, answer.body.error.code]).toEqual([400, 'malformed_request'])
  })

  test('10 MiB are accepted, and one byte more is not', async () => {
    const image = png(10, 10)
    const padded = (bytes: number) => Buffer.concat([image, Buffer.alloc(bytes - image.length)])
    expect((await person.send(padded(assetBytes))).status).toBe(200)
    const answer = await person.send(padded(assetBytes + 1))
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large'])
  })

  describe('and a title', () => {
    test('is a string of at most 255 characters, shown as it was sent', async () => {
      const title = `<script>alert("1")</script>‮ ${'é'.repeat(220)}`
      const asset = await person.upload(png(4, 4), `?title=${encodeURIComponent(title)}`)
      expect(asset.title).toBe(title)
      const long = await person.send(png(4, 4), `?title=${'a'.repeat(256)}`)
      expect([long.status, long.body.error.code]).toEqual([400, 'malformed_request'])
      expect((await person.send(png(4, 4), '?title=%00')).status).toBe(400)
    })
  })

  test('many at once are queued or refused with a retry time, and each accepted one is complete', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => uploader(instance)))
    // It is still being rendered when the others arrive.
    const slow = await new Bun.Image(await jpeg(8, 8)).resize(1500, 1500).jpeg().buffer()
    const [first, ...others] = [slow, ...Array.from({ length: 4 }, () => png(20, 20))] as const
    const answers = await Promise.all(
      people.flatMap(({ send }) => [send(first), ...others.map((file) => send(file))]),
    )
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    for (const answer of answers) {
      if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('5')
      else expect((await instance.ask(`GET ${answer.body.data.path}`)).status).toBe(200)
    }
    expect((await person.send(png(20, 20))).status).toBe(200)
  })

  test('leave no file behind', async () => {
    const newcomer = await uploader(instance)
    expectFault(await newcomer.send(pngOf(30_000, 30_000, Buffer.alloc(9))), /./)
    expect((await newcomer.call('GET /assets')).body).toStrictEqual({ data: [], next_cursor: null })
    expect(existsSync(join(instance.database.env.DATA_DIR, 'assets'))).toBe(true)
  })
})

/** The JPEG with another size in its frame header. */
function claiming(file: Buffer, side: number): Buffer {
  const frame = file.indexOf(Buffer.from([0xff, 0xc0]))
  file.writeUInt16BE(side, frame + 5)
  file.writeUInt16BE(side, frame + 7)
  return file
}
