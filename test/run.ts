// The test command: brings what the tests need, runs all checks and tests, and ends with their numbers.
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { canInstallPackages } from './apt.ts'
import { runTestFiles, type TestRun } from './bun-test.ts'
import { changedFiles, concernedBy } from './changed-files.ts'
import { allTestFiles, type Choice, chooseFiles } from './chosen-files.ts'
import { ensureChromium } from './chromium.ts'
import { embeddedPostgres } from './embedded-postgres.ts'
import type { Counts } from './junit.ts'
import { ensurePostgres, findPostgres, type PrivatePostgres, startPostgres } from './postgres.ts'
import { clockTime } from './progress.ts'
import { installReferees } from './referees/install.ts'
import { needsOf, provide } from './requirements.ts'

const root = resolve(import.meta.dir, '..')
const program = (name: string) => join(root, 'node_modules/.bin', name)
const interruption = new AbortController()
/** What the run left out, for its end. */
const notes: string[] = []
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

/** Those of the files whose text has one of these words. */
async function filesWith(words: RegExp, files: string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => Bun.file(join(root, file)).text()))
  return files.filter((_, at) => words.test(texts[at] ?? ''))
}

/** Leaves out the files that need what this machine does not have and may not install, and says which and why. */
async function withWhatTheyNeed(files: string[]): Promise<string[]> {
  const needed = await needsOf(root, files)
  const missing = await provide([...new Set([...needed.values()].flat())], canInstallPackages())
  for (const need of missing) {
    const waiting = files.filter((file) => needed.get(file)?.includes(need))
    notes.push(`Left out, because ${need} is missing: ${waiting.join(', ')}`)
  }
  return files.filter((file) => !needed.get(file)?.some((need) => missing.has(need)))
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
  if (choice.leftOut.length > 0)
    notes.push(
      `Left out, because they were not asked for: ${choice.leftOut.length} of ${everyFile.length} test files`,
    )
  const chromium = await ensureChromium()
  console.log(chromium ? `Chromium ${chromium.version} is ready` : 'There is no Chromium')
  const files = await withWhatTheyNeed(choice.files)
  const longFiles = await withWhatTheyNeed(choice.longFiles)
  const servers: PrivatePostgres[] = []
  try {
    const postgres = await startPostgres(findPostgres() ?? (await installedPostgres()))
    servers.push(postgres)
    console.log(`PostgreSQL ${postgres.version} is up on a socket of its own`)
    await Promise.all([
      typeCheck('Type check', '.'),
      typeCheck('Type check of the dashboard', 'packages/dashboard'),
      check('Lint', [program('biome'), 'check', '--error-on-warnings', '.']),
    ])
    const env = { LINNET_TEST_POSTGRES: postgres.url, CHROMIUM_PATH: chromium?.path }
    await part('Tests', files, choice, env)
    if (longFiles.some((file) => file.startsWith('test/referees/'))) {
      await installReferees()
      await typeCheck('Type check of the referees', 'test/referees')
    }
    await part('Long tests', longFiles, choice, env)
    if (choice.all) {
      const newer = await startPostgres(await embeddedPostgres())
      servers.push(newer)
      // What has run on SQLite alone, and what has run on the older PostgreSQL.
      const onEngines = [
        ...(await filesWith(/\b(engines|oneEngine|onEachEngine|onOneEngine)\b/, files)),
        ...(await filesWith(/\b(oneEngine|onOneEngine)\b/, longFiles)),
      ]
      await part(`Tests on PostgreSQL ${newer.version} alone`, onEngines, choice, {
        ...env,
        LINNET_TEST_POSTGRES: newer.url,
        TEST_ENGINES: 'postgres',
      })
    }
    return !interruption.signal.aborted && total.passed > 0
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** PostgreSQL where this machine has none: Debian's where that can be installed, and otherwise npm's. */
const installedPostgres = () => (canInstallPackages() ? ensurePostgres() : embeddedPostgres())

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
for (const note of notes) console.log(note)
const line = `${total.passed} passed, ${total.failed} failed`
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${line}${skipped}, in ${clockTime(Date.now() - started)}`)
process.exit(testsRan && total.failed === 0 && total.skipped === 0 ? 0 : 1)
