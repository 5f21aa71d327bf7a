// The test command: brings what the tests need, runs all checks and tests, and ends with their numbers.
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { runTestFiles, type TestRun } from './bun-test.ts'
import { changedFiles, concernedBy } from './changed-files.ts'
import { allTestFiles, type Choice, chooseFiles } from './chosen-files.ts'
import { ensureChromium } from './chromium.ts'
import { embeddedPostgres } from './embedded-postgres.ts'
import type { Counts } from './junit.ts'
import { type PrivatePostgres, startPostgres } from './postgres.ts'
import { clockTime } from './progress.ts'

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

/** Checks the types of a folder's project; what it has found out before is kept beside the libraries. */
async function typeCheck(name: string, folder: string): Promise<void> {
  const kept = join(root, 'node_modules/.cache/linnet', `types-${folder.replaceAll(/\W/g, '-')}.json`)
  await check(name, [program('tsc'), '--noEmit', '-p', folder, '--incremental', '--tsBuildInfoFile', kept])
}

/** Runs a part of the suite under a heading of its own, and adds its numbers to the total. */
async function part(
  name: string,
  files: string[],
  { flags, byName }: Choice,
  env: Record<string, string | undefined>,
): Promise<void> {
  if (files.length === 0 || interruption.signal.aborted) return
  const started = Date.now()
  console.log(`${name}: ${files.length} files`)
  const { counts, slowest }: TestRun = await runTestFiles(root, files, flags, env, interruption.signal)
  if (interruption.signal.aborted) return
  if (byName) {
    if (counts.skipped > 0) console.log(`Left out by name (or skipped): ${counts.skipped} tests.`)
    counts.skipped = 0
  }
  if (counts.skipped > 0) console.log('Skipped tests count as a failure of the run.')
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
  const time = clockTime(Date.now() - started)
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed, in ${time}; the slowest:`)
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
}

/** Those of the files that run on each engine, and so have a half that runs on PostgreSQL. */
async function filesOnEngines(files: string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => Bun.file(join(root, file)).text()))
  return files.filter((_, at) => /\b(engines|oneEngine|onEachEngine|inTheBrowser)\b/.test(texts[at] ?? ''))
}

async function main(): Promise<boolean> {
  const everyFile = allTestFiles(root)
  const choice = chooseFiles(everyFile, process.argv.slice(2))
  if (choice.changedSince !== undefined) {
    const changed = changedFiles(root, choice.changedSince || undefined)
    const concerned = await concernedBy(root, changed, choice.files)
    console.log(`${changed.length} files have changed, which concern ${concerned.length} test files.`)
    choice.leftOut.push(...choice.files.filter((file) => !concerned.includes(file)))
    choice.files = concerned
  }
  const chromium = await ensureChromium()
  console.log(`Chromium ${chromium.version} is ready`)
  const servers: PrivatePostgres[] = []
  try {
    const postgres = await startPostgres()
    servers.push(postgres)
    console.log(`PostgreSQL ${postgres.version} is up on a socket of its own`)
    await Promise.all([
      typeCheck('Type check', '.'),
      typeCheck('Type check of the dashboard', 'packages/dashboard'),
      check('Lint', [program('biome'), 'check', '--error-on-warnings', '.']),
    ])
    const env = { LINNET_TEST_POSTGRES: postgres.url, CHROMIUM_PATH: chromium.path }
    await part('Tests', choice.files, choice, env)
    await part('Long tests', choice.longFiles, choice, env)
    if (choice.all) {
      const newer = await startPostgres(await embeddedPostgres())
      servers.push(newer)
      const files = await filesOnEngines(choice.files)
      await part(`Tests on PostgreSQL ${newer.version} alone`, files, choice, {
        ...env,
        LINNET_TEST_POSTGRES: newer.url,
        TEST_ENGINES: 'postgres',
      })
    }
    if (interruption.signal.aborted) return false
    if (choice.leftOut.length > 0)
      console.log(`Left out: ${choice.leftOut.length} of ${everyFile.length} test files`)
    return total.passed > 0
  } finally {
    for (const server of servers) await server.stop()
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

const started = Date.now()
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
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${line}${skipped}, in ${clockTime(Date.now() - started)}`)
process.exit(testsRan && total.failed === 0 && total.skipped === 0 ? 0 : 1)
