// The soak test: a mixed load for the given number of minutes, on SQLite and then on two nodes with PostgreSQL. Exit code 1
// if the resources of a process grow.
import { parseArgs } from 'node:util'
import { endAll } from '../machine/program.ts'
import { judge, mostMebibytesPerMinute, mostMore, type Verdict } from './flatness.ts'
import { Samples } from './sampling.ts'
import { startWorkload } from './workload.ts'

const { values } = parseArgs({
  options: {
    /** Minutes of load before the measurement: caches fill, code is compiled, heaps find their size. */
    'warm-up': { type: 'string', default: '10' },
    minutes: { type: 'string', default: '10' },
    /** Seconds from one sample to the next. */
    every: { type: 'string', default: '10' },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
  },
})

const whole = (number: number) => String(Math.round(number))

/** A row of a table in docs/reliability.md. */
const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)

type Named = Verdict & { name: string }

/** With the machine to itself: if two engines shared it, pending clicks would accumulate and take memory. */
async function soakOn(engine: string): Promise<Named[]> {
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Error(`${engine} is not an engine`)
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
