// Installs Debian and Ubuntu packages that the tests need, if this machine allows it.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let listsAreFresh = false

/** Whether this is a Debian-like system and we are root, so that packages can be installed without asking. */
export function canInstallPackages(): boolean {
  return existsSync('/etc/debian_version') && process.getuid?.() === 0 && Bun.which('apt-get') !== null
}

/** Installs the packages, or throws an error with one sentence about what went wrong. */
export async function installPackages(...packages: string[]): Promise<void> {
  console.log(`Installing ${packages.join(' and ')} with apt-get; this happens once and takes a minute.`)
  if (!listsAreFresh) {
    await aptGet('update')
    listsAreFresh = true
  }
  await aptGet('install', '-y', '--no-install-recommends', ...packages)
}

async function aptGet(...args: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-apt-'))
  try {
    // A file instead of a pipe: a service started by a package may hold a pipe open as long as it runs.
    const log = Bun.file(join(folder, 'log'))
    // A second test run on this machine may be installing too, and apt-get does not wait for all its locks.
    for (let attempt = 1; ; attempt++) {
      const apt = Bun.spawn(['apt-get', '-o', 'DPkg::Lock::Timeout=300', ...args], {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
        stdin: 'ignore',
        stdout: log,
        stderr: log,
      })
      if ((await apt.exited) === 0) return
      const output = await log.text()
      if (attempt < 60 && output.includes('Could not get lock')) {
        await Bun.sleep(5_000)
        continue
      }
      console.error(output.trimEnd())
      throw new Error(`apt-get ${args.join(' ')} failed; its output is above.`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
