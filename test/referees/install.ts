// Installs what only the tests in this folder need: it would be half of everybody's installation.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Lock {
  packages: Record<string, { version?: string; optional?: boolean }>
}

const packagesOf = (name: string) =>
  (JSON.parse(readFileSync(join(import.meta.dir, name), 'utf8')) as Lock).packages

/** Whether npm has installed what the lock says, by the list that it keeps of what it installed. */
export function areInstalled(): boolean {
  const list = 'node_modules/.package-lock.json'
  if (!existsSync(join(import.meta.dir, list))) return false
  const [wanted, installed] = [packagesOf('package-lock.json'), packagesOf(list)]
  const names = new Set([...Object.keys(wanted), ...Object.keys(installed)])
  // The manifest itself, which that list does not have.
  names.delete('')
  // What is optional may be for another system.
  return [...names].every(
    (name) =>
      wanted[name]?.version === installed[name]?.version ||
      (wanted[name]?.optional === true && installed[name] === undefined),
  )
}

/** Takes a minute the first time, and nothing once they are there; fails with what npm says. */
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
