// bin/linnet in a checkout of its own: it runs the bundle of the program only while the bundle is current.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { lockFile } from '../../packages/server/src/platform/files/file-lock.ts'
import { linnet, root } from '../machine/program.ts'
import { until } from '../timeouts.ts'

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'linnet-checkout-'))
const checkout = join(folder, 'linnet')
const inCheckout = (path: string) => join(checkout, path)
const bundles = inCheckout('node_modules/.linnet')
const current = join(bundles, 'current')
const agentTools = inCheckout('packages/server/src/mcp')
const olderTools = join(folder, 'older')

beforeAll(async () => {
  for (const name of ['bin', 'package.json', 'tsconfig.json', 'node_modules/.package-lock.json'])
    cpSync(join(root, name), inCheckout(name), { recursive: true })
  for (const name of ['contract', 'languages', 'pages', 'server'])
    cpSync(join(root, 'packages', name), inCheckout(`packages/${name}`), { recursive: true })
  for (const name of librariesIn(join(root, 'node_modules'))) {
    const link = inCheckout(`node_modules/${name}`)
    mkdirSync(dirname(link), { recursive: true })
    const own = name.startsWith('@linnet/')
    symlinkSync(own ? `../../packages/${name.slice(8)}` : join(root, 'node_modules', name), link)
  }
  // A library that was linked from elsewhere.
  const linked = join(folder, 'linked libraries')
  cpSync(join(root, 'node_modules/ulid'), linked, { recursive: true })
  rmSync(inCheckout('node_modules/ulid'))
  symlinkSync(linked, inCheckout('node_modules/ulid'))
  cpSync(agentTools, olderTools, { recursive: true })
  expect(await isBundled()).toBe(false)
  await until('there is a bundle', isWhole)
  mark()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const librariesIn = (modules: string) =>
  readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : name,
    )

/** Whether a start runs the bundle, whose text `mark` has changed. Either way, the start must work. */
async function isBundled(place = checkout): Promise<boolean> {
  const { status, out, error } = await linnet(['--help'], {}, { program: join(place, 'bin/linnet') })
  expect([status, error]).toEqual([0, ''])
  expect(out).toContain('linnet key create')
  return out.startsWith('Bundle:')
}

function mark(): void {
  const main = join(current, 'main.js')
  rmSync(`${main}.jsc`)
  writeFileSync(main, readFileSync(main, 'utf8').replace('Linnet: self-hosted', 'Bundle: self-hosted'))
}

/** Whether there is a bundle, and nobody is making one. */
function isWhole(): boolean {
  if (!existsSync(current)) return false
  const unlock = lockFile(join(bundles, 'lock'))
  unlock?.()
  return unlock !== null
}

const source = inCheckout('packages/server/src/mcp/burst.ts')
const [moved, put] = [join(folder, 'moved'), join(folder, 'put')]

/** Each change, and how it is undone. */
const changes: [string, () => void, () => void][] = [
  ['a source is edited', () => appendFileSync(source, '\n'), () => {}],
  [
    'the list of commands is edited',
    () => appendFileSync(inCheckout('packages/server/src/command-shapes.ts'), '\n'),
    () => {},
  ],
  [
    'a source is changed but keeps its modification time',
    () => {
      const { atime, mtime } = statSync(source)
      appendFileSync(source, '\n')
      utimesSync(source, atime, mtime)
    },
    () => {},
  ],
  ['a source is removed', () => renameSync(source, put), () => renameSync(put, source)],
  [
    'a folder is replaced by an older one',
    () => {
      renameSync(agentTools, put)
      renameSync(olderTools, agentTools)
    },
    () => {
      renameSync(agentTools, olderTools)
      renameSync(put, agentTools)
    },
  ],
  [
    'a library is installed',
    () => appendFileSync(inCheckout('node_modules/.package-lock.json'), '\n'),
    () => {},
  ],
  [
    'the bundle is empty after a power cut',
    () => {
      cpSync(join(current, 'main.js'), put)
      writeFileSync(join(current, 'main.js'), '')
    },
    () => renameSync(put, join(current, 'main.js')),
  ],
]

/** Makes the bundle current again. */
async function withCurrentBundle(): Promise<void> {
  // A date has no fractions of a millisecond, so by file times the last change could be later than now.
  const soon = new Date(Date.now() + 10)
  utimesSync(join(current, 'made'), soon, soon)
  // The clock of a file system may be some milliseconds behind.
  await Bun.sleep(50)
  expect(await isBundled()).toBe(true)
}

for (const [what, change, undo] of changes)
  test(`when ${what}, the sources run and not the bundle`, async () => {
    await withCurrentBundle()
    change()
    try {
      expect(await isBundled()).toBe(false)
    } finally {
      undo()
    }
  })

test('when the checkout is moved, the sources run there', async () => {
  await withCurrentBundle()
  renameSync(checkout, moved)
  try {
    expect(await isBundled(moved)).toBe(false)
  } finally {
    renameSync(moved, checkout)
  }
})

test('a stack trace names the source and its line', async () => {
  const preload = join(folder, 'trace.ts')
  // The program calls `process.umask` in its last lines.
  writeFileSync(preload, 'process.umask = () => process.exit(console.log(new Error("here").stack))')
  const { stdout } = Bun.spawn([process.execPath, '--preload', preload, join(current, 'main.js')])
  const source = readFileSync(join(root, 'packages/server/src/main.ts'), 'utf8')
  const line = source.slice(0, source.indexOf('process.umask')).split('\n').length
  expect(await new Response(stdout).text()).toContain(`packages/server/src/main.ts:${line}:`)
})

test('a command that ends before it is finished fails', async () => {
  const preload = join(folder, 'endless.ts')
  writeFileSync(preload, 'Promise.prototype.then = () => new Promise(() => {})')
  const command = [process.execPath, '--preload', preload, join(current, 'main.js'), '--help']
  const child = Bun.spawn(command, { stdout: 'ignore' })
  expect(await child.exited).toBe(1)
})

/** Lets the next start bundle again. */
function longAgo(): void {
  const then = new Date(Date.now() - 11 * 60_000)
  utimesSync(bundles, then, then)
}

test('bundling is not tried again within ten minutes, and inherits no files', async () => {
  const bundler = inCheckout('packages/server/bundle.ts')
  const tried = join(folder, 'tried')
  cpSync(bundler, put)
  const ownFile = `(() => { try { return fstatSync(9).ino === statSync(import.meta.path).ino } catch { return false } })()`
  writeFileSync(
    bundler,
    `import { appendFileSync, fstatSync, statSync } from 'node:fs'
     appendFileSync(${JSON.stringify(tried)}, ${ownFile} + ' ')`,
  )
  const start = () =>
    Bun.spawn(['sh', '-c', 'exec "$0" --help 9<"$1"', inCheckout('bin/linnet'), bundler], {
      stdio: ['ignore', 'ignore', 'ignore'],
    }).exited
  expect(await start()).toBe(0)
  longAgo()
  expect(await start()).toBe(0)
  await until('bundling is tried', () => existsSync(tried) && readFileSync(tried, 'utf8') !== '')
  expect(readFileSync(tried, 'utf8')).toBe('false ')
  renameSync(put, bundler)
})

test('several starts at once all work, make one bundle, and keep the newest of the older ones and one in use', async () => {
  const old = realpathSync(current)
  for (const [name, age] of [
    ['old', 3],
    ['older', 4],
    ['in-use', 5],
  ] as const) {
    cpSync(old, join(bundles, name), { recursive: true })
    const at = new Date(Date.now() - age * 3_600_000)
    utimesSync(join(bundles, name, 'made'), at, at)
  }
  mkdirSync(join(bundles, 'interrupted'))
  const user = Bun.spawn(['sh', '-c', 'read line', join(bundles, 'in-use/main.js')], { stdin: 'pipe' })
  longAgo()
  appendFileSync(source, '\n')
  // A bundle made just after a change doesn't count as current.
  await Bun.sleep(500)
  expect(await Promise.all([1, 2, 3, 4].map(() => isBundled()))).toEqual([false, false, false, false])
  await until('there is a new bundle', () => isWhole() && realpathSync(current) !== old)
  const made = realpathSync(current)
  expect(readdirSync(bundles).sort()).toEqual(
    [...[made, old].map((path) => path.slice(bundles.length + 1)), 'current', 'in-use', 'lock', 'old'].sort(),
  )
  user.kill()
  mark()
  expect(await isBundled()).toBe(true)
})

test('if no bundle can be written, the sources run', async () => {
  rmSync(bundles, { recursive: true })
  writeFileSync(bundles, '')
  expect(await isBundled()).toBe(false)
  expect(await isBundled()).toBe(false)
  expect(statSync(bundles).isFile()).toBe(true)
})
