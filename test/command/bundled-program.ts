// Bundles the program, once per test run. Tests start it hundreds of times, and the bundle starts twice as fast as the
// sources.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dir, '../..')
const sources = join(root, 'packages/server/src')
// Threads and the render process are started by file name, so each is an entry of its own.
const entries = [
  'main.ts',
  'workers/click-worker.ts',
  'workers/delivery-worker.ts',
  'workers/render-worker.ts',
  'db/sqlite/query-worker-thread.ts',
].map((entry) => join(sources, entry))

/** Bundles into `folder`, and returns the path of a program there that is used like `bin/linnet`. */
export async function bundleProgram(folder: string): Promise<string> {
  await Bun.build({
    entrypoints: entries,
    outdir: folder,
    naming: { entry: '[name].[ext]' },
    target: 'bun',
    format: 'esm',
    splitting: true,
    plugins: [inPlace],
    throw: true,
  })
  const program = join(folder, 'linnet')
  const starter = readFileSync(join(root, 'bin/linnet'), 'utf8')
    .replace(/^root=.*$/m, () => `root='${root}'`)
    .replace('"$root/packages/server/src/main.ts"', () => `'${join(folder, 'main.js')}'`)
  if (!starter.includes(folder)) throw new Error('bin/linnet does not start main.ts in the expected way')
  writeFileSync(program, starter)
  chmodSync(program, 0o755)
  return program
}

/** Keeps paths pointing into the source tree, except to files that are bundled too. */
const inPlace: Bun.BunPlugin = {
  name: 'in place',
  setup(build) {
    build.onLoad({ filter: /\/packages\/server\/src\/.*\.ts$/ }, async ({ path }) => {
      const contents = (await Bun.file(path).text())
        .replace(/new URL\('([^']+)', import\.meta\.url\)/g, (all, name: string) => {
          const isBundled = entries.includes(resolve(dirname(path), name))
          // In brackets, so that the next replacement leaves it alone.
          return isBundled ? `new URL('./${basename(name, '.ts')}.js', import.meta['url'])` : all
        })
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

if (import.meta.main && process.argv[2]) console.log(await bundleProgram(resolve(process.argv[2])))
