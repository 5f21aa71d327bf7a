// Bundles the program, so that it starts faster (decision 0058): after `npm ci`, and with `npm run bundle`. bin/linnet runs the
// bundle as long as it is current; otherwise it runs the sources, and has this file bundle them meanwhile for the next start.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, symlink, utimes } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { languages, languageTags } from '@linnet/languages'
import { allShapes } from './src/cli/all-shapes.ts'
import { lockFile } from './src/platform/files/file-lock.ts'

const root = resolve(import.meta.dir, '../..')
const sources = join(import.meta.dir, 'src')

/** Threads are started by file name, so each is an entry of its own. */
export const threads = [
  'workers/click-worker.ts',
  'workers/delivery-worker.ts',
  'db/sqlite/query-worker-thread.ts',
].map((entry) => join(sources, entry))
const entries = [join(sources, 'main.ts'), join(sources, 'workers/render-worker.ts'), ...threads]

// Whoever can write here can also replace the libraries and Bun itself, so a bundle is as trustworthy as they are.
const bundles = join(root, 'node_modules/.linnet')
const newest = join(bundles, 'current')
const lock = join(bundles, 'lock')
const keptBundles = 3
const waitMilliseconds = 100
const longestWaitMilliseconds = 60_000
// The start of this process, which then loads the list of languages and the shapes of commands from the sources. Clocks of file
// systems are coarse, so a change just before it counts as one after it.
const began = new Date(performance.timeOrigin - 100)

/** Bundles into `folder`, which is made, and lists there what the bundle depends on. */
async function bundle(folder: string): Promise<void> {
  const { outputs, metafile } = await Bun.build({
    entrypoints: entries,
    outdir: folder,
    naming: { entry: '[name].[ext]' },
    target: 'bun',
    // Bun keeps bytecode beside a bundle only for CommonJS, and finds it only there.
    format: 'cjs',
    minify: { whitespace: true, syntax: true },
    bytecode: true,
    sourcemap: 'linked',
    metafile: true,
    plugins: [commands, everyLanguage, inPlace, notBundled],
    throw: true,
  })
  for (const { path } of outputs.filter(({ kind }) => kind === 'sourcemap')) await withoutSources(path)
  const inputs = [...Object.keys(metafile?.inputs ?? {}), ...loaded()]
  await Bun.write(join(folder, 'watched'), `${watched(inputs).join('\n')}\n`)
}

/** Removes the sources from a source map. Bun wants a text for each, but uses only names and lines in a stack trace. */
async function withoutSources(file: string): Promise<void> {
  const map = await Bun.file(file).json()
  map.sourcesContent = map.sources.map(() => '')
  await Bun.write(file, JSON.stringify(map))
}

/** The sources and libraries that this process has loaded: what the plugins evaluate is in the bundle, too. */
function loaded(): string[] {
  const folders = ['packages', 'node_modules'].map((name) => join(root, name) + sep)
  return Object.keys(require.cache).filter((path) => folders.some((folder) => path.startsWith(folder)))
}

/** The files that were bundled and all their folders, relative to the root: a folder can be replaced as a whole. */
function watched(inputs: string[]): string[] {
  const paths = new Set(['packages/server/bundle.ts', 'tsconfig.json', 'node_modules/.package-lock.json'])
  for (const input of inputs) {
    const path = relative(root, resolve(input))
    // A library that was linked from elsewhere.
    if (path.startsWith('..')) paths.add(path)
    // Not the root itself and node_modules: programs write to them, and the bundles are there.
    else for (let part = path; part !== '.' && part !== 'node_modules'; part = dirname(part)) paths.add(part)
    if (path.startsWith(`packages${sep}`)) paths.add(join(...path.split(sep).slice(0, 2), 'package.json'))
  }
  return [...paths]
}

/** Keeps paths pointing into the source tree, except to files that are bundled too. */
const inPlace: Bun.BunPlugin = {
  name: 'in place',
  setup(build) {
    build.onLoad({ filter: /[/\\]packages[/\\]server[/\\]src[/\\].*\.ts$/ }, async ({ path }) => {
      const contents = (await Bun.file(path).text())
        .replace(/new URL\('([^']+)', import\.meta\.url\)/g, (all, name: string) =>
          entries.includes(resolve(dirname(path), name))
            ? `new URL('./${basename(name, '.ts')}.js', Bun.pathToFileURL(Bun.main))`
            : all,
        )
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dir', JSON.stringify(dirname(path)))
      return { contents, loader: 'ts' }
    })
    build.onLoad({ filter: /\.(ttf|woff2|mmdb|wasm)$/ }, ({ path }) => ({
      contents: `export default ${JSON.stringify(path)}`,
      loader: 'js',
    }))
  },
}

/** Imports the languages statically: CommonJS can't wait for them while it loads a module. */
const everyLanguage: Bun.BunPlugin = {
  name: 'every language',
  setup(build) {
    const loaded = languageTags.filter((tag) => languages[tag].load)
    build.onLoad({ filter: /[/\\]languages[/\\]src[/\\]every-language\.ts$/ }, () => ({
      contents: [
        `import { addMessages, messagesFor } from './translations.ts'`,
        ...loaded.map((tag, index) => `import * as pages${index} from './${tag}/pages.ts'`),
        ...loaded.map((tag, index) => `addMessages('${tag}', pages${index})`),
        'export { messagesFor }',
      ].join('\n'),
      loader: 'ts',
    }))
  },
}

/** Bundles how commands are called as data, so that help and typos load no command. */
const commands: Bun.BunPlugin = {
  name: 'commands',
  setup(build) {
    build.onLoad({ filter: /[/\\]server[/\\]src[/\\]cli[/\\]all-shapes\.ts$/ }, () => ({
      contents: `export const allShapes = ${JSON.stringify(allShapes)}`,
      loader: 'js',
    }))
  },
}

/** Only servers with single sign-on load these libraries, and what is bundled takes memory even if it isn't run. */
const notBundled: Bun.BunPlugin = {
  name: 'not bundled',
  setup(build) {
    build.onResolve({ filter: /^(jose|openid-client)$/ }, ({ path }) => ({
      path: Bun.resolveSync(path, sources),
      external: true,
    }))
  },
}

/** Makes a bundle of the current sources, unless there is one. */
export async function makeCurrent(): Promise<string> {
  await mkdir(bundles, { recursive: true })
  const unlock = await lockBundles()
  try {
    const current = await currentBundle()
    if (current) return current
    const made = join(bundles, randomUUID())
    // bin/linnet sees by the time of the folder around it that bundling was tried, even if it fails.
    await mkdir(made)
    await bundle(made)
    await Bun.write(join(made, 'made'), `${root}\n`)
    await utimes(join(made, 'made'), began, began)
    for (const name of await readdir(made)) await sync(join(made, name))
    await sync(made)
    await symlink(basename(made), `${made}.link`)
    await rename(`${made}.link`, newest)
    await prune()
    return made
  } finally {
    unlock()
  }
}

/** Waits while another process makes a bundle. */
async function lockBundles(): Promise<() => void> {
  for (let waited = 0; waited < longestWaitMilliseconds; waited += waitMilliseconds) {
    const unlock = lockFile(lock)
    if (unlock) return unlock
    await Bun.sleep(waitMilliseconds)
  }
  throw new Error('another process has been bundling for a minute')
}

/** Writes a file or folder to the disk: after a power cut, an empty file would be run. */
async function sync(path: string): Promise<void> {
  const file = await open(path)
  await file.sync()
  await file.close()
}

/** The folder of the bundle, if it is current. */
async function currentBundle(): Promise<string | null> {
  const script = `. "$1/bin/current-bundle.sh" && current_bundle "$1"`
  const child = Bun.spawn(['sh', '-c', script, 'sh', root], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [found, status] = [await new Response(child.stdout).text(), await child.exited]
  return status === 0 ? found.trim() : null
}

/** Removes all but the newest bundles and those in use, and what was left behind when bundling was interrupted. */
async function prune(): Promise<void> {
  const running = await commandLines()
  const made: { name: string; at: number }[] = []
  for (const name of await readdir(bundles)) {
    if (name === basename(newest) || name === basename(lock)) continue
    const at = (await stat(join(bundles, name, 'made')).catch(() => null))?.mtimeMs ?? 0
    made.push({ name, at })
  }
  made.sort((one, other) => other.at - one.at)
  // A server starts threads from its own bundle, however long it has been running.
  for (const [index, { name, at }] of made.entries())
    if ((index >= keptBundles || at === 0) && !running.includes(`/${name}/`))
      await rm(join(bundles, name), { recursive: true, force: true })
}

/** How all processes were started, those of other users included; nothing on systems without Linux's /proc. */
async function commandLines(): Promise<string> {
  const names = await readdir('/proc').catch(() => [])
  const reads = names
    .filter((name) => /^\d+$/.test(name))
    // A process may just have ended.
    .map((name) => readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''))
  return (await Promise.all(reads)).join('\n')
}

if (import.meta.main) {
  process.umask(0o022)
  await makeCurrent()
  // For example, if the clock of the file system is ahead.
  if (!(await currentBundle())) {
    console.error('Linnet will run from source: a file counts as changed since the program was bundled.')
    process.exitCode = 1
  }
}
