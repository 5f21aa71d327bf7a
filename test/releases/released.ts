// Runs a release that is kept here, with the libraries of this repository.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dir, '../..')

export interface Release {
  /** As `serve` and `linnet` take it. */
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
  return {
    place: { program: join(folder, 'bin/linnet'), cwd: folder },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The libraries of here; but the packages of its own. */
function linkLibraries(at: string, folder: string): void {
  const [from, to] = [join(root, at, 'node_modules'), join(folder, at, 'node_modules')]
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) if (name !== '@linnet') symlinkSync(join(from, name), join(to, name))
  if (at !== '.') return
  mkdirSync(join(to, '@linnet'))
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(to, '@linnet', name))
}
