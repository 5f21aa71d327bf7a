// Builds the single-file executables into dist/: `npm run executables`, or with the names of some of them.
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bundleInto } from '../dashboard/bundle.ts'
import { threads } from './bundle.ts'

/** The platforms that executables are built for, and npm's package of Bun for each. */
const targets = {
  'linux-x64': '@oven/bun-linux-x64',
  'linux-arm64': '@oven/bun-linux-aarch64',
} as const
type Target = keyof typeof targets

const root = resolve(import.meta.dir, '../..')

/** Builds one executable in `folder` and returns its path. `scratch` is for temporary files. */
async function build(target: Target, folder: string, scratch: string): Promise<string> {
  const file = join(folder, `linnet-${target}`)
  await bundleInto(join(scratch, 'dashboard'))
  await Bun.build({
    entrypoints: [join(import.meta.dir, 'src/executable.ts'), ...threads],
    naming: { entry: '[name].[ext]' },
    target: 'bun',
    format: 'esm',
    splitting: true,
    minify: { whitespace: true, syntax: true },
    bytecode: true,
    compile: {
      target: `bun-${target}`,
      outfile: file,
      executablePath: await bunFor(target, scratch),
      assets: [join(scratch, 'dashboard')],
      // Settings come only from the environment, never from files in the current folder.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
    throw: true,
  })
  return file
}

/** Bun for a platform: the installed one, or the one in npm's package, whose hash package-lock.json pins. */
async function bunFor(target: Target, scratch: string): Promise<string> {
  if (target === `${process.platform}-${process.arch}`) return process.execPath
  const name = targets[target]
  const lock = await Bun.file(join(root, 'package-lock.json')).json()
  const { version, integrity }: { version: string; integrity: string } = lock.packages[`node_modules/${name}`]
  const kept = join(root, 'node_modules/.cache/linnet', `bun-${version}-${target}`)
  if (await Bun.file(kept).exists()) return kept
  await run(scratch, ['npm', 'pack', '--silent', `${name}@${version}`])
  const archive = join(scratch, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  const sha512 = createHash('sha512').update(await Bun.file(archive).bytes())
  if (`sha512-${sha512.digest('base64')}` !== integrity)
    throw new Error(
      `${name}@${version} doesn't match its hash in package-lock.json; run it again, or check the registry`,
    )
  await run(scratch, ['tar', '-xzf', archive, 'package/bin/bun'])
  await mkdir(resolve(kept, '..'), { recursive: true })
  await rename(join(scratch, 'package/bin/bun'), `${kept}.partial`).catch(async () => {
    // On another disk, a rename isn't possible.
    await Bun.write(`${kept}.partial`, Bun.file(join(scratch, 'package/bin/bun')))
  })
  await rename(`${kept}.partial`, kept)
  return kept
}

async function run(folder: string, words: string[]): Promise<void> {
  const child = Bun.spawn(words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if ((await child.exited) !== 0) throw new Error(`${words.join(' ')} failed`)
}

/** Builds the executables with these names, or all, in `folder`. */
export async function buildExecutables(names: string[], folder: string): Promise<string[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'linnet-executables-'))
  try {
    const chosen = Object.keys(targets).filter((name) => names.length === 0 || names.includes(name))
    const files: string[] = []
    for (const name of chosen) files.push(await build(name as Target, folder, scratch))
    return files
  } finally {
    await rm(scratch, { recursive: true })
  }
}

if (import.meta.main) {
  for (const file of await buildExecutables(process.argv.slice(2), join(root, 'dist'))) {
    const megabytes = Math.round(Bun.file(file).size / 1e6)
    console.log(`${file}  ${megabytes} MB`)
  }
}
