// Finds flaky tests: runs the first tier several times, some of them next to busy loops, and then many times over each file
// that depends on timing. `npm run test:repeat`; exits with code 1 if anything failed.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { allTestFiles, isLong } from './chosen-files.ts'
import { clockTime } from './progress.ts'

const root = resolve(import.meta.dir, '../..')
const { values } = parseArgs({
  options: {
    /** How often the first tier runs on a quiet machine, and how often next to two busy loops. */
    quiet: { type: 'string', default: '3' },
    busy: { type: 'string', default: '2' },
    /** How often each file that depends on timing runs. */
    each: { type: 'string', default: '20' },
  },
})

/** Signs that a test file depends on timing: processes, browsers, clocks, other servers. */
const timingDependent =
  /\b(serve|linnet|linnetJson|openWindow|inNewWindow|inDashboard|launchBrowser|advance|advanceTo|sleep|setTimeout|until|\w+Receiver|start\w+(?:Server|Bucket|Collector|Pooler)|Bun\.spawn|Bun\.serve)\b|new Worker/

/** Runs the test command, and returns its last line. */
async function run(words: string[]): Promise<{ isGreen: boolean; line: string }> {
  const tests = Bun.spawn([process.execPath, 'test/command/run.ts', ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let line = ''
  const decoder = new TextDecoder()
  for await (const piece of tests.stdout) {
    const text = decoder.decode(piece, { stream: true })
    process.stdout.write(text)
    line = text.trimEnd().split('\n').at(-1) || line
  }
  return { isGreen: (await tests.exited) === 0, line }
}

/** Runs something next to two busy loops. */
async function besideBusyLoops<T>(work: () => Promise<T>): Promise<T> {
  const loops = [1, 2].map(() =>
    Bun.spawn([process.execPath, '-e', 'for (;;);'], { stdio: ['ignore', 'ignore', 'ignore'] }),
  )
  try {
    return await work()
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}

const outcomes: { what: string; isGreen: boolean; line: string }[] = []
async function note(what: string, work: () => ReturnType<typeof run>): Promise<void> {
  const started = Date.now()
  console.log(`\n${what}`)
  const { isGreen, line } = await work()
  outcomes.push({ what, isGreen, line: `${line} (${clockTime(Date.now() - started)})` })
}

for (let count = 1; count <= Number(values.quiet); count++)
  await note(`First tier, run ${count}`, () => run([]))
for (let count = 1; count <= Number(values.busy); count++)
  await note(`First tier next to two busy loops, run ${count}`, () => besideBusyLoops(() => run([])))
if (Number(values.each) > 0) {
  const texts = allTestFiles(root).filter((file) => !isLong(file))
  const files: string[] = []
  for (const file of texts)
    if (timingDependent.test(await Bun.file(join(root, file)).text())) files.push(file)
  await note(`${files.length} files that depend on timing, ${values.each} times each`, () =>
    run([`--rerun-each=${values.each}`, ...files]),
  )
}

console.log('')
for (const { what, line } of outcomes) console.log(`${what}: ${line}`)
process.exit(outcomes.every(({ isGreen }) => isGreen) ? 0 : 1)
