// Uploaded images in a real browser: each format looks as before, and an SVG opened by itself can do nothing.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chrome, inNewWindow } from '../test/browser/browser-window.ts'
import { type Instance, startInstance } from '../test/instance.ts'
import { animatedWebp, bmp, gif, jpeg, photograph, png, webp } from '../test/pictures/image-files.ts'
import { type Uploader, uploader } from '../test/pictures/images.ts'

let instance: Instance
let person: Uploader

beforeAll(async () => {
  instance = await startInstance('sqlite')
  person = await uploader(instance)
})

afterAll(async () => {
  await instance.stop()
  await instance.database.remove()
})

interface Seen {
  width: number
  height: number
  left: number[]
  right: number[]
}

/** How the browser renders the image at a path: its size, and two of its pixels. */
async function see(path: string): Promise<Seen> {
  return await inNewWindow(chrome, {}, async (page) => {
    await page.goto(`${instance.url}/healthz`)
    return await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      const canvas = document.createElement('canvas')
      const { naturalWidth: width, naturalHeight: height } = image
      Object.assign(canvas, { width, height })
      const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
      context.drawImage(image, 0, 0)
      const at = (x: number) => [...context.getImageData(x, height >> 1, 1, 1).data]
      return { width, height, left: at(width >> 3), right: at(width - 1 - (width >> 3)) }
    }, path)
  })
}

const halves = (x: number) => (x < 40 ? ([200, 30, 60, 255] as const) : ([20, 90, 220, 255] as const))
function near(pixel: number[], expected: readonly number[]): void {
  for (const [index, value] of pixel.entries())
    expect(Math.abs(value - (expected[index] ?? 0))).toBeLessThan(12)
}

const files: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
  PNG: () => png(80, 60, halves),
  JPEG: () => jpeg(80, 60, halves),
  WebP: () => webp(80, 60, halves),
  BMP: () => bmp(80, 60, halves),
  SVG: () =>
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="40" height="60" fill="#c81e3c"/><rect x="40" width="40" height="60" fill="#145adc"/></svg>',
    ),
  'an animated WebP': async () => animatedWebp(80, 60, [await webp(80, 60, halves), await webp(80, 60)]),
}
for (const [format, make] of Object.entries(files))
  test(`${format} looks as it did`, async () => {
    const { width, height, left, right } = await see((await person.upload(await make())).path)
    expect([width, height]).toEqual([80, 60])
    near(left, halves(0))
    near(right, halves(79))
  })

test('GIF looks as it did', async () => {
  const { left, right } = await see((await person.upload(gif(80, 60, [[200, 30, 60]]))).path)
  for (const pixel of [left, right]) near(pixel, [200, 30, 60, 255])
})

test('transparency is kept', async () => {
  const half = (x: number) => (x < 40 ? ([255, 0, 0, 255] as const) : ([0, 0, 255, 0] as const))
  const { left, right } = await see((await person.upload(png(80, 60, half))).path)
  near(left, [255, 0, 0, 255])
  expect(right[3]).toBe(0)
})

test('a photo is upright for every EXIF orientation', async () => {
  for (const orientation of [1, 3, 6, 8]) {
    const { width, height } = await see((await person.upload(await photograph(80, 60, orientation))).path)
    expect([width, height]).toEqual(orientation < 5 ? [80, 60] : [60, 80])
  }
})

test('an SVG opened by itself runs no script, sends no request and has no links', async () => {
  const asset = await person.upload(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60" onload="document.title='run'"><script>document.title='run'</script><a href="${instance.url}/nowhere"><rect width="80" height="60" fill="#c81e3c"/></a><image href="${instance.url}/spy.png" width="9" height="9"/></svg>`,
    ),
  )
  await inNewWindow(chrome, {}, async (page) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(instance.url + asset.path)
    await page.mouse.click(20, 20)
    expect(await page.locator('svg').count()).toBe(1)
    expect(page.url()).toBe(instance.url + asset.path)
    expect(await page.evaluate(() => document.querySelectorAll('script, a, [onload]').length)).toBe(0)
    expect(asked.filter((path) => path !== '/favicon.ico')).toEqual([asset.path])
  })
})
