// Keeps the arrows of docs and design: who may import whom, told in a sentence when somebody does otherwise.
import { expect, test } from 'bun:test'
import { posix, resolve } from 'node:path'

const root = resolve(import.meta.dir, '../..')
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const files = [...new Bun.Glob('*/src/**/*.{ts,tsx}').scanSync({ cwd: root })].sort()
const sources = new Map<string, string>()
for (const file of files) sources.set(file, await Bun.file(resolve(root, file)).text())

interface Import {
  /** Relative to packages/, such as `server/src/features/links/slug.ts`. */
  from: string
  /** The same for a file of ours, `@linnet/contract` for a package of ours, or the name of a library. */
  to: string
  typesOnly: boolean
}

const importPattern = /^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|\bimport\s*\(?\s*'([^']+)'/gm

const imports = [...sources]
  .filter(([file]) => !isTest(file))
  .flatMap(([from, text]): Import[] =>
    [...text.matchAll(importPattern)].map(([, type, named, bare = '']) => {
      const to = named ?? bare
      const target = to.startsWith('.') ? posix.join(posix.dirname(from), to) : to
      return { from, to: target, typesOnly: type !== undefined }
    }),
  )

const packageOf = (file: string) => file.split('/', 1)[0] as string
/** Inside a package: `server/src/features/links/slug.ts` is `features/links/slug.ts`. */
const inside = (file: string) => file.replace(/^\w+\/src\//, '')
const isOurs = (to: string) => sources.has(to) || to.startsWith('@linnet/')
const featureOf = (file: string) => /^features\/(\w[\w-]*)\//.exec(file)?.[1]

/** The part of the server that a file is in: `surfaces`, `db`, a feature such as `features/links`, or a file at its root. */
function roomOf(file: string): string {
  // A package of ours, by whichever of its faces.
  if (file.startsWith('@')) return file.split('/', 2).join('/')
  const [room = '', feature] = inside(file).split('/')
  return room === 'features' ? `features/${feature}` : room.replace(/\.ts$/, '')
}

/** What each room of the server may import of ours; a feature has rules of its own. */
const allowed: Record<string, readonly string[]> = {
  main: [
    ...['command-runs', 'foundation', 'config', 'settings', 'serve', 'supervise', 'siblings'],
    ...['worker-protocol', 'surfaces', 'platform'],
  ],
  'command-runs': ['commands', 'foundation', 'config', 'db', 'surfaces', 'platform'],
  commands: ['foundation', 'config', 'db', 'features', 'surfaces', 'platform', '@linnet/contract'],
  app: [
    ...['foundation', 'config', 'upkeep', 'watching', 'rooms'],
    ...['db', 'features', 'surfaces', 'platform', '@linnet/contract'],
  ],
  figures: ['db', 'features', 'surfaces', 'platform'],
  rooms: ['watching', 'features', 'surfaces'],
  watching: ['figures', 'config', 'db', 'features', 'surfaces', 'platform'],
  'metrics-port': ['config', 'surfaces', 'platform'],
  upkeep: ['db', 'features', 'platform'],
  foundation: ['config', 'db', 'features', 'platform'],
  supervise: ['config', 'serve', 'metrics-port', 'platform', 'worker-protocol'],
  serve: ['app', 'foundation', 'config', 'metrics-port', 'platform'],
  drain: ['db', 'features', 'platform', 'stalled-jobs'],
  'stalled-jobs': ['db', 'features', 'platform'],
  deliver: ['db', 'features', 'platform'],
  siblings: ['worker-protocol'],
  'worker-protocol': ['platform'],
  draw: ['platform'],
  executable: ['draw', 'main', '@linnet/dashboard'],
  settings: [],
  'setting-values': ['platform', 'settings'],
  config: ['settings', 'setting-values', 'platform'],
  surfaces: ['platform', '@linnet/contract', '@linnet/pages'],
  features: ['platform', '@linnet/contract', '@linnet/pages'],
  platform: ['@linnet/contract'],
  db: ['platform'],
}

/** Why an import is not allowed, in a sentence; null where it is. */
function fault({ from, to, typesOnly }: Import): string | null {
  const owner = packageOf(from)
  if (to.startsWith('.') || (/^(\w+)\/src\//.test(to) && packageOf(to) !== owner))
    return `${from} imports ${to}, which is outside its package; import the package by its name`
  if (owner === 'server') return faultInServer(inside(from), isOurs(to) ? inside(to) : null, typesOnly)
  const libraries: Record<string, RegExp> = {
    contract: /^zod$/,
    pages: /^(hono(\/|$)|node:crypto$)/,
  }
  const ours: Record<string, readonly string[]> = {
    contract: [],
    pages: ['@linnet/contract'],
    dashboard: ['@linnet/contract', '@linnet/pages'],
  }
  // Imports of its own files: other sources, and data such as the shapes of its icons.
  if (to.startsWith(`${owner}/`)) return null
  const fits = to.startsWith('@linnet/')
    ? ours[owner]?.includes(to.split('/', 2).join('/'))
    : libraries[owner]?.test(to) !== false
  return fits ? null : `${from} imports ${to}; ${owner} may not`
}

function faultInServer(from: string, to: string | null, typesOnly: boolean): string | null {
  if (to === null) return null
  const [room, target] = [roomOf(from), roomOf(to)]
  if (room === target) return null
  const kind = room.split('/', 1)[0] as string
  const feature = featureOf(to)
  if (feature && (kind === 'features' || allowed[kind]?.includes('features')))
    return to === `features/${feature}/index.ts`
      ? null
      : `${from} imports ${to}; only features/${feature}/index.ts, its face, may be imported by others`
  if (kind === 'features' && target === 'db') {
    if (/^features\/[^/]+\/(\w+-)?store\.ts$/.test(from)) return null
    const isHandle = /^features\/[^/]+\/index\.ts$/.test(from) && to === 'db/database.ts' && typesOnly
    return isHandle ? null : `${from.replace('features/', '')} imports db; only store.ts may`
  }
  if (!(kind in allowed)) return `${from} is a room that the design does not know`
  return allowed[kind]?.includes(target) ? null : `${from} imports ${to}; ${kind} may not import ${target}`
}

test('every import follows the arrows of the design', () => {
  expect(imports.length).toBeGreaterThan(200)
  expect(imports.map(fault).filter((sentence) => sentence !== null)).toEqual([])
})

test('an arrow in the wrong direction is told in a sentence', () => {
  const arrow = (from: string, to: string, typesOnly = false) =>
    fault({ from: `server/src/${from}`, to: to.startsWith('@') ? to : `server/src/${to}`, typesOnly })
  expect(arrow('features/links/codes.ts', 'db/database.ts')).toBe(
    'links/codes.ts imports db; only store.ts may',
  )
  expect(arrow('features/links/index.ts', 'db/database.ts')).toBe(
    'links/index.ts imports db; only store.ts may',
  )
  expect(arrow('features/links/index.ts', 'db/database.ts', true)).toBeNull()
  expect(arrow('features/links/index.ts', 'features/clicks/store.ts')).toContain('its face')
  expect(arrow('surfaces/rest.ts', 'features/links/index.ts')).toContain(
    'surfaces may not import features/links',
  )
  expect(arrow('surfaces/rest.ts', 'db/database.ts', true)).toContain('surfaces may not import db')
  expect(arrow('platform/clock.ts', 'config.ts')).toContain('platform may not import config')
  expect(arrow('db/open.ts', '@linnet/contract')).toContain('db may not import @linnet/contract')
  expect(arrow('features/links/index.ts', 'app.ts')).toContain('features may not import app')
  expect(fault({ from: 'contract/src/links.ts', to: 'hono', typesOnly: false })).toContain('contract may not')
  expect(fault({ from: 'pages/src/index.ts', to: 'node:fs', typesOnly: false })).toContain('pages may not')
})

test('no feature imports itself by way of others', () => {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    // The server and the dashboard have features of the same names, which are not the same.
    const [feature, other] = [from, to].map((file) => {
      const name = featureOf(inside(file))
      return name && `${packageOf(file)}/${name}`
    })
    if (feature && other && feature !== other) next.set(feature, (next.get(feature) ?? new Set()).add(other))
  }
  const cycles: string[] = []
  function walk(path: string[]): void {
    for (const other of next.get(path.at(-1) ?? '') ?? []) {
      if (other === path[0]) cycles.push([...path, other].join(' → '))
      else if (!path.includes(other)) walk([...path, other])
    }
  }
  for (const feature of next.keys()) walk([feature])
  expect(next.size).toBeGreaterThan(2)
  expect(cycles).toEqual([])
})

test("the drain's thread, which has a copy of all that it loads, loads neither schemas nor HTTP: 3 to 8 MB each", () => {
  const loaded = new Set(['server/src/drain.ts'])
  // Only when a job has blocked the main thread.
  const whenNeeded = 'server/src/stalled-jobs.ts'
  for (const file of loaded)
    for (const { from, to, typesOnly } of imports)
      if (from === file && !typesOnly && to !== whenNeeded) loaded.add(to)
  expect(loaded.size).toBeGreaterThan(40)
  const heavy = ['@linnet/contract', 'zod', 'node:http', 'node:https']
  expect(heavy.filter((module) => loaded.has(module))).toEqual([])
})

test('only the render process decodes images: server processes load no code that does', () => {
  const loadedBy = (file: string) => {
    const loaded = new Set([file])
    for (const file of loaded)
      for (const { from, to, typesOnly } of imports) if (from === file && !typesOnly) loaded.add(to)
    return [...loaded].filter((file) => /\bBun\.Image\b|resvg/.test(sources.get(file) ?? file))
  }
  expect(loadedBy('server/src/app.ts')).toEqual([])
  expect(loadedBy('server/src/draw.ts')).not.toEqual([])
})

test('config.ts is the only reader of the environment, besides what gives the executable the heap of bin/linnet', () => {
  const readers = [...sources].filter(([file, text]) => !isTest(file) && /\b(process|Bun)\.env\b/.test(text))
  expect(readers.map(([file]) => file)).toEqual(['server/src/config.ts', 'server/src/executable.ts'])
})

test('platform/outgoing is the only way out of the server', () => {
  const way = /(?<![.\w])fetch\(|from 'node:https?'/
  const ways = [...sources].filter(
    ([file, text]) => file.startsWith('server/') && !isTest(file) && way.test(text),
  )
  expect(ways.map(([file]) => file).filter((file) => !file.includes('/platform/outgoing/'))).toEqual([])
})

test('only platform/passwords.ts hashes and verifies passwords', () => {
  const hashing = [...sources].filter(
    ([file, text]) => file.startsWith('server/') && !isTest(file) && /\bBun\.password\b|argon2/.test(text),
  )
  expect(hashing.map(([file]) => file)).toEqual(['server/src/platform/passwords.ts'])
})

test('no file or folder is a drawer for leftovers', () => {
  const drawer = /^(utils?|helpers?|common|misc|types?|shared)(\.tsx?|\.test\.tsx?)?$/i
  expect(files.filter((file) => file.split('/').some((part) => drawer.test(part)))).toEqual([])
})

test('every source file says in its first line what it is for', () => {
  const silent = [...sources].filter(([, text]) => !/^(#!.*\n)?\/\/ \S.*\S/.test(text))
  expect(silent.map(([file]) => file)).toEqual([])
})
