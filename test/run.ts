// The test command: brings what the tests need, runs all checks and tests, and ends with their numbers.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { allTestFiles, type Choice, chooseFiles } from './chosen-files.ts'
import { ensureChromium } from './chromium.ts'
import { type Counts, readReport } from './junit.ts'
import { startPostgres } from './postgres.ts'

const root = resolve(import.meta.dir, '..')
const program = (name: string) => join(root, 'node_modules/.bin', name)
const interruption = new AbortController()
const total: Counts = { passed: 0, failed: 0, skipped: 0 }

/** Runs a tool that should have nothing to say; counts as one test. */
async function check(name: string, command: string[]): Promise<void> {
  const tool = Bun.spawn(command, { cwd: root, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const said = [tool.stdout, tool.stderr].map((stream) => new Response(stream).text())
  const output = (await Promise.all(said)).join('')
  const code = await tool.exited
  if (interruption.signal.aborted) return
  if (code === 0) {
    total.passed++
    console.log(`${name}: fine`)
  } else {
    total.failed++
    console.log(`${name}: failed\n${output}`.trimEnd())
  }
}

/** Runs the chosen test files in two processes and adds their numbers to the total. */
async function runTests(choice: Choice, env: Record<string, string>): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-test-'))
  const report = join(folder, 'report.xml')
  try {
    const flags = ['--parallel=2', '--timeout=30000', '--reporter=junit', `--reporter-outfile=${report}`]
    // Each process loads the server once for all its files, which saves half a second of each of them; and what takes
    // longest comes first, so that no process works alone in the end. `npm test -- --update-timings` writes down anew
    // how long files take.
    flags.push('--no-isolate', '--timings=test/timings.json')
    // --no-orphans: neither a browser nor a server that a test forgot survives the run.
    const command = [process.execPath, '--no-orphans', 'test', ...flags, ...choice.flags]
    const tests = Bun.spawn([...command, ...choice.files.map((file) => `./${file}`)], {
      cwd: root,
      // CI makes Bun refuse test.only and snapshots that would write themselves.
      env: { ...process.env, CI: 'true', ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      signal: interruption.signal,
    })
    const code = await tests.exited
    if (interruption.signal.aborted) return false
    const { counts, files } = readReport(existsSync(report) ? readFileSync(report, 'utf8') : '')
    console.log('')
    if (choice.byName) {
      if (counts.skipped > 0) console.log(`Left out by name (or skipped): ${counts.skipped} tests.`)
      counts.skipped = 0
    }
    // A file that broke while loading, or registered nothing, is not in the report.
    for (const file of choice.files.filter((file) => !files.has(file))) {
      counts.failed++
      console.log(`${file} ran no test.`)
    }
    if (code !== 0 && counts.failed === 0) {
      counts.failed++
      console.log(`bun test ended with code ${code}.`)
    }
    if (counts.skipped > 0) console.log('Skipped tests count as a failure of the run.')
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += counts.skipped
    return counts.passed > 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function main(): Promise<boolean> {
  const choice = chooseFiles(allTestFiles(root), process.argv.slice(2))
  const chromium = await ensureChromium()
  console.log(`Chromium ${chromium.version} is ready`)
  const postgres = await startPostgres()
  try {
    console.log(`PostgreSQL ${postgres.version} is up on a socket of its own`)
    await check('Type check', [program('tsc'), '--noEmit'])
    await check('Type check of the dashboard', [program('tsc'), '--noEmit', '-p', 'packages/dashboard'])
    await check('Lint', [program('biome'), 'check', '--error-on-warnings', '.'])
    if (interruption.signal.aborted) return false
    if (choice.files.length === 0) {
      console.log('There is no test file.')
      return false
    }
    const ran = await runTests(choice, {
      LINNET_TEST_POSTGRES: postgres.url,
      CHROMIUM_PATH: chromium.path,
    })
    if (choice.leftOut.length > 0) {
      console.log(
        `Left out by the arguments: ${choice.leftOut.length} of ${allTestFiles(root).length} test files`,
      )
    }
    return ran
  } finally {
    await postgres.stop()
  }
}

function interrupt(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void {
  const code = 128 + constants.signals[signal]
  // The second time somebody is in a hurry; PostgreSQL stops by itself when we are gone.
  if (interruption.signal.aborted) process.exit(code)
  process.exitCode = code
  interruption.abort()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt(signal))

// `kill` on npm ends the shell between npm and us, which tells us nothing: we only get another parent.
const parent = process.ppid
const parentWatch = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(parentWatch)
  interrupt('SIGTERM')
}, 500)

let testsRan = false
try {
  testsRan = await main()
} catch (error) {
  total.failed++
  console.error(error instanceof Error ? error.message : error)
}
if (interruption.signal.aborted) {
  console.error('Interrupted; everything is stopped.')
  process.exit()
}
const line = `${total.passed} passed, ${total.failed} failed`
console.log(total.skipped > 0 ? `${line}, ${total.skipped} skipped` : line)
process.exit(testsRan && total.failed === 0 && total.skipped === 0 ? 0 : 1)
