// The dashboard's bundle on disk: with missing files, with several servers, and across versions.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundles, expectRebuilt, missing } from './kept-bundles.ts'

// Bundling the whole dashboard takes seconds; dashboard-bundling.long.test.ts does it three times.
const program = join(import.meta.dir, 'small-bundle.ts')

let cache: string
beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'linnet-bundles-'))
})
afterAll(() => rm(cache, { recursive: true }))

test('a damaged bundle is rebuilt, also by two servers at once that share the folder', () =>
  expectRebuilt(cache, program))

test('clients with an older version still get its chunks, and other files in the folder do no harm', async () => {
  const old = join(cache, 'older')
  await mkdir(old)
  await writeFile(join(old, 'chart-1234.js'), 'export {}')
  const manifest = { script: 'main-1.js', stylesheet: 'main-1.css', preloads: [], compressed: [] }
  const files = { 'chart-1234.js': 'text/javascript; charset=utf-8' }
  await writeFile(join(old, 'manifest.json'), JSON.stringify({ ...manifest, files }))
  await mkdir(join(cache, 'broken'))
  await writeFile(join(cache, 'broken', 'manifest.json'), '{"files":')
  const bundle = await bundles([cache], program)()
  expect(bundle.files.get('chart-1234.js')?.content).toEqual({ path: join(old, 'chart-1234.js') })
  expect(bundle.script).not.toBe('main-1.js')
  expect(bundle.files.has(bundle.script)).toBe(true)
})

test('is stored elsewhere if the installation is read-only, and a failure is reported in plain words', async () => {
  const file = join(cache, 'a-file')
  await writeFile(file, '')
  const below = join(file, 'below')
  await expect(bundles([below], program)()).rejects.toThrow(`into none of ${below}`)
  const bundle = await bundles([below, cache], program)()
  expect(await missing(bundle)).toEqual([])
})

test('a failed build is not repeated for every request', async () => {
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
