// Checks the dependency rules of ARCHITECTURE.md: which part may import which. A violation is reported in a sentence.
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
  /** The same for a file of this repository, `@linnet/contract` for one of its packages, or the name of a library. */
  to: string
  typesOnly: boolean
}

const importPattern =
  /^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|(?<!')\bimport\s*\(?\s*'([^']+)'/gm

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
/** The ten groups of features, from top to bottom: a feature may use its own group and those below it. */
const groups = [
  ...['dashboard', 'portability', 'moderation', 'statistics', 'microsites'],
  ...['links', 'developer', 'identity', 'clicks', 'events'],
]
/** A group is one feature or a folder of several, each with its own `index.ts`. */
const isFeature = (folder: string) => sources.has(`server/src/${folder}/index.ts`)

/** The feature that a file of the server is in, such as `features/links/redirect`. */
function featureOf(file: string): string | undefined {
  const [features, group, feature] = file.split('/')
  if (features !== 'features') return undefined
  return isFeature(`features/${group}`) ? `features/${group}` : `features/${group}/${feature}`
}
const dashboardFeatureOf = (file: string) => /^features\/([\w-]+)\//.exec(inside(file))?.[1]
const groupOf = (feature: string) => groups.indexOf(feature.split('/')[1] ?? '')

/** The part of the server that a file is in: `http`, `db`, a feature such as `features/clicks`, or a file at its root. */
function partOf(file: string): string {
  // One of this repository's packages, through any of its entry points.
  if (file.startsWith('@')) return file.split('/', 2).join('/')
  return featureOf(inside(file)) ?? (inside(file).split('/', 1)[0] as string).replace(/\.ts$/, '')
}

/** What features may use of `http/`: the parts that build responses. */
const belowFeatures = new Set([
  'http/visitor-answers.ts',
  'http/static-files.ts',
  'http/incoming-request.ts',
  'http/route.ts',
])

/** Which files of this repository each part of the server may import; features have their own rules. */
const allowed: Record<string, readonly string[]> = {
  main: ['cli', 'core-services', 'config', 'serve', 'workers', 'platform'],
  cli: [
    ...['app', 'command-shapes', 'core-services', 'config', 'db', 'features', 'platform'],
    '@linnet/contract',
  ],
  serve: ['server-process', 'core-services', 'config', 'metrics-server', 'platform'],
  'server-process': [
    ...['app', 'core-services', 'module', 'monitoring', 'db', 'http', 'mcp', 'platform'],
    '@linnet/contract',
  ],
  app: ['core-services', 'module', 'features', 'http', 'workers', 'platform', '@linnet/contract'],
  'command-shapes': ['features', 'platform'],
  monitoring: ['core-services', 'module', 'db', 'http', 'platform'],
  module: ['http', 'platform', '@linnet/contract'],
  'core-services': ['config', 'db', 'workers', 'platform'],
  'metrics-server': ['config', 'http', 'platform'],
  workers: ['config', 'db', 'features', 'platform', 'serve', 'metrics-server'],
  executable: ['workers', 'main', '@linnet/dashboard'],
  config: ['platform'],
  http: ['platform', '@linnet/contract', '@linnet/languages', '@linnet/pages'],
  mcp: ['http', 'platform', '@linnet/contract'],
  features: ['module', 'platform', '@linnet/contract', '@linnet/languages', '@linnet/pages'],
  platform: ['@linnet/contract', '@linnet/languages'],
  db: ['platform'],
}

/** A sentence that says why an import is not allowed, or null if it is. */
function fault({ from, to, typesOnly }: Import): string | null {
  const owner = packageOf(from)
  if (to.startsWith('.') || (/^(\w+)\/src\//.test(to) && packageOf(to) !== owner))
    return `${from} imports ${to}, which is outside its package; import the package by its name`
  if (owner === 'server') return faultInServer(inside(from), isOurs(to) ? inside(to) : null, typesOnly)
  const libraries: Record<string, RegExp> = {
    languages: /^$/,
    contract: /^zod$/,
    pages: /^(hono(\/|$)|node:crypto$)/,
  }
  const ours: Record<string, readonly string[]> = {
    languages: [],
    contract: ['@linnet/languages'],
    pages: ['@linnet/contract', '@linnet/languages'],
    dashboard: ['@linnet/contract', '@linnet/languages', '@linnet/pages'],
  }
  // Imports of its own files: other sources, and data such as icon shapes.
  if (to.startsWith(`${owner}/`)) return null
  const fits = to.startsWith('@linnet/')
    ? ours[owner]?.includes(to.split('/', 2).join('/'))
    : libraries[owner]?.test(to) !== false
  return fits ? null : `${from} imports ${to}; ${owner} may not`
}

function faultInServer(from: string, to: string | null, typesOnly: boolean): string | null {
  if (to === null) return null
  const [part, target] = [partOf(from), partOf(to)]
  if (part === target) return null
  const kind = part.split('/', 1)[0] as string
  if (kind === 'features' && belowFeatures.has(to)) return null
  if (featureOf(to) && (kind === 'features' || allowed[kind]?.includes('features'))) {
    if (to !== `${target}/index.ts`)
      return `${from} imports ${to}; only ${target}/index.ts, its public API, may be imported by others`
    return kind === 'features' && groupOf(part) > groupOf(target)
      ? `${from} imports ${to}, whose group is above its own`
      : null
  }
  if (kind === 'features' && target === 'db') {
    if (/\/(\w+-)?store\.ts$/.test(from)) return null
    const isHandle = from === `${part}/index.ts` && to === 'db/database.ts' && typesOnly
    return isHandle ? null : `${from.replace('features/', '')} imports db; only store.ts may`
  }
  if (!(kind in allowed))
    return `${from} is in a part of the server that has no import rules; add them to "allowed"`
  return allowed[kind]?.includes(target) ? null : `${from} imports ${to}; ${kind} may not import ${target}`
}

test('every import follows the dependency rules', () => {
  expect(imports.length).toBeGreaterThan(200)
  expect(imports.map(fault).filter((sentence) => sentence !== null)).toEqual([])
})

test('an import that breaks a rule is reported in a sentence', () => {
  const arrow = (from: string, to: string, typesOnly = false) =>
    fault({ from: `server/src/${from}`, to: to.startsWith('@') ? to : `server/src/${to}`, typesOnly })
  expect(arrow('features/links/links/slugs.ts', 'db/database.ts')).toBe(
    'links/links/slugs.ts imports db; only store.ts may',
  )
  expect(arrow('features/links/links/index.ts', 'db/database.ts')).toBe(
    'links/links/index.ts imports db; only store.ts may',
  )
  expect(arrow('features/links/links/index.ts', 'db/database.ts', true)).toBeNull()
  expect(arrow('features/links/links/index.ts', 'features/clicks/store.ts')).toContain('its public API')
  expect(arrow('features/links/links/index.ts', 'features/clicks/index.ts')).toBeNull()
  expect(arrow('features/clicks/index.ts', 'features/links/links/index.ts')).toContain('above its own')
  expect(arrow('http/router.ts', 'features/links/links/index.ts')).toContain(
    'http may not import features/links/links',
  )
  expect(arrow('http/router.ts', 'db/database.ts', true)).toContain('http may not import db')
  expect(arrow('platform/time/clock.ts', 'config/config.ts')).toContain('platform may not import config')
  expect(arrow('db/open.ts', '@linnet/contract')).toContain('db may not import @linnet/contract')
  expect(arrow('features/links/links/index.ts', 'app.ts')).toContain('features may not import app')
  expect(fault({ from: 'contract/src/operations/links.ts', to: 'hono', typesOnly: false })).toContain(
    'contract may not',
  )
  expect(fault({ from: 'pages/src/index.ts', to: 'node:fs', typesOnly: false })).toContain('pages may not')
})

test('no file imports itself through others, types included', () => {
  const next = new Map<string, string[]>()
  for (const { from, to } of imports)
    if (sources.has(to) && from !== to) next.set(from, [...(next.get(from) ?? []), to])
  const finished = new Set<string>()
  const cycles: string[] = []
  function walk(file: string, path: string[]): void {
    const start = path.indexOf(file)
    if (start >= 0) return void cycles.push([...path.slice(start), file].join(' → '))
    if (finished.has(file)) return
    for (const other of next.get(file) ?? []) walk(other, [...path, file])
    finished.add(file)
  }
  for (const file of next.keys()) walk(file, [])
  expect(next.size).toBeGreaterThan(500)
  expect(cycles).toEqual([])
})

test('no feature imports itself through others', () => {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    // Some features of the server and the dashboard have the same name.
    const [feature, other] = [from, to].map((file) => {
      const name = packageOf(file) === 'server' ? featureOf(inside(file)) : dashboardFeatureOf(file)
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

test('no folder has more than twenty source files, except those that hold one kind of thing', () => {
  // The contract's operations, the dashboard's component kit, the components of microsites, and the migrations.
  const oneKind = [
    'contract/src/operations',
    'dashboard/src/components',
    'pages/src/components',
    'server/src/db/migrations',
  ]
  const counts = Map.groupBy(
    files.filter((file) => !isTest(file)),
    (file) => posix.dirname(file),
  )
  const large = [...counts].filter(([folder, inIt]) => inIt.length > 20 && !oneKind.includes(folder))
  expect(counts.size).toBeGreaterThan(50)
  expect(large.map(([folder]) => folder)).toEqual([])
})

test('the click worker loads neither schemas nor HTTP, which would each cost it 3 to 8 MB', () => {
  const loaded = new Set(['server/src/workers/click-worker.ts'])
  // Loaded only when a job has blocked the main thread.
  const whenNeeded = 'server/src/workers/stalled-jobs.ts'
  for (const file of loaded)
    for (const { from, to, typesOnly } of imports)
      if (from === file && !typesOnly && to !== whenNeeded) loaded.add(to)
  expect(loaded.size).toBeGreaterThan(40)
  const heavy = ['@linnet/contract', 'zod', 'node:http', 'node:https']
  expect(heavy.filter((module) => loaded.has(module))).toEqual([])
})

test('only the render process decodes images: server processes load no code for it', () => {
  const loadedBy = (file: string) => {
    const loaded = new Set([file])
    for (const file of loaded)
      for (const { from, to, typesOnly } of imports) if (from === file && !typesOnly) loaded.add(to)
    return [...loaded].filter((file) => /\bBun\.Image\b|resvg/.test(sources.get(file) ?? file))
  }
  expect(loadedBy('server/src/app.ts')).toEqual([])
  expect(loadedBy('server/src/workers/render-worker.ts')).not.toEqual([])
})

test('only config/config.ts reads the environment, except where the executable sets the heap size', () => {
  const readers = [...sources].filter(([file, text]) => !isTest(file) && /\b(process|Bun)\.env\b/.test(text))
  expect(readers.map(([file]) => file)).toEqual(['server/src/config/config.ts', 'server/src/executable.ts'])
})

test('only platform/net/outgoing sends requests from the server', () => {
  const way = /(?<![.\w])fetch\(|from 'node:https?'/
  const ways = [...sources].filter(
    ([file, text]) => file.startsWith('server/') && !isTest(file) && way.test(text),
  )
  expect(ways.map(([file]) => file).filter((file) => !file.includes('/platform/net/outgoing/'))).toEqual([])
})

test('only platform/security/passwords.ts hashes and verifies passwords', () => {
  const hashing = [...sources].filter(
    ([file, text]) => file.startsWith('server/') && !isTest(file) && /\bBun\.password\b|argon2/.test(text),
  )
  expect(hashing.map(([file]) => file)).toEqual(['server/src/platform/security/passwords.ts'])
})

test('no file or folder has a catch-all name such as utils', () => {
  const drawer = /^(utils?|helpers?|common|misc|types?|shared)(\.tsx?|\.test\.tsx?)?$/i
  expect(files.filter((file) => file.split('/').some((part) => drawer.test(part)))).toEqual([])
})

test('every source file says what it is for in its first line', () => {
  const silent = [...sources].filter(([, text]) => !/^(#!.*\n)?\/\/ \S.*\S/.test(text))
  expect(silent.map(([file]) => file)).toEqual([])
})
