// Rendering: untrusted images can't read, load or run anything, or block the process for long.
import { afterAll, describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultSentence } from '@linnet/contract'
import { needs } from '../../../../../test/command/requirements.ts'
import { renderWorkers } from '../../../../../test/machine/render-workers.ts'
import { plainPng } from '../../../../../test/pictures/pictures-of-modules.ts'
import { pixelsOf } from '../../../../../test/pictures/qr-pixels.ts'
import { createRenderer, type Renderer, UnrenderableImage } from './index.ts'
import { partsOf } from './protocol.ts'

needs('Linux')

const log = { info() {}, warn() {}, error() {} }
const file = new URL('../../workers/render-worker.ts', import.meta.url)
const svg = (content: string, size = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${content}</svg>`
const square = '<path fill="#00f" d="M0 0h10v10H0z"/>'

/** An untrusted SVG as a picture of this size. */
const logo = (renderer: Renderer, text: string, side: number, by: string) =>
  renderer.logo(Buffer.from(text), side, by)

/** The same as it is stored after an upload. */
const plainSvg = async (renderer: Renderer, text: string) => {
  const { content, width, height } = await renderer.reencode(async function* () {
    yield* partsOf(Buffer.from(text))
  }, 'one')
  return { svg: Buffer.from(content).toString(), width, height }
}

describe('a rendered image', () => {
  // Endless rendering is killed after a second of CPU time.
  const renderer = createRenderer({ file, log, mostBusySeconds: 1 })
  afterAll(() => renderer.stop())

  const dark = async (content: string) => {
    const { pixels } = pixelsOf(
      await renderer.png(svg(`<path fill="#fff" d="M0 0h99v99H0z"/>${content}`), 200, 'one'),
    )
    return pixels.filter((channel, index) => index % 4 === 0 && channel < 128).length
  }

  test('is as wide as requested, and its height follows', async () => {
    const png = await renderer.png(svg(square, 'viewBox="0 0 10 5"'), 120, 'one')
    expect(pixelsOf(png)).toMatchObject({ width: 120, height: 60 })
  })

  test.each(['Ana', 'Żółć', 'Привет', 'Ελλάδα', 'Tiếng Việt', 'नमस्ते', 'مرحبا', 'שלום', 'ไทย', '🎉'])(
    'has letters for %s',
    async (text) => {
      // A box in place of each letter has the same shape for all.
      const [one, box] = [`<text y="5" font-size="2">${text}</text>`, text.replace(/[^\p{M}]/gu, '\u{f8ff}')]
      const rendered = await dark(one)
      expect(rendered).toBeGreaterThan(20)
      expect(rendered).not.toBe(await dark(`<text y="5" font-size="2">${box}</text>`))
    },
  )

  test('as plain SVG has paths, and nothing that runs or refers to elsewhere', async () => {
    const hostile = svg(
      `<script>alert(1)</script><style>@import url(http://evil.example/); path { fill: url(http://evil.example/) }</style>
       <a xlink:href="javascript:alert(1)"><path onclick="alert(1)" d="M0 0h5v5z"/></a>
       <foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject>
       <image href="http://evil.example/a.png" width="9" height="9"/><image href="file:///etc/passwd" width="9" height="9"/>
       <image href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/%3E" width="9" height="9"/>
       <use href="http://evil.example/a.svg#a"/><set attributeName="href" to="javascript:alert(1)"/>
       <filter id="f"><feImage href="http://evil.example/b.png"/></filter><g filter="url(#f)">${square}</g>
       <path id="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" d="M0 0h5v5z"/>`,
      'viewBox="0 0 10 20" onload="alert(1)"',
    )
    const plain = await plainSvg(renderer, hostile)
    expect(plain).toMatchObject({ width: 10, height: 20 })
    expect(plain.svg).not.toMatch(/script|alert|evil|passwd|import|foreign|onload|onclick|&|raw/i)
    expect(plain.svg).toStartWith('<svg ')
    const elements = new Set([...plain.svg.matchAll(/<(\w+)/g)].map(([, name]) => name as string))
    expect([...elements].sort()).toEqual(['defs', 'filter', 'g', 'path', 'svg'])
    // It is well-formed, and the same when it is read again.
    expect((await plainSvg(renderer, plain.svg)).svg).toContain('<path')
  })

  test('as plain SVG keeps gradients, clips, masks, patterns and filters', async () => {
    const rich =
      svg(`<defs><linearGradient id="a"><stop offset="0" stop-color="red"/><stop offset="1"/></linearGradient>
      <clipPath id="c"><circle r="5"/></clipPath><mask id="m"><rect width="9" height="9" fill="#fff"/></mask>
      <pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><circle r="1"/></pattern>
      <filter id="f"><feGaussianBlur stdDeviation="1"/></filter></defs>
      <rect width="9" height="9" fill="url(#a)" clip-path="url(#c)" mask="url(#m)"/>
      <rect width="9" height="9" fill="url(#p)" filter="url(#f)" style="mix-blend-mode:multiply"/>`)
    const { svg: plain } = await plainSvg(renderer, rich)
    for (const kept of ['linearGradient', 'clipPath', 'mask', 'pattern', 'feGaussianBlur', 'mix-blend-mode'])
      expect(plain).toContain(kept)
    const [before, after] = [await renderer.png(rich, 50, 'one'), await renderer.png(plain, 50, 'one')].map(
      pixelsOf,
    )
    expect(after?.pixels).toEqual(before?.pixels as Uint8ClampedArray)
  })

  test('keeps only the pixels of embedded images', async () => {
    const jpeg = await new Bun.Image(plainPng(20, [255, 0, 0])).jpeg().bytes()
    const marked = Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, 8]),
      Buffer.from('SECRET'),
      jpeg.subarray(2),
    ])
    const image = `<image width="9" height="9" href="data:image/jpeg;base64,${marked.toString('base64')}"/>`
    const { svg: plain } = await plainSvg(renderer, svg(image))
    const [, content = ''] = /href="data:image\/png;base64,([^"]+)"/.exec(plain) ?? []
    expect(pixelsOf(Buffer.from(content, 'base64'))).toMatchObject({ width: 20, height: 20 })
    expect(Buffer.from(content, 'base64').includes('SECRET')).toBe(false)
  })

  const nested = (levels: number) =>
    Array.from(
      { length: levels },
      (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
    ).join('')
  test.each([
    ['no SVG', 'nothing'],
    ['half of one', '<svg xmlns="http://www.w3.org/2000/svg"><g>'],
    ['one without a size', svg('', 'width="0" height="0"')],
    ['one that is far too tall', svg(square, 'width="1" height="100000000"')],
    ['references that multiply', svg(`<defs><g id="l0">${square}</g>${nested(9)}</defs><use href="#l9"/>`)],
    [
      'twenty thousand nested groups',
      svg(`${'<g opacity=".5">'.repeat(20_000)}${square}${'</g>'.repeat(20_000)}`),
    ],
    [
      'an external entity',
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
    ],
    ['more than 1 MiB', svg(' '.repeat(1024 * 1024))],
    [
      'an embedded image of 900 million pixels',
      svg(
        `<image width="9" height="9" href="data:image/png;base64,${claiming(30_000)}"/>`.repeat(2) +
          '<g>'.repeat(3),
      ),
    ],
  ])('%s is refused with a readable message', async (_, content) => {
    const refusal = await logo(renderer, content, 100, 'one').catch((error) => error)
    expect(refusal).toBeInstanceOf(UnrenderableImage)
    // Our own sentence, not a parser's message.
    expect(refusal.message).toBe(`the image ${faultSentence(refusal.fault)}`)
  })

  test.each([0, -1, 4097, 1.5, Number.NaN])('%d pixels is not a valid width', async (width) => {
    expect(renderer.png(svg(square), width, 'one')).rejects.toThrow(UnrenderableImage)
  })

  test('if memory runs out, the system kills the render process before the server', async () => {
    await renderer.png(svg(square), 20, 'one')
    const ids = renderWorkers()
    expect(ids).not.toBeEmpty()
    const score = (of: number | 'self') => Number(readFileSync(`/proc/${of}/oom_score_adj`, 'utf8'))
    for (const id of ids) expect(score(id)).toBeGreaterThan(score('self'))
  })

  test('a large file is re-encoded as it was sent, in complete variants', async () => {
    const bytes = bmpOf(1300, 100, randomBytes(1300 * 100 * 3))
    const { content, variants, ...size } = await renderer.reencode(async function* () {
      yield* partsOf(bytes)
    }, 'one')
    expect(size).toEqual({ format: 'webp', width: 1300, height: 100 })
    // It arrives in several parts.
    expect(content.length).toBeGreaterThan(64 * 1024)
    const widths = await Promise.all(
      [...variants.map((variant) => variant.content), content].map(
        async (one) => (await new Bun.Image(one).metadata()).width,
      ),
    )
    expect(widths).toEqual([320, 640, 1280, 1300])
  })

  test("a file that can't be read to its end affects no other file", async () => {
    const broken = renderer.reencode(async function* () {
      yield new Uint8Array(100)
      throw new Error('the disk is gone')
    }, 'one')
    expect(broken).rejects.toThrow('the disk is gone')
    expect(await plainSvg(renderer, svg(square))).toMatchObject({ width: 10, height: 10 })
  })

  test('a request is refused when many are waiting already', async () => {
    const asked = Array.from({ length: 100 }, () =>
      renderer.png(svg(square), 10, 'one').then(
        () => true,
        ({ code }) => code,
      ),
    )
    const answers = await Promise.all(asked)
    expect(answers.filter((answer) => answer === true).length).toBeGreaterThanOrEqual(64)
    expect(answers.filter((answer) => answer === 'unavailable').length).toBeGreaterThan(0)
  })
})

test('an image that takes far too long is stopped, and the next one is rendered', async () => {
  // The harmless image takes 0.2 s, most of it for the start of another process; the other would take far longer than 3 s.
  const renderer = createRenderer({ file, log, mostBusySeconds: 1.5 })
  const layers = '<g opacity=".5" style="isolation:isolate"><rect width="512" height="512"/></g>'.repeat(
    12_000,
  )
  const [hostile, harmless] = await Promise.allSettled([
    logo(renderer, svg(layers, 'width="512" height="512"'), 512, 'one'),
    logo(renderer, svg(square), 20, 'one'),
  ])
  expect(hostile).toMatchObject({ status: 'rejected', reason: expect.any(UnrenderableImage) })
  expect(harmless.status).toBe('fulfilled')
  await renderer.stop()
})

test('untrusted images delay only untrusted images', async () => {
  const renderer = createRenderer({ file, log })
  await logo(renderer, svg(square), 20, 'one')
  // The process never starts its next image.
  const [held] = renderWorkers() as [number]
  process.kill(held, 'SIGSTOP')
  let isRendered = false
  const untrusted = logo(renderer, svg(square), 20, 'one').then(() => {
    isRendered = true
  })
  const modules = new Uint8Array([1])
  expect(pixelsOf(await renderer.png(svg(square), 20, 'code')).width).toBe(20)
  const scale = { side: 1, width: 64, module: 64, before: 0 }
  expect(pixelsOf(await renderer.modulesPng({ modules, ...scale, color: [0, 0, 0] }, 'code')).pixels[0]).toBe(
    0,
  )
  expect(isRendered).toBe(false)
  process.kill(held, 'SIGCONT')
  await untrusted
  await renderer.stop()
})

test('an account with many images waits behind one with a single image, and loses places in a full queue', async () => {
  const renderer = createRenderer({ file, log })
  await renderer.png(svg(square), 20, 'many')
  const [held] = renderWorkers() as [number]
  process.kill(held, 'SIGSTOP')
  const ended: string[] = []
  const ask = (by: string) =>
    renderer.png(svg(square), 20, by).then(
      () => void ended.push(`${by} rendered`),
      ({ code }) => void ended.push(`${by} ${code}`),
    )
  const asked = Array.from({ length: 70 }, () => ask('many'))
  asked.push(ask('one'))
  process.kill(held, 'SIGCONT')
  await Promise.all(asked)
  const rendered = ended.filter((end) => end.endsWith('rendered'))
  // One that was running and 64 that waited.
  expect(rendered).toHaveLength(65)
  expect(rendered.indexOf('one rendered')).toBe(2)
  expect(ended.filter((end) => end === 'many unavailable')).toHaveLength(6)
  await renderer.stop()
})

test("an account's costly images don't delay other accounts", async () => {
  const renderer = createRenderer({ file, log })
  const ended: string[] = []
  const ask = (by: string) => logo(renderer, svg(square), 20, by).then(() => void ended.push(by))
  await ask('costly')
  // The process keeps running for the account's next image.
  const [held] = renderWorkers() as [number]
  process.kill(held, 'SIGSTOP')
  const costly = Array.from({ length: 10 }, () => ask('costly'))
  await Promise.all([ask('one'), ask('another'), ask('one')])
  expect(ended).toEqual(['costly', 'one', 'another', 'one'])
  process.kill(held, 'SIGCONT')
  await Promise.all(costly)
  await renderer.stop()
})

test('a photograph that exceeds the memory limit is refused, and the next one is rendered', async () => {
  const renderer = createRenderer({ file, log, mostMemoryBytes: 200 * 1024 * 1024 })
  const photograph = (side: number) =>
    renderer.reencode(async function* () {
      yield* partsOf(plainPng(side, [9, 99, 200]))
    }, 'one')
  expect(photograph(6300)).rejects.toThrow(new UnrenderableImage({ code: 'image_too_complex' }))
  expect(await photograph(60)).toMatchObject({ format: 'webp', width: 60, height: 60 })
  await renderer.stop()
})

test('an image whose process is killed from outside is rendered by the next one', async () => {
  const renderer = createRenderer({ file, log })
  await logo(renderer, svg(square), 20, 'one')
  const [held] = renderWorkers() as [number]
  process.kill(held, 'SIGSTOP')
  const png = logo(renderer, svg(square), 20, 'one')
  process.kill(held, 'SIGKILL')
  expect(pixelsOf(await png).width).toBe(20)
  await renderer.stop()
})

test('an image whose process ends twice is refused for now, and not blamed for it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'linnet-drawing-'))
  const starts = join(directory, 'starts')
  const program = join(directory, 'ending.ts')
  writeFileSync(
    program,
    `require('node:fs').appendFileSync(${JSON.stringify(starts)}, '.')
     process.on('message', () => process.exit(1))
     process.send({ kind: 'ready' })`,
  )
  const renderer = createRenderer({ file: Bun.pathToFileURL(program), log })
  expect(await plainSvg(renderer, svg(square)).catch((error) => error)).toMatchObject({
    code: 'unavailable',
  })
  expect(readFileSync(starts, 'utf8')).toBe('..')
  await renderer.stop()
  rmSync(directory, { recursive: true })
})

test('a stopped renderer refuses waiting and new requests', async () => {
  const renderer = createRenderer({ file, log })
  const waiting = renderer.png(svg(square), 20, 'one').catch(({ code }) => code)
  await renderer.stop()
  expect(await waiting).toBe('unavailable')
  expect(renderer.png(svg(square), 20, 'one')).rejects.toThrow('Try again')
})

/** The start of a PNG that claims this width and height, in base64. */
function claiming(side: number): string {
  const png = Buffer.from(plainPng(8, [0, 0, 0]))
  png.writeUInt32BE(side, 16)
  png.writeUInt32BE(side, 20)
  png.writeUInt32BE(Bun.hash.crc32(png.subarray(12, 29)), 29)
  return png.toString('base64')
}

/** A bitmap of these dimensions, three bytes per pixel. */
function bmpOf(width: number, height: number, pixels: Buffer): Buffer {
  const file = Buffer.alloc(54 + width * 3 * height)
  file.write('BM')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  pixels.copy(file, 54)
  return file
}
