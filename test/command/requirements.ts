// Programs that tests need but not every machine has. A module that uses one declares it (`needs('nginx')`). The test command
// installs it if it can; otherwise it leaves out the test files that import the module, and says so.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lookForChromium } from '../browser/chromium.ts'
import { findPostgres } from '../servers/postgres.ts'
import { installPackages } from './apt.ts'
import { importedBy, importsOf } from './import-graph.ts'

interface Requirement {
  isThere(): boolean
  /** The Debian packages that provide it; empty if none can. */
  packages: string[]
}

/** The path of a program; some are only in /usr/sbin. */
export const findProgram = (name: string): string | null =>
  Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin` })

const program = (name: string, ...packages: string[]): Requirement => ({
  isThere: () => findProgram(name) !== null,
  packages: packages.length > 0 ? packages : [name],
})

const isLinux = process.platform === 'linux'

/** Debian's libfaketime for multi-threaded programs; undefined if it is not installed. */
export const findFaketime = (): string | undefined =>
  [...new Bun.Glob('usr/lib/*/faketime/libfaketimeMT.so.1').scanSync({ cwd: '/', absolute: true })][0]

const runs = (...command: string[]) =>
  Bun.which(command[0] as string) !== null && Bun.spawnSync(command, { stderr: 'ignore' }).exitCode === 0

/** Whether a small file system can be mounted, and whether the size of files can be limited. */
export const canMountDisks = () => runs('unshare', '--map-root-user', '--mount', 'true')
export const canLimitFiles = () => runs('prlimit', '--fsize')

export const requirements = {
  'a disk that can be filled': {
    isThere: () => canMountDisks() || canLimitFiles(),
    packages: ['util-linux'],
  },
  Chromium: { isThere: () => lookForChromium() !== undefined, packages: [] },
  PostgreSQL: { isThere: () => findPostgres() !== undefined, packages: ['postgresql'] },
  Linux: { isThere: () => isLinux, packages: [] },
  'root on Linux': {
    isThere: () =>
      isLinux && process.getuid?.() === 0 && Bun.which('ip') !== null && Bun.which('setpriv') !== null,
    packages: ['iproute2', 'util-linux'],
  },
  curl: program('curl'),
  systemd: program('systemd-analyze', 'systemd'),
  openssl: program('openssl'),
  nginx: program('nginx', 'nginx-light'),
  Caddy: program('caddy'),
  PgBouncer: program('pgbouncer'),
  libfaketime: { isThere: () => findFaketime() !== undefined, packages: ['libfaketime'] },
  wrk: program('wrk'),
  taskset: program('taskset', 'util-linux'),
  QEMU: {
    isThere: () => findProgram('qemu-aarch64-static') !== null && existsSync('/usr/aarch64-linux-gnu'),
    packages: ['qemu-user-static', 'libc6-arm64-cross'],
  },
  PHP: program('php', 'php-cli'),
  Python: program('python3'),
  Ruby: program('ruby'),
  Go: program('go', 'golang-go'),
} satisfies Record<string, Requirement>

export type Need = keyof typeof requirements

const isMissing = (need: Need) => !requirements[need].isThere()

/** Throws if any of these is missing, for files that are run without the test command. */
export function needs(...names: Need[]): void {
  const missing = names.filter(isMissing)
  if (missing.length > 0) throw new Error(`Missing on this machine: ${missing.join(', ')}.`)
}

/** What each test file needs, including what the modules it imports need. */
export async function needsOf(root: string, files: string[]): Promise<Map<string, Need[]>> {
  const graph = await importsOf(root)
  const named = new Map(
    [...graph.keys()].map((module) => [module, namedIn(readFileSync(join(root, module), 'utf8'))]),
  )
  const needsOfFile = (file: string) =>
    [...importedBy(graph, file)].flatMap((module) => named.get(module) ?? [])
  return new Map(files.map((file) => [file, [...new Set(needsOfFile(file))]]))
}

function namedIn(text: string): Need[] {
  const words = /^needs\(([^)]*)\)/m.exec(text)?.[1] ?? ''
  return [...words.matchAll(/'([^']+)'/g)].map(([, name]) => {
    if (name === undefined || !(name in requirements))
      throw new Error(`needs('${name}'): test/command/requirements.ts has no such requirement.`)
    return name as Need
  })
}

/** Installs those that are missing, in one go; returns those that are still missing. */
export async function provide(names: Need[], canInstall: boolean): Promise<Set<Need>> {
  const packages = new Set(names.filter(isMissing).flatMap((name) => requirements[name].packages))
  if (canInstall && packages.size > 0) await installPackages(...packages)
  return new Set(names.filter(isMissing))
}
