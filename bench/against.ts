// Compares this checkout with another one, such as the previous commit, in pairs of rounds: redirects, API requests, changes to
// links, and starts. The other one makes the data: it may be too old for a database of this one, which upgrades its copy.
import { join, resolve } from 'node:path'
import { loadCore, pin } from './cores.ts'
import { cpuSeconds } from './cpu.ts'
import type { DataSets } from './data/data-sets.ts'
import { codeOf } from './data/link-texts.ts'
import { writeCreations, writeLinkReadings, writeUpdates, writeVisits } from './data/requests.ts'
import { sendLoad } from './load.ts'
import { prepareMachine } from './machine.ts'
import { full } from './options.ts'
import { ask } from './queries.ts'
import { numberOf } from './report/document.ts'
import { spreadOf } from './report/measurements.ts'
import { scratchFolder } from './scratch.ts'
import { root, timeToFirstRedirect } from './servers.ts'

const pairs = 10
const connections = 64
const creators = 32

type Figures = Record<string, number>

/** Measures both checkouts in turn, after one round each that isn't counted, and prints a line for each figure. */
async function compare(measures: (() => Promise<Figures>)[]): Promise<void> {
  for (const measure of measures) await measure()
  const taken: Figures[][] = []
  for (let pair = 0; pair < pairs; pair++) {
    const figures: Figures[] = []
    // They take turns at going first.
    for (const index of pair % 2 === 0 ? [0, 1] : [1, 0])
      figures[index] = await (measures[index] as () => Promise<Figures>)()
    taken.push(figures)
  }
  for (const name of Object.keys(taken[0]?.[0] ?? {})) {
    const [others, own] = [0, 1].map((index) => taken.map((pair) => pair[index]?.[name] as number)) as [
      number[],
      number[],
    ]
    const ratios = own.map((value, pair) => value / (others[pair] as number))
    console.log(
      `${name}: the other ${interval(others)}, this one ${interval(own)}, ratio ${interval(ratios)}`,
    )
  }
}

function interval(values: number[]): string {
  const { median, min, max } = spreadOf(values)
  return `${numberOf(median)} (${numberOf(min)} to ${numberOf(max)})`
}

async function compareRedirects(checkouts: string[], dataSets: DataSets): Promise<void> {
  const { codes, requests, seconds } = full
  const visits = join(scratchFolder(), 'visits')
  writeVisits(visits, { links: codes, codes, count: requests })
  const ends: (() => Promise<void>)[] = []
  const measures: (() => Promise<Figures>)[] = []
  for (const checkout of checkouts) {
    const { settings, key, remove } = await dataSets.copy({ links: codes })
    const { server } = await timeToFirstRedirect(settings, `/${codeOf(0)}`, checkout)
    let first = 0
    measures.push(async () => {
      const before = cpuSeconds(server.pid)
      const load = await sendLoad({ port: server.port, requests: visits, connections, seconds, first })
      first += load.requests
      // The answer comes when the clicks are counted.
      await ask(server, key, `/links/${codeOf(0)}/stats/lifetime`)
      const cpu = ((cpuSeconds(server.pid) - before) / load.requests) * 1e6
      return { 'CPU per redirect, total (µs)': cpu, 'redirects per second': load.perSecond }
    })
    ends.push(async () => {
      await server.end()
      remove()
    })
  }
  await compare(measures)
  for (const end of ends) await end()
}

async function compareRequests(checkouts: string[], dataSets: DataSets): Promise<void> {
  const { codes, requests, seconds } = full
  const ends: (() => Promise<void>)[] = []
  const measures: (() => Promise<Figures>)[] = []
  for (const checkout of checkouts) {
    const { settings, key, remove } = await dataSets.copy({ links: codes })
    const readings = join(scratchFolder(), 'readings')
    writeLinkReadings(readings, { links: codes, codes, count: requests, keys: [key] })
    const { server } = await timeToFirstRedirect(settings, `/${codeOf(0)}`, checkout)
    let first = 0
    measures.push(async () => {
      const before = cpuSeconds(server.pid)
      const load = await sendLoad({ port: server.port, requests: readings, connections, seconds, first })
      first += load.requests
      const cpu = ((cpuSeconds(server.pid) - before) / load.requests) * 1e6
      return { 'CPU per request, `GET /v2/links/{short}` (µs)': cpu }
    })
    ends.push(async () => {
      await server.end()
      remove()
    })
  }
  await compare(measures)
  for (const end of ends) await end()
}

async function compareChanges(checkouts: string[], dataSets: DataSets): Promise<void> {
  const { codes, requests, seconds } = full
  const ends: (() => Promise<void>)[] = []
  const measures: (() => Promise<Figures>)[] = []
  for (const checkout of checkouts) {
    const { settings, key, remove } = await dataSets.copy({ links: codes })
    const files = { creations: join(scratchFolder(), 'creations'), updates: join(scratchFolder(), 'updates') }
    writeCreations(files.creations, key, Math.min(requests, 100_000))
    writeUpdates(files.updates, key, { links: codes, codes, count: Math.min(requests, 100_000) })
    const { server } = await timeToFirstRedirect(settings, `/${codeOf(0)}`, checkout)
    const send = async (file: string) => {
      const before = cpuSeconds(server.pid)
      const load = await sendLoad({ port: server.port, requests: file, connections: creators, seconds })
      return { perSecond: load.perSecond, cpu: ((cpuSeconds(server.pid) - before) / load.requests) * 1e6 }
    }
    measures.push(async () => {
      const [created, updated] = [await send(files.creations), await send(files.updates)]
      return {
        'links created per second': created.perSecond,
        'CPU per created link (µs)': created.cpu,
        'links updated per second': updated.perSecond,
        'CPU per updated link (µs)': updated.cpu,
      }
    })
    ends.push(async () => {
      await server.end()
      remove()
    })
  }
  await compare(measures)
  for (const end of ends) await end()
}

async function compareStarts(checkouts: string[], dataSets: DataSets, links: number): Promise<void> {
  const figure = `start to first redirect, links stored: ${links.toLocaleString('en')} (ms)`
  const measures: (() => Promise<Figures>)[] = []
  const removes: (() => void)[] = []
  for (const checkout of checkouts) {
    const { settings, remove } = await dataSets.copy({ links })
    removes.push(remove)
    measures.push(async () => {
      const { server, milliseconds } = await timeToFirstRedirect(settings, `/${codeOf(links >> 1)}`, checkout)
      await server.end()
      return { [figure]: milliseconds }
    })
  }
  await compare(measures)
  for (const remove of removes) remove()
}

const parts = ['redirects', 'requests', 'changes', 'starts']
const [other, ...rest] = process.argv.slice(2)
if (!other || !rest.every((part) => parts.includes(part))) {
  console.error(`usage: npm run bench:against -- FOLDER [${parts.join('|')}]…`)
  process.exit(1)
}
await prepareMachine()
pin(loadCore, process.pid)
const checkouts = [resolve(other), root]
const making = (await import(join(resolve(other), 'bench/data/data-sets.ts'))) as {
  DataSets: typeof DataSets
}
const dataSets = new making.DataSets(false)
const wants = (part: string) => rest.length === 0 || rest.includes(part)
if (wants('redirects')) await compareRedirects(checkouts, dataSets)
if (wants('requests')) await compareRequests(checkouts, dataSets)
if (wants('changes')) await compareChanges(checkouts, dataSets)
for (const links of wants('starts') ? [1, full.manyLinks] : [])
  await compareStarts(checkouts, dataSets, links)
process.exit()
