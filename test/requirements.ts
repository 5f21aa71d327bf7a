// What tests need that not every machine has. The module that uses it names it (`needs('nginx')`); the test command installs
// it where it may, and otherwise leaves out the test files that import the module, and says so.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from './apt.ts'
import { lookForChromium } from './chromium.ts'
import { importedBy, importsOf } from './import-graph.ts'
import { findPostgres } from './postgres.ts'

interface Requirement {
  isThere(): boolean
  /** Debian's packages of it; none where nothing can be installed. */
  packages: string[]
}

/** Where a program is; some are only in root's folders. */
export const findProgram = (name: string): string | null =>
  Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin` })

const program = (name: string, ...packages: string[]): Requirement => ({
  isThere: () => findProgram(name) !== null,
  packages: packages.length > 0 ? packages : [name],
})

const isLinux = process.platform === 'linux'

/** Debian's libfaketime for programs with threads; undefined where it is not installed. */
export const findFaketime = (): string | undefined =>
  [...new Bun.Glob('usr/lib/*/faketime/libfaketimeMT.so.1').scanSync({ cwd: '/', absolute: true })][0]

export const requirements = {
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

/** Ends, in one sentence, what is run without the test command on a machine that does not have it. */
export function needs(...names: Need[]): void {
  const missing = names.filter(isMissing)
  if (missing.length > 0)
    throw new Error(`this needs ${missing.join(' and ')}, which is missing on this machine`)
}

/** What each of the test files needs: itself, and the modules that it imports. */
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
    if (name === undefined || !(name in requirements)) throw new Error(`there is no requirement ${name}`)
    return name as Need
  })
}

/** Installs what is missing of these, all at once; gives what is missing still. */
export async function provide(names: Need[], canInstall: boolean): Promise<Set<Need>> {
  const packages = new Set(names.filter(isMissing).flatMap((name) => requirements[name].packages))
  if (canInstall && packages.size > 0) await installPackages(...packages)
  return new Set(names.filter(isMissing))
}
