// The dashboard's bundle on a disk that people and machines tidy up, with several servers, and across versions.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createBundles } from '../packages/server/src/features/dashboard/bundles.ts'

const program = resolve(import.meta.dir, '../packages/dashboard/bundle.ts')
const log = { info: () => {}, warn: () => {}, error: () => {} }

let cache: string
beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'linnet-bundles-'))
})
afterAll(() => rm(cache, { recursive: true }))

const bundles = (caches: string[], bundler = program) => createBundles({ log, program: bundler, caches })

async function missing(bundle: Awaited<ReturnType<ReturnType<typeof bundles>>>): Promise<string[]> {
  const paths = [...bundle.files.values()].flatMap(({ content, brotli }) => [
    ...('path' in content ? [content.path] : []),
    ...(brotli ? [brotli] : []),
  ])
  const isThere = await Promise.all(paths.map((path) => Bun.file(path).exists()))
  return paths.filter((_, index) => !isThere[index])
}

test('a bundle of which something is gone is made anew, also by two servers at once that share the folder', async () => {
  const whole = await bundles([cache])()
  expect(whole.files.size).toBeGreaterThan(10)
  const [name] = await readdir(cache)
  await rm(join(cache, `${name}`, 'manifest.json'))
  await rm(join(cache, `${name}`, whole.script))
  for (const again of await Promise.all([bundles([cache])(), bundles([cache])()])) {
    expect(again.script).toBe(whole.script)
    expect(await missing(again)).toEqual([])
  }
  expect(await readdir(cache)).toEqual([`${name}`])
})

test('who has an older version open still gets its parts, and what is no bundle harms nobody', async () => {
  const old = join(cache, 'older')
  await mkdir(old)
  await writeFile(join(old, 'chart-1234.js'), 'export {}')
  const manifest = { script: 'main-1.js', stylesheet: 'main-1.css', preloads: [], compressed: [] }
  const files = { 'chart-1234.js': 'text/javascript; charset=utf-8' }
  await writeFile(join(old, 'manifest.json'), JSON.stringify({ ...manifest, files }))
  await mkdir(join(cache, 'broken'))
  await writeFile(join(cache, 'broken', 'manifest.json'), '{"files":')
  const bundle = await bundles([cache])()
  expect(bundle.files.get('chart-1234.js')?.content).toEqual({ path: join(old, 'chart-1234.js') })
  expect(bundle.script).not.toBe('main-1.js')
  expect(bundle.files.has(bundle.script)).toBe(true)
})

test('is kept elsewhere where the installation cannot be written to, and a failure is said in words', async () => {
  const file = join(cache, 'a-file')
  await writeFile(file, '')
  const below = join(file, 'below')
  await expect(bundles([below])()).rejects.toThrow(`into none of ${below}`)
  const bundle = await bundles([below, cache])()
  expect(await missing(bundle)).toEqual([])
})

test('one that fails is not made again by everybody who asks', async () => {
  const counting = join(cache, 'counting.ts')
  const runs = join(cache, 'runs')
  await writeFile(
    counting,
    `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(runs)}, '.'); throw new Error('no room')`,
  )
  const bundle = bundles([cache], counting)
  for (let asked = 0; asked < 3; asked++) await expect(bundle()).rejects.toThrow('no room')
  expect(await Bun.file(runs).text()).toBe('.')
})
