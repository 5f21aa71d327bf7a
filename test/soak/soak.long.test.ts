// The parts of the soak test: its verdict on processes that grow, and a run of some seconds.

import { expect, test } from 'bun:test'
import { root } from '../machine/program.ts'
import { longMilliseconds } from '../timeouts.ts'
import { judge } from './flatness.ts'
import { Samples } from './sampling.ts'

/** Evaluates a process that runs this code, by samples taken meanwhile; the process reports when it begins. */
async function judged(code: string) {
  const child = Bun.spawn([process.execPath, '-e', `console.log('begun');${code}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    await child.stdout.getReader().read()
    const samples = new Samples('a process', child.pid)
    for (let count = 0; count < 12; count++) {
      await Bun.sleep(60)
      samples.take()
    }
    return judge(samples.taken.slice(4))
  } finally {
    child.kill('SIGKILL')
    await child.exited
  }
}

test('a process whose memory grows is not flat', async () => {
  const verdict = await judged('const all = []; setInterval(() => all.push(Buffer.alloc(1e6, 1)), 10)')
  expect(verdict.mebibytesPerMinute).toBeGreaterThan(100)
  expect(verdict.isFlat).toBe(false)
})

test('a process that keeps opening files is not flat', async () => {
  const verdict = await judged(
    "const { openSync } = require('fs'); setInterval(() => openSync('/dev/null'), 10)",
  )
  expect(verdict.moreHandles).toBeGreaterThan(3)
  expect(verdict.isFlat).toBe(false)
})

test('a process that does nothing is flat', async () => {
  expect(await judged('setInterval(() => {}, 1000)')).toMatchObject({ moreHandles: 0, isFlat: true })
})

test('memory that is freed repeatedly is not mistaken for growth', () => {
  const samples = Array.from({ length: 60 }, (_, count) => ({
    at: count * 10,
    memory: 100 + (count % 7),
    ofChildren: 0,
    resident: 150,
    handles: 40 + (count % 2),
    sockets: 20,
    threads: 12,
  }))
  expect(judge(samples)).toMatchObject({ isFlat: true, moreThreads: 0 })
  const growing = samples.map((sample) => ({ ...sample, memory: sample.memory + sample.at / 30 }))
  expect(judge(growing).isFlat).toBe(false)
})

test(
  'a run samples every process under load, and its exit code is its verdict',
  async () => {
    const soak = ['test/soak/run.ts', '--warm-up', '0', '--minutes', '0.08', '--every', '0.5']
    const run = Bun.spawn([process.execPath, ...soak], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    const said = await new Response(run.stdout).text()
    for (const name of ['sqlite, alone', 'postgres, one', 'postgres, other'])
      expect(said.split(`| ${name} |`).length).toBeGreaterThan(5)
    expect(said).toMatch(/^\| sqlite, alone \| heap of the main thread \(MiB\) \| [1-9]\d* \| [1-9]\d* \|$/m)
    expect(said).toMatch(/^\| postgres, one \| links cached \| [1-9]\d* \| [1-9]\d* \|$/m)
    for (const engine of ['sqlite', 'postgres'])
      expect(said).toMatch(new RegExp(`^${engine}: {"visits":[1-9]`, 'm'))
    // A few seconds say nothing about a program that is warming up: only that it gets a verdict.
    expect(await run.exited).toBe(/^Flat: /m.test(said) ? 0 : 1)
    expect(said).toMatch(/^(Flat|Not flat): /m)
  },
  longMilliseconds,
)
