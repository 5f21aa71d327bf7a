// Runs test files in a few processes of Bun's, tells meanwhile how far they are, and reads what came of them.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleProgram } from './bundled-program.ts'
import { recordsOf } from './failure-records.ts'
import { type Counts, readReport } from './junit.ts'
import { testMilliseconds } from './patience.ts'
import { Progress, type Timings } from './progress.ts'

const timingsFile = 'test/timings.json'
// One more than there are cores, because tests also wait; of many cores not all, for each process may have a browser.
const processes = Math.min(8, availableParallelism() + 1)

export interface TestRun {
  counts: Counts
  slowest: { file: string; seconds: number }[]
}

/**
 * Runs the files. What fails is printed with its output, the ends of its servers' logs and where its pictures are; the
 * rest is a line that tells how far the run is. A file that broke while loading, or ran no test, counts as failed.
 */
export async function runTestFiles(
  root: string,
  files: string[],
  flags: string[],
  env: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-test-'))
  const report = join(folder, 'report.xml')
  const records = join(folder, 'records')
  const events = join(folder, 'events')
  const timings: Timings = (await Bun.file(join(root, timingsFile)).json()).files
  const progress = new Progress(root, events, files, timings)
  let hasFailed = true
  try {
    // --no-orphans: neither a browser nor a server that a test forgot survives the run.
    const tests = Bun.spawn(
      [
        ...[process.execPath, '--no-orphans', 'test', `--parallel=${processes}`],
        // Each process loads the server once for all its files, which saves half a second of each of them; and what takes
        // longest comes first, so that no process works alone in the end. `npm test -- --update-timings` writes down anew
        // how long files take.
        ...['--no-isolate', `--timings=${timingsFile}`],
        ...[`--timeout=${testMilliseconds}`, '--only-failures'],
        ...['--reporter=junit', `--reporter-outfile=${report}`],
        ...flags,
        ...files.map((file) => `./${file}`),
      ],
      {
        cwd: root,
        // CI makes Bun refuse test.only and snapshots that would write themselves.
        env: {
          ...process.env,
          CI: 'true',
          LINNET_TEST_EVENTS: events,
          LINNET_TEST_RECORDS: records,
          LINNET_TEST_PROGRAM: await bundleProgram(join(folder, 'program')),
          ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        signal,
      },
    )
    await Promise.all([tests.stdout, tests.stderr].map((stream) => printLines(stream, progress)))
    const code = await tests.exited
    progress.end()
    const {
      counts,
      files: ran,
      failedFiles,
    } = readReport(existsSync(report) ? readFileSync(report, 'utf8') : '')
    const slowest = progress.slowest(10)
    if (signal.aborted) return { counts, slowest }
    // A file that broke while loading, or registered nothing, is not in the report.
    for (const file of files.filter((file) => !ran.has(file))) {
      counts.failed++
      console.log(`${file} ran no test.`)
    }
    if (code !== 0 && counts.failed === 0) {
      counts.failed++
      console.log(`bun test ended with code ${code}.`)
    }
    for (const file of failedFiles) {
      const recorded = recordsOf(records, file)
      if (recorded) console.log(`\nRecorded while ${file} ran:\n${recorded}`)
    }
    hasFailed = counts.failed > 0
    return { counts, slowest }
  } finally {
    progress.end()
    // Pictures are looked at afterwards.
    if (!hasFailed || signal.aborted || !existsSync(records)) rmSync(folder, { recursive: true, force: true })
  }
}

/** Passes on what was printed, a line at a time, so that it does not mix with the line of the progress. */
async function printLines(stream: ReadableStream<Uint8Array>, progress: Progress): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of stream) {
    const text = rest + decoder.decode(piece, { stream: true })
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    if (end > 0) progress.print(text.slice(0, end))
  }
  if (rest) progress.print(`${rest}\n`)
}
