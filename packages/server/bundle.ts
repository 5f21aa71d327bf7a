// Bundles the program, so that it starts faster (decision 0058). bin/linnet runs the bundle as long as it is current; otherwise
// it runs the sources, and has this file bundle them meanwhile for the next start.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, symlink, utimes } from 'node:fs/promises'
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
// A server that still runs starts its threads from its own, older bundle.
const keptBundles = 3
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
    plugins: [commands, everyLanguage, inPlace],
    throw: true,
  })
  for (const { path } of outputs.filter(({ kind }) => kind === 'sourcemap')) await withoutSources(path)
  await Bun.write(join(folder, 'watched'), `${watched(Object.keys(metafile?.inputs ?? {})).join('\n')}\n`)
}

/** Removes the sources from a source map. Bun wants a text for each, but uses only names and lines in a stack trace. */
async function withoutSources(file: string): Promise<void> {
  const map = await Bun.file(file).json()
  map.sourcesContent = map.sources.map(() => '')
  await Bun.write(file, JSON.stringify(map))
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

/** Makes a bundle of the current sources, unless there is one; null if another process is making it. */
export async function makeCurrent(): Promise<string | null> {
  await mkdir(bundles, { recursive: true })
  const unlock = lockFile(lock)
  if (!unlock) return null
  try {
    const made = join(bundles, randomUUID())
    const current = await currentBundle()
    if (current) return current
    await bundle(made)
    await Bun.write(join(made, 'made'), `${root}\n`)
    await utimes(join(made, 'made'), began, began)
    await symlink(basename(made), `${made}.link`)
    await rename(`${made}.link`, newest)
    await prune()
    return made
  } finally {
    unlock()
  }
}

/** The folder of the bundle, if it is current. */
async function currentBundle(): Promise<string | null> {
  const script = `. "$1/bin/current-bundle.sh" && current_bundle "$1"`
  const child = Bun.spawn(['sh', '-c', script, 'sh', root], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [found, status] = [await new Response(child.stdout).text(), await child.exited]
  return status === 0 ? found.trim() : null
}

/** Removes all but the newest bundles, and what was left behind when bundling was interrupted. */
async function prune(): Promise<void> {
  const made: { folder: string; at: number }[] = []
  for (const name of await readdir(bundles)) {
    const folder = join(bundles, name)
    if (name === basename(newest) || name === basename(lock)) continue
    const at = (await stat(join(folder, 'made')).catch(() => null))?.mtimeMs ?? 0
    made.push({ folder, at })
  }
  made.sort((one, other) => other.at - one.at)
  for (const [index, { folder, at }] of made.entries())
    if (index >= keptBundles || at === 0) await rm(folder, { recursive: true, force: true })
}

if (import.meta.main) {
  process.umask(0o022)
  await makeCurrent()
}
