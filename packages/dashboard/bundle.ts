// Bundles the web app into a folder: a separate program, run once per version, because bundling takes more memory and time
// than serving.
import { createHash } from 'node:crypto'
import { basename, extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { type Client, createClient } from '@linnet/contract/client'
import { outlines } from '@linnet/contract/outlines'
import { toolOutlines } from '@linnet/contract/tool-outlines'
import type { BunPlugin } from 'bun'
import tailwind from 'bun-plugin-tailwind'
import { type BundleManifest, keepBundle } from './bundle-folders.ts'
import { filterOf, listParameters } from './src/features/links/search-params.ts'

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}

/** Bundles outlines of the operations instead of the registry with all its schemas and descriptions. */
const operationOutlines: BunPlugin = {
  name: 'outlines',
  setup(build) {
    for (const [file, name, value] of [
      [/[/\\]contract[/\\]src[/\\]outlines\.ts$/, 'outlines', outlines],
      [/[/\\]contract[/\\]src[/\\]tool-outlines\.ts$/, 'toolOutlines', toolOutlines],
    ] as const)
      build.onLoad({ filter: file }, () => ({
        contents: `export const ${name} = ${JSON.stringify(value)}`,
        loader: 'js',
      }))
  },
}

/** Bundles Preact, whose compatibility layer has React's interface, in place of React (decision 0059). */
const preactForReact: BunPlugin = {
  name: 'preact',
  setup(build) {
    const modules: Record<string, string> = {
      react: 'preact/compat',
      'react-dom': 'preact/compat',
      'react-dom/client': 'preact/compat/client',
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react/jsx-dev-runtime': 'preact/jsx-runtime',
    }
    build.onResolve({ filter: /^react(-dom)?(\/|$)/ }, ({ path }) => {
      const module = modules[path]
      if (!module) throw new Error(`nothing in Preact stands for ${path}`)
      return { path: Bun.resolveSync(module, import.meta.dir) }
    })
  },
}

const brotli = promisify(brotliCompress)
const addressOfFiles = '/dashboard/files/'

/** Writes the bundle into `partial`. */
async function bundle(partial: string): Promise<void> {
  const result = await Bun.build({
    entrypoints: [resolve(import.meta.dir, 'src/shell/main.tsx')],
    outdir: partial,
    target: 'browser',
    minify: true,
    splitting: true,
    publicPath: addressOfFiles,
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [operationOutlines, preactForReact, tailwind],
    throw: true,
    metafile: true,
  })
  const names = result.outputs.map(({ path }) => basename(path))
  // The bundler writes an empty file for a chunk without code, which would look like an incomplete bundle.
  for (const { path, size } of result.outputs) if (size === 0) await Bun.write(path, '\n')
  const entry = result.outputs.find(({ kind }) => kind === 'entry-point')
  const script = basename(entry?.path ?? '')
  const stylesheet = names.find((name) => name.endsWith('.css')) ?? ''
  const preloads = await staticImports(partial, script)
  const links = names.find((name) => name.startsWith('links-page')) ?? script
  const forLinks = [links, ...(await staticImports(partial, links))].filter(
    (name) => name !== script && !preloads.includes(name),
  )
  const languages = await languageChunks(partial, result)
  const compressed = [
    ...new Set([script, stylesheet, ...preloads, ...forLinks, ...Object.values(languages).flat()]),
  ]
  await Promise.all(compressed.map((name) => compress(join(partial, name))))
  const manifest: BundleManifest = {
    script,
    stylesheet,
    preloads,
    languages,
    linksPage: {
      preloads: forLinks,
      questions: [await requestedAddress(({ links }) => links.list(listParameters(filterOf({}), 0)))],
    },
    questions: [await requestedAddress(({ me }) => me.get())],
    compressed,
    files: Object.fromEntries(
      names.map((name) => [name, mediaTypes[extname(name)] ?? 'application/octet-stream']),
    ),
  }
  await Bun.write(join(partial, 'manifest.json'), JSON.stringify(manifest))
}

/** The chunks with the messages of languages other than English, by the language's tag. */
async function languageChunks(
  folder: string,
  { metafile }: Bun.BuildOutput,
): Promise<Record<string, string[]>> {
  const chunks: Record<string, string[]> = {}
  for (const [path, { entryPoint }] of Object.entries(metafile?.outputs ?? {})) {
    const tag = /[/\\]languages[/\\]src[/\\]([\w-]+)[/\\]dashboard\.ts$/.exec(entryPoint ?? '')?.[1]
    if (tag) chunks[tag] = [basename(path), ...(await staticImports(folder, basename(path)))]
  }
  return chunks
}

/** Ten per cent smaller than compression per request, which would also delay the first visitor by a second. */
async function compress(file: string): Promise<void> {
  const content = await Bun.file(file).bytes()
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await Bun.write(`${file}.br`, await brotli(content, { params }))
}

/** The entry's static imports, direct and indirect, which a browser would otherwise discover one after another. */
async function staticImports(folder: string, entry: string): Promise<string[]> {
  const found = new Set<string>()
  const transpiler = new Bun.Transpiler({ loader: 'js' })
  async function follow(name: string): Promise<void> {
    const { imports } = transpiler.scan(await Bun.file(join(folder, name)).text())
    for (const { path, kind } of imports) {
      const chunk = basename(path)
      if (kind !== 'import-statement' || found.has(chunk) || chunk === entry) continue
      found.add(chunk)
      await follow(chunk)
    }
  }
  await follow(entry)
  return [...found]
}

/** The URL that an operation requests, so that a browser can request it before the script has loaded. */
async function requestedAddress(ask: (client: Client) => Promise<unknown>): Promise<string> {
  let requested = ''
  const client = createClient({
    baseUrl: '/v2',
    dashboardUrl: '/api',
    async fetch(url) {
      requested = url
      return Response.json({})
    },
  })
  await ask(client)
  return requested
}

/** A fingerprint of everything that a bundle is built from. */
async function fingerprint(): Promise<string> {
  const packages = resolve(import.meta.dir, '..')
  const hash = createHash('sha256').update(Bun.version)
  const sources = [
    ...new Bun.Glob('{dashboard,contract,languages,pages}/src/**/*').scanSync({ cwd: packages }),
  ]
  for (const file of [
    'dashboard/bundle.ts',
    'dashboard/bundle-folders.ts',
    'dashboard/package.json',
    '../package-lock.json',
    ...sources.filter((file) => !file.includes('.test.')).sort(),
  ])
    hash.update(`\0${file}\0`).update(await Bun.file(join(packages, file)).bytes())
  return hash.digest('hex').slice(0, 16)
}

/** Bundles the app into a folder in `cache`, unless it is there already; returns the folder's name. */
export async function bundleInto(cache: string): Promise<string> {
  return await keepBundle(cache, await fingerprint(), bundle)
}

const cache = process.argv[2]
if (import.meta.main && cache) console.log(await bundleInto(resolve(cache)))
