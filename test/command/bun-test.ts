// Runs test files in several Bun processes, shows the progress, and reads the results.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderInMemory } from '../servers/postgres.ts'
import { testMilliseconds } from '../timeouts.ts'
import { bundleProgram } from './bundled-program.ts'
import { recordsOf } from './failure-records.ts'
import { Failures } from './failures.ts'
import { type Counts, readReport } from './junit.ts'
import { Progress, type Timings } from './progress.ts'

const timingsFile = 'test/command/timings.json'
// One for each core. At most eight, because each process may start a browser.
const processes = Math.min(8, Math.max(2, availableParallelism()))

export interface TestRun {
  counts: Counts
  /** What the failed tests printed; empty if none failed. */
  failures: string
  slowest: { file: string; seconds: number }[]
}

/**
 * Runs the files. For a failed test it prints the output, the last lines of its servers' logs, and the paths of its
 * screenshots; otherwise only a progress line. A file that fails to load or runs no test counts as failed.
 */
export async function runTestFiles(
  root: string,
  files: string[],
  flags: string[],
  env: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-test-'))
  const data = mkdtempSync(join(folderInMemory(), 'linnet-test-data-'))
  // Some servers run as another user.
  chmodSync(data, 0o755)
  const report = join(folder, 'report.xml')
  const records = recordsFolder(folder)
  const timings: Timings = (await Bun.file(join(root, timingsFile)).json()).files
  const progress = new Progress(root, eventsFile(folder), files, timings)
  const failures = new Failures()
  let hasFailed = true
  try {
    const tests = await startBunTest({ root, folder, data, report, files, flags, env, signal })
    await Promise.all([tests.stdout, tests.stderr].map((stream) => printLines(stream, progress, failures)))
    const code = await tests.exited
    progress.end()
    const {
      counts,
      files: ran,
      failedFiles,
    } = readReport(existsSync(report) ? readFileSync(report, 'utf8') : '')
    const slowest = progress.slowest(10)
    if (signal.aborted) return { counts, failures: failures.summary, slowest }
    // A file that failed to load, or registered no test, is not in the report.
    for (const file of files.filter((file) => !ran.has(file))) {
      counts.failed++
      console.log(`${file} ran no tests.`)
    }
    if (code !== 0 && counts.failed === 0) {
      counts.failed++
      console.log(`bun test exited with code ${code}.`)
    }
    for (const file of failedFiles) {
      const recorded = recordsOf(records, file)
      if (recorded) console.log(`\nRecorded while ${file} ran:\n${recorded}`)
    }
    hasFailed = counts.failed > 0
    return { counts, failures: failures.summary, slowest }
  } finally {
    progress.end()
    // With what tests left in it, and the databases that others are copied from.
    rmSync(data, { recursive: true, force: true })
    // After a failure the screenshots are kept, so that somebody can look at them.
    if (!hasFailed || signal.aborted || !existsSync(records)) rmSync(folder, { recursive: true, force: true })
  }
}

const eventsFile = (folder: string) => join(folder, 'events')
const recordsFolder = (folder: string) => join(folder, 'records')

interface BunTestNeeds {
  root: string
  /** The run's own temporary folder. */
  folder: string
  /** The folder that the tests' databases are made in. */
  data: string
  report: string
  files: string[]
  flags: string[]
  env: Record<string, string | undefined>
  signal: AbortSignal
}

async function startBunTest({ root, folder, data, report, files, flags, env, signal }: BunTestNeeds) {
  // --no-orphans: neither a browser nor a server that a test forgot survives the run.
  return Bun.spawn(
    [
      ...[process.execPath, '--no-orphans', 'test', `--parallel=${processes}`],
      // Each process loads the server once for all its files, which saves half a second per file. The slowest files
      // start first, so that no process is left working alone at the end; `npm test -- --update-timings` updates their
      // times.
      ...['--no-isolate', `--timings=${timingsFile}`],
      ...[`--timeout=${testMilliseconds}`, '--only-failures'],
      ...['--reporter=junit', `--reporter-outfile=${report}`],
      ...flags,
      ...files.map((file) => `./${file}`),
    ],
    {
      cwd: root,
      // With CI set, Bun rejects test.only and does not write new snapshots.
      env: {
        ...process.env,
        CI: 'true',
        LINNET_TEST_DATA: data,
        LINNET_TEST_EVENTS: eventsFile(folder),
        LINNET_TEST_RECORDS: recordsFolder(folder),
        LINNET_TEST_PROGRAM: await bundleProgram(join(folder, 'program')),
        ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    },
  )
}

/** Prints output in whole lines, so that it does not mix with the progress line. */
async function printLines(
  stream: ReadableStream<Uint8Array>,
  progress: Progress,
  failures: Failures,
): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  const print = (lines: string) => {
    failures.read(lines)
    progress.print(lines)
  }
  for await (const piece of stream) {
    const text = rest + decoder.decode(piece, { stream: true })
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    if (end > 0) print(text.slice(0, end))
  }
  if (rest) print(`${rest}\n`)
}
