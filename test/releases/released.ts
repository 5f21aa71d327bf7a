// Runs a release from this folder, with this repository's libraries and those that test/referees installs for it.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dir, '../..')
const kept = join(root, 'test/referees/node_modules')

export interface Release {
  /** In the form that `serve` and `linnet` accept. */
  place: { program: string; cwd: string }
  remove(): void
}

export async function release(version: string): Promise<Release> {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-release-'))
  const packed = await Bun.file(join(import.meta.dir, `${version}.tar.zst`)).bytes()
  const tar = Bun.spawn(['tar', '-xf', '-', '-C', folder], { stdin: Bun.zstdDecompressSync(packed) })
  if ((await tar.exited) !== 0) throw new Error(`the archive of ${version} could not be unpacked`)
  linkLibraries('.', folder)
  linkLibraries('packages/server', folder)
  linkOwnPackages(folder)
  return {
    place: { program: join(folder, 'bin/linnet'), cwd: folder },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** This repository's libraries, and those that only the release still needs; but the release's own packages. */
function linkLibraries(at: string, folder: string): void {
  const to = join(folder, at, 'node_modules')
  for (const from of [join(root, at, 'node_modules'), ...(at === '.' ? [kept] : [])])
    for (const name of packagesIn(from)) {
      if (name.startsWith('@linnet/') || existsSync(join(to, name))) continue
      mkdirSync(dirname(join(to, name)), { recursive: true })
      symlinkSync(join(from, name), join(to, name))
    }
}

const packagesIn = (folder: string) =>
  (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : name,
  )

function linkOwnPackages(folder: string): void {
  const to = join(folder, 'node_modules/@linnet')
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(to, name))
}
