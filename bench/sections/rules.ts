// What deciding costs a redirect: ten rules, and visitors who are shared by two destinations.
import { join } from 'node:path'
import { cpuSeconds, secondsOfThreads } from '../cpu.ts'
import { fillRules } from '../data/fill-rules.ts'
import { codeOf } from '../data/link-texts.ts'
import { writeVisits } from '../data/requests.ts'
import { sendLoad } from '../load.ts'
import { ask } from '../queries.ts'
import { atMost, type Row, spreadOf } from '../report/measurements.ts'
import type { Section } from '../section.ts'
import { startLinnet } from '../servers.ts'

const connections = 64
// All of them fit into the cache with their rules: a miss would measure the database instead.
const mostLinks = 1000

const to = (name: string) => [{ long_url: `https://example.com/${name}`, weight: 1 }]

/** As people combine them; hardly any of the load's visitors is meant by one of them. */
const tenRules = [
  { when: { country: ['DE'], os: ['ios' as const] }, to: to('1') },
  { when: { country: ['AT', 'CH'], language: ['de'] }, to: to('2') },
  { when: { os: ['other' as const] }, to: to('3') },
  { when: { device: ['bot' as const] }, to: to('4') },
  { when: { referer: ['t.co', 'x.com'] }, to: to('5') },
  { when: { language: ['fr', 'it'] }, to: to('6') },
  { when: { query: { ref: 'news' } }, to: to('7') },
  { when: { days: ['sat' as const], hours: ['03:00', '03:01'], time_zone: 'Asia/Jakarta' }, to: to('8') },
  { when: { scan: true }, to: to('9') },
  { when: { browser: ['opera'], device: ['tablet' as const] }, to: to('10') },
]
const split = [
  {
    when: {},
    to: [
      { long_url: 'https://example.com/a', weight: 70 },
      { long_url: 'https://example.com/b', weight: 30 },
    ],
  },
]

const kinds = { plain: null, 'ten rules': tenRules, 'a split': split } as const
type Kind = keyof typeof kinds

export const rules: Section = {
  name: 'rules',
  title: 'Links that decide',
  method: `Redirects of links without rules, with ten rules of which hardly one holds, and with one rule that shares its
visitors between two destinations; 1,000 links of each kind, which fit into the cache, and otherwise as in *Redirects*. Each kind has a server of its own, and they take turns within
a round. The CPU is that of all threads but the click worker; the differences are those within a round.`,

  async measure({ options, dataSets, folder }) {
    const { requests, rounds, seconds, warmUpSeconds } = options
    const codes = Math.min(options.codes, mostLinks)
    const visits = join(folder, 'visits')
    writeVisits(visits, { links: codes, codes, count: requests })
    const names = Object.keys(kinds) as Kind[]
    const copies: Awaited<ReturnType<typeof dataSets.copy>>[] = []
    for (const _name of names) copies.push(await dataSets.copy({ links: codes }))
    for (const [index, name] of names.entries())
      if (kinds[name]) await fillRules(copies[index]?.settings ?? {}, [...kinds[name]])
    const servers = await Promise.all(copies.map(({ settings }) => startLinnet(settings)))
    try {
      const cpu = async (kind: Kind, time: number, first: number): Promise<number> => {
        const [server, data] = [servers[names.indexOf(kind)], copies[names.indexOf(kind)]]
        if (!server || !data) throw new Error(`no server has links with ${kind}`)
        const spent = () => cpuSeconds(server.pid) - secondsOfThreads(server.pid, 'Worker')
        const before = spent()
        const load = { port: server.port, requests: visits, connections, seconds: time, first }
        const { requests: answered } = await sendLoad(load)
        const micros = ((spent() - before) / answered) * 1e6
        // The next server shall not share its core with this one's click worker.
        await ask(server, data.key, `/links/${codeOf(0)}/stats/lifetime`)
        return micros
      }
      if (warmUpSeconds > 0) for (const kind of names) await cpu(kind, warmUpSeconds, 0)
      const taken: Record<Kind, number>[] = []
      for (let round = 0; round < rounds; round++) {
        const values: Partial<Record<Kind, number>> = {}
        for (const kind of names) values[kind] = await cpu(kind, seconds, round * 7919)
        taken.push(values as Record<Kind, number>)
      }
      const row = (kind: Kind): Row => ({
        figure: `CPU per redirect, ${kind === 'plain' ? 'without rules' : kind}`,
        unit: 'µs',
        spread: spreadOf(taken.map((values) => values[kind])),
      })
      const more = (kind: Kind, most: number): Row => ({
        figure: `What ${kind} ${kind === 'a split' ? 'costs' : 'cost'} more`,
        unit: 'µs',
        spread: spreadOf(taken.map((values) => values[kind] - values.plain)),
        target: atMost(most),
      })
      return { rows: [...names.map(row), more('ten rules', 3), more('a split', 2)], notes: [] }
    } finally {
      await Promise.all(servers.map((server) => server.end()))
      for (const { remove } of copies) remove()
    }
  },
}
