// The cost of agents: a tool call and a list of tools, in both revisions of the protocol, compared with the API.
import { join } from 'node:path'
import { cpuSeconds } from '../cpu.ts'
import { email } from '../data/data-sets.ts'
import { fillKeys } from '../data/fill-keys.ts'
import { writeLinkReadings, writeMessages } from '../data/requests.ts'
import { sendLoad } from '../load.ts'
import { atMost, type Row, spreadOf, under } from '../report/measurements.ts'
import type { Section } from '../section.ts'
import { startLinnet } from '../servers.ts'

const connections = 32
// Each key may send 20 messages a second.
const credentials = 500

const kinds = {
  rest: 'CPU per request, `GET /v2/links/{short}`',
  call: 'CPU per message, `tools/call` of `get_link`, 2025-11-25',
  modernCall: 'CPU per message, `tools/call` of `get_link`, 2026-07-28',
  list: 'CPU per message, `tools/list`, 2025-11-25',
  modernList: 'CPU per message, `tools/list`, 2026-07-28',
} as const
type Kind = keyof typeof kinds

export const agents: Section = {
  name: 'agents',
  title: 'Agent tools',
  method: `Links read with \`GET /v2/links/{short}\` and with the tool \`get_link\`, and lists of all tools, on SQLite with
${connections} connections of \`wrk\`, one kind after another in each round, using ${credentials} API keys of one
account in turn. The CPU is that of the whole process. The plan has no limits, but each call still
counts towards the plan's calls.`,

  async measure({ options, dataSets, folder }) {
    const { codes, requests: count, rounds, seconds, warmUpSeconds } = options
    const data = await dataSets.copy({ links: codes })
    const keys = await fillKeys(data.settings, email, credentials)
    const server = await startLinnet(data.settings)
    try {
      const files = Object.fromEntries(
        Object.keys(kinds).map((kind) => [kind, join(folder, kind)]),
      ) as Record<Kind, string>
      const extent = { links: codes, codes, count, keys }
      writeLinkReadings(files.rest, extent)
      writeMessages(files.call, extent, { tool: 'get_link', revision: '2025-11-25' })
      writeMessages(files.modernCall, extent, { tool: 'get_link', revision: '2026-07-28' })
      writeMessages(files.list, extent, { tool: null, revision: '2025-11-25' })
      writeMessages(files.modernList, extent, { tool: null, revision: '2026-07-28' })
      const cpu = async (kind: Kind, time: number, first: number): Promise<number> => {
        const before = cpuSeconds(server.pid)
        const load = { port: server.port, requests: files[kind], connections, seconds: time, first }
        const result = await sendLoad(load)
        return ((cpuSeconds(server.pid) - before) / result.requests) * 1e6
      }
      const all = Object.keys(kinds) as Kind[]
      if (warmUpSeconds > 0) for (const kind of all) await cpu(kind, warmUpSeconds, 0)
      const taken: Record<Kind, number>[] = []
      for (let round = 0; round < rounds; round++) {
        const values: Partial<Record<Kind, number>> = {}
        for (const kind of all) values[kind] = await cpu(kind, seconds, round * 7919)
        taken.push(values as Record<Kind, number>)
      }
      const row = (kind: Kind, more: Partial<Row> = {}): Row => ({
        figure: kinds[kind],
        unit: 'µs',
        spread: spreadOf(taken.map((values) => values[kind])),
        ...more,
      })
      const over = (kind: Kind, revision: string): Row => ({
        figure: `CPU of a tool call minus the API request, ${revision}`,
        unit: 'µs',
        spread: spreadOf(taken.map((values) => values[kind] - values.rest)),
        target: atMost(150),
      })
      return {
        rows: [
          row('rest', { target: atMost(90) }),
          row('call'),
          over('call', '2025-11-25'),
          row('modernCall'),
          over('modernCall', '2026-07-28'),
          row('list', { target: under(300) }),
          row('modernList', { target: under(300) }),
        ],
        notes: [],
      }
    } finally {
      await server.end()
      data.remove()
    }
  },
}
