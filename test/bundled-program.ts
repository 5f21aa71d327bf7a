// The program in one bundle, which starts in half the time of its sources: made once for a run of the tests, which start it
// hundreds of times.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dir, '..')
const sources = join(root, 'packages/server/src')
// Threads and the render process are asked for by the name of their file, so each is a file of the bundle too.
const entries = ['main.ts', 'drain.ts', 'deliver.ts', 'draw.ts', 'db/aside-thread.ts'].map((entry) =>
  join(sources, entry),
)

/** Bundles into `folder`; gives the program there, which is started as `bin/linnet` is. */
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
  if (!starter.includes(folder)) throw new Error('bin/linnet names main.ts in other words than expected')
  writeFileSync(program, starter)
  chmodSync(program, 0o755)
  return program
}

/** Lets the program find everything where its sources do, save for the parts that are bundled with it. */
const inPlace: Bun.BunPlugin = {
  name: 'in place',
  setup(build) {
    build.onLoad({ filter: /\/packages\/server\/src\/.*\.ts$/ }, async ({ path }) => {
      const contents = (await Bun.file(path).text())
        .replace(/new URL\('([^']+)', import\.meta\.url\)/g, (all, name: string) => {
          const isBundled = entries.includes(resolve(dirname(path), name))
          // In brackets, so that what follows leaves it alone.
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
