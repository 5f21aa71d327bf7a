// Finds the Chromium that the browser tests drive.
import { existsSync } from 'node:fs'
import { canInstallPackages, installPackages } from '../command/apt.ts'

// The same browser without windows and menus of its own: it opens a page in a fifth of the time.
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  ...NAMES.map((name) => `/usr/bin/${name}`),
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const MISSING =
  'Chromium is missing; install it (apt-get install chromium as root, brew install --cask chromium, or any ' +
  'Chrome with CHROMIUM_PATH naming its program) and run the tests again.'

/** For a quiet browser that works as root, talks plain TCP and doesn't check for updates. */
export const launchFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of the browser's program; throws one sentence when there is none. */
export function findChromium(): string {
  const path = lookForChromium()
  if (path) return path
  throw new Error(MISSING)
}

/** Finds Chromium, installs it if possible, and makes sure that it starts; null if there is none. */
export async function ensureChromium(): Promise<{ path: string; version: string } | null> {
  if (!process.env.CHROMIUM_PATH && canInstallPackages()) await installChromium()
  const path = lookForChromium()
  if (!path) return null
  const program = Bun.spawnSync([path, '--version'], { stderr: 'ignore' })
  const version = /[\d.]{3,}/.exec(program.stdout.toString())?.[0]
  // Ubuntu's chromium-browser, for one, can be a script that only recommends another package.
  if (program.exitCode !== 0 || !version) throw new Error(`${path} does not start. ${MISSING}`)
  return { path, version }
}

/** Installs Debian's headless shell, unless it is there already or the machine has a Chromium from elsewhere. */
async function installChromium(): Promise<void> {
  const found = lookForChromium()
  if (found && (found.endsWith(SHELL) || !existsSync('/usr/lib/chromium'))) return
  // The fonts make pictures of pages readable on a machine that has none.
  const fonts = 'fonts-liberation'
  try {
    await installPackages(SHELL, fonts)
  } catch (error) {
    if (!found) return await installPackages('chromium', fonts)
    console.log(`${error instanceof Error ? error.message : error} The tests use ${found}.`)
  }
}

/** The path of the browser's program, if there is one. */
export function lookForChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (existsSync(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist; correct or unset it.`)
  }
  for (const place of PLACES) if (existsSync(place)) return place
  for (const name of NAMES) {
    const inPath = Bun.which(name)
    if (inPath) return inPath
  }
}
