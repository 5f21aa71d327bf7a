// The account's statistics with all breakdowns, over few clicks and over many.

import { ask, repeat, type Times, timesOf, warmUp } from '../queries.ts'
import { atMost, type Row, spreadOf, under } from '../report/measurements.ts'
import type { Section } from '../section.ts'
import { type Server, startLinnet } from '../servers.ts'

const number = (value: number) => value.toLocaleString('en')
// The target is "no slower"; two identical runs differ by this much.
const noise = 1.1

interface Stand {
  clicks: number
  server: Server
  key: string
  rounds: Times[]
}

export const statistics: Section = {
  name: 'statistics',
  title: 'Account statistics',
  method: `\`GET /v2/stats?additional=true&start=…\` over 90 days, from one client, one query after another, on a keep-alive
connection. The clicks are on 100,000 links by Zipf's law, evenly over the days, and were counted day by day by the
product's own code. Each round has some 300 queries, or as many as fit into 10 seconds. The target is
that more clicks make it no slower; ${Math.round((noise - 1) * 100)} % is allowed for noise.`,

  async measure({ options, dataSets }) {
    const { clicks, clickedLinks, days, queries, querySeconds, rounds } = options
    const stands: Stand[] = []
    const remove: (() => void)[] = []
    const start = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
    const path = `/stats?additional=true&start=${start}`
    try {
      for (const count of clicks) {
        const data = await dataSets.copy({ links: clickedLinks, clicks: { count, days } })
        remove.push(data.remove)
        const server = await startLinnet(data.settings)
        remove.push(() => void server.end('SIGKILL'))
        const { body } = await ask<{ data: { clicks: number } }>(server, data.key, path)
        if (body.data.clicks !== count)
          throw new Error(`the statistics count ${body.data.clicks} clicks instead of ${count}`)
        if (options.warmUpSeconds > 0) await warmUp(server, data.key)
        stands.push({ clicks: count, server, key: data.key, rounds: [] })
      }
      for (let round = 0; round < rounds; round++)
        for (const { server, key, rounds } of stands) {
          const most = { queries, seconds: querySeconds }
          rounds.push(timesOf(await repeat(most, () => ask(server, key, path))))
        }
      return { rows: rowsOf(stands), notes: [] }
    } finally {
      for (const undo of remove.reverse()) undo()
    }
  },
}

function rowsOf(stands: Stand[]): Row[] {
  const [few, many] = stands as [Stand, Stand]
  const row = ({ clicks, rounds }: Stand, value: keyof Times): Row => ({
    figure: `${number(clicks)} clicks, ${value}`,
    unit: 'ms',
    spread: spreadOf(rounds.map((times) => times[value])),
  })
  return [
    row(few, 'p50'),
    row(few, 'p99'),
    row(many, 'p50'),
    { ...row(many, 'p99'), target: under(20) },
    {
      figure: `${number(many.clicks)} clicks relative to ${number(few.clicks)}, p99`,
      unit: '×',
      spread: spreadOf(many.rounds.map(({ p99 }, round) => p99 / (few.rounds[round]?.p99 as number))),
      target: atMost(noise),
    },
  ]
}
