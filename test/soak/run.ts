// The soak: a mixed load for as many minutes as wanted, on SQLite and then on two nodes at PostgreSQL, and whether what
// their processes hold stays the same. Exit code 1 where it does not.
import { parseArgs } from 'node:util'
import { endAll } from '../machine/program.ts'
import { judge, mostMebibytesPerMinute, mostMore, type Verdict } from './flatness.ts'
import { Samples } from './sampling.ts'
import { startWorkload } from './workload.ts'

const { values } = parseArgs({
  options: {
    /** Of the load before it is judged: caches fill, code is compiled, heaps find their size. */
    'warm-up': { type: 'string', default: '10' },
    minutes: { type: 'string', default: '10' },
    /** Seconds from one sample to the next. */
    every: { type: 'string', default: '10' },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
  },
})

const whole = (number: number) => String(Math.round(number))

/** A line of a table, as docs/reliability.md has them. */
const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)

type Named = Verdict & { name: string }

/** With the machine to itself: where two engines share it, clicks wait for the time to be counted, and that is memory too. */
async function soakOn(engine: string): Promise<Named[]> {
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Error(`${engine} is no engine`)
  const { nodes, numbers, close } = await startWorkload(engine)
  const all = nodes.map(({ name, pid }) => new Samples(`${engine}, ${name}`, pid))
  const warmUp = Number(values['warm-up']) * 60
  const end = performance.now() + (warmUp + Number(values.minutes) * 60) * 1000
  while (performance.now() < end) {
    await Bun.sleep(Number(values.every) * 1000)
    for (const samples of all) {
      const { at, memory, resident, handles, sockets, threads } = samples.take()
      row(whole(at), samples.name, whole(memory), whole(resident), handles, sockets, threads)
    }
  }
  console.log(`${engine}: ${JSON.stringify(numbers())}`)
  await close()
  return all.map(({ name, taken }) => ({ name, ...judge(taken.filter(({ at }) => at >= warmUp)) }))
}

async function soak(): Promise<boolean> {
  row('seconds', 'process', 'memory (MiB)', 'resident (MiB)', 'handles', 'sockets', 'threads')
  row('---', '---', '---', '---', '---', '---', '---')
  const verdicts: Named[] = []
  for (const engine of values.engine) verdicts.push(...(await soakOn(engine)))
  row('process', 'MiB a minute', 'more handles', 'more threads', 'flat')
  row('---', '---', '---', '---', '---')
  for (const { name, mebibytesPerMinute, moreHandles, moreThreads, isFlat } of verdicts)
    row(name, mebibytesPerMinute.toFixed(2), moreHandles, moreThreads, isFlat ? 'yes' : 'no')
  const rule = `less than ${mostMebibytesPerMinute} MiB a minute after the warm-up, and no more than ${mostMore} handles or threads more`
  const areFlat = verdicts.every(({ isFlat }) => isFlat)
  console.log(`${areFlat ? 'Flat' : 'Not flat'}: ${rule}.`)
  return areFlat
}

let areFlat = false
try {
  areFlat = await soak()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
await endAll()
process.exit(areFlat ? 0 : 1)
