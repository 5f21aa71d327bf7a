// The soak: a mixed load for as many minutes as wanted, on SQLite and on two nodes at PostgreSQL at once, and whether what
// their processes hold stays the same. Exit code 1 where it does not.
import { parseArgs } from 'node:util'
import { endAll } from '../program.ts'
import { judge, mostMebibytesPerMinute, mostMore } from './flatness.ts'
import { openPlace } from './place.ts'
import { Samples } from './sampling.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    /** Seconds from one sample to the next. */
    every: { type: 'string', default: '10' },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
  },
})

const whole = (number: number) => String(Math.round(number))

/** A line of a table, as docs/reliability.md has them. */
const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)

async function soak(): Promise<boolean> {
  const places = []
  for (const engine of values.engine) {
    if (engine !== 'sqlite' && engine !== 'postgres') throw new Error(`${engine} is no engine`)
    places.push({ engine, ...(await openPlace(engine)) })
  }
  const all = places.flatMap(({ engine, nodes }) =>
    nodes.map(({ name, pid }) => new Samples(`${engine}, ${name}`, pid)),
  )
  row('seconds', 'process', 'memory (MiB)', 'resident (MiB)', 'handles', 'sockets', 'threads')
  row('---', '---', '---', '---', '---', '---', '---')
  const end = performance.now() + Number(values.minutes) * 60_000
  while (performance.now() < end) {
    await Bun.sleep(Number(values.every) * 1000)
    for (const samples of all) {
      const { at, memory, resident, handles, sockets, threads } = samples.take()
      row(whole(at), samples.name, whole(memory), whole(resident), handles, sockets, threads)
    }
  }
  for (const { engine, figures } of places) console.log(`${engine}: ${JSON.stringify(figures())}`)
  for (const { close } of places) await close()
  const verdicts = all.map(({ name, taken }) => ({ name, ...judge(taken) }))
  row('process', 'MiB a minute', 'more handles', 'more threads', 'flat')
  row('---', '---', '---', '---', '---')
  for (const { name, mebibytesPerMinute, moreHandles, moreThreads, isFlat } of verdicts)
    row(name, mebibytesPerMinute.toFixed(2), moreHandles, moreThreads, isFlat ? 'yes' : 'no')
  const rule = `less than ${mostMebibytesPerMinute} MiB a minute after the first third, and no more than ${mostMore} handles or threads more`
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
