// The soak test: a mixed load for the given number of minutes, on SQLite and then on two nodes with PostgreSQL. Exit code 1
// if the resources of a process grow.
import { parseArgs } from 'node:util'
import { endAll } from '../machine/program.ts'
import { judge, median, mostMebibytesPerMinute, mostMore, type Verdict } from './flatness.ts'
import { type Reported, reportedNames, reportOf } from './reports.ts'
import { type Sample, Samples } from './sampling.ts'
import { startWorkload } from './workload.ts'

const { values } = parseArgs({
  options: {
    /** Minutes of load before the measurement: caches fill, code is compiled, heaps find their size. */
    'warm-up': { type: 'string', default: '10' },
    minutes: { type: 'string', default: '20' },
    /** Seconds from one sample to the next. */
    every: { type: 'string', default: '10' },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
  },
})

const whole = (number: number) => String(Math.round(number))

/** A row of a table in docs/reliability.md. */
const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)

function head(...names: string[]): void {
  row(...names)
  row(...names.map(() => '---'))
}

/** What the kernel counts, in the order of the columns; the process's own sizes follow. */
const counted: [name: string, of: (sample: Sample) => number][] = [
  ['memory (MiB)', ({ memory }) => memory],
  ['of child processes (MiB)', ({ ofChildren }) => ofChildren],
  ['resident (MiB)', ({ resident }) => resident],
  ['handles', ({ handles }) => handles],
  ['sockets', ({ sockets }) => sockets],
  ['threads', ({ threads }) => threads],
]

/** A process, with its measurements since the load began. */
interface Observed {
  samples: Samples
  metricsPort: number
  reports: Reported[]
}

interface Result extends Verdict {
  name: string
  /** The median of each size in the first and in the last quarter of the measurement. */
  sizes: [name: string, first: number, last: number][]
}

/** With the machine to itself: if two engines shared it, pending clicks would accumulate and take memory. */
async function soakOn(engine: string): Promise<Result[]> {
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Error(`${engine} is not an engine`)
  const { nodes, numbers, close } = await startWorkload(engine)
  const all = nodes.map(({ name, pid, metricsPort }): Observed => {
    return { samples: new Samples(`${engine}, ${name}`, pid), metricsPort, reports: [] }
  })
  const warmUp = Number(values['warm-up']) * 60
  const end = performance.now() + (warmUp + Number(values.minutes) * 60) * 1000
  while (performance.now() < end) {
    await Bun.sleep(Number(values.every) * 1000)
    for (const { samples, metricsPort, reports } of all) {
      const report = await reportOf(metricsPort)
      const sample = samples.take()
      reports.push(report)
      row(
        whole(sample.at),
        samples.name,
        ...counted.map(([, of]) => whole(of(sample))),
        ...Object.values(report),
      )
    }
  }
  console.log(`${engine}: ${JSON.stringify(numbers())}`)
  await close()
  return all.map((observed) => resultOf(observed, warmUp))
}

function resultOf({ samples: { name, taken }, reports }: Observed, warmUp: number): Result {
  const first = taken.findIndex(({ at }) => at >= warmUp)
  const [measured, reported] = [taken.slice(first), reports.slice(first)]
  const quarter = Math.ceil(measured.length / 4)
  const known = (numbers: number[]) => median(numbers.filter((number) => !Number.isNaN(number)))
  const ends = (name: string, numbers: number[]): Result['sizes'][number] => [
    name,
    known(numbers.slice(0, quarter)),
    known(numbers.slice(-quarter)),
  ]
  return {
    name,
    ...judge(measured),
    sizes: [
      ...counted.map(([size, of]) => ends(size, measured.map(of))),
      ...reportedNames.map((size) =>
        ends(
          size,
          reported.map((report) => report[size] as number),
        ),
      ),
    ],
  }
}

async function soak(): Promise<boolean> {
  head('seconds', 'process', ...counted.map(([name]) => name), ...reportedNames)
  const results: Result[] = []
  for (const engine of values.engine) results.push(...(await soakOn(engine)))
  console.log('\nMedians of the first and of the last quarter of the measurement:\n')
  head('process', 'size', 'first', 'last')
  for (const { name, sizes } of results)
    for (const [size, first, last] of sizes) row(name, size, whole(first), whole(last))
  console.log()
  head('process', 'MiB a minute', 'more handles', 'more threads', 'flat')
  for (const { name, mebibytesPerMinute, moreHandles, moreThreads, isFlat } of results)
    row(name, mebibytesPerMinute.toFixed(2), moreHandles, moreThreads, isFlat ? 'yes' : 'no')
  const rule = `less than ${mostMebibytesPerMinute} MiB a minute after the warm-up, and no more than ${mostMore} handles or threads more`
  const areFlat = results.every(({ isFlat }) => isFlat)
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
