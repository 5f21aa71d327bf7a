// Installs the packages that only the tests in this folder need; they are as large as all others together.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Lock {
  packages: Record<string, { version?: string; optional?: boolean }>
}

const packagesOf = (name: string) =>
  (JSON.parse(readFileSync(join(import.meta.dir, name), 'utf8')) as Lock).packages

/** Whether everything in the lockfile is installed, according to npm's list of what it has installed. */
export function areInstalled(): boolean {
  const list = 'node_modules/.package-lock.json'
  if (!existsSync(join(import.meta.dir, list))) return false
  const [wanted, installed] = [packagesOf('package-lock.json'), packagesOf(list)]
  const names = new Set([...Object.keys(wanted), ...Object.keys(installed)])
  // The entry for package.json itself, which that list lacks.
  names.delete('')
  // Optional packages may be for another system.
  return [...names].every(
    (name) =>
      wanted[name]?.version === installed[name]?.version ||
      (wanted[name]?.optional === true && installed[name] === undefined),
  )
}

/** Takes a minute the first time, and no time once they are installed; an error contains npm's output. */
export async function installReferees(): Promise<void> {
  if (areInstalled()) return
  const npm = Bun.spawn(['npm', 'ci'], {
    cwd: import.meta.dir,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, error] = await Promise.all([new Response(npm.stdout).text(), new Response(npm.stderr).text()])
  if ((await npm.exited) !== 0) throw new Error(`npm ci failed in test/referees:\n${out}${error}`)
}
