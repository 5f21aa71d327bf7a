// The cost of authenticating an API request: with an API key, and with an OAuth access token.
import { join } from 'node:path'
import { accessToken } from '../access-token.ts'
import { cpuSeconds } from '../cpu.ts'
import { writeReadings } from '../data/requests.ts'
import { type LoadResult, sendLoad } from '../load.ts'
import { atMost, spreadOf } from '../report/measurements.ts'
import type { Section } from '../section.ts'
import { startLinnet } from '../servers.ts'

const connections = 32

export const credentials: Section = {
  name: 'credentials',
  title: 'Checking credentials',
  method: `\`GET /v2/user\` on SQLite with ${connections} connections of \`wrk\`, with an API key and with an access token of the
same account, in turn. The CPU is that of the whole process; the two differ only in the credential, the limit that the
tokens of an application share, and the headers that report it. Plan and application allow 10,000,000 requests per
minute.`,

  async measure({ options, dataSets, folder }) {
    const { codes, rounds, seconds, warmUpSeconds } = options
    const data = await dataSets.copy({ links: codes })
    const server = await startLinnet({ ...data.settings, OAUTH_APP_REQUESTS_PER_MINUTE: '10000000' })
    try {
      const token = await accessToken(server, data.settings)
      const load = async (credential: string, time: number): Promise<{ cpu: number; result: LoadResult }> => {
        const requests = join(folder, 'readings')
        writeReadings(requests, '/v2/user', credential)
        const before = cpuSeconds(server.pid)
        const result = await sendLoad({ port: server.port, requests, connections, seconds: time })
        return { cpu: ((cpuSeconds(server.pid) - before) / result.requests) * 1e6, result }
      }
      if (warmUpSeconds > 0) for (const credential of [data.key, token]) await load(credential, warmUpSeconds)
      const taken: { key: number; token: number; perSecond: number }[] = []
      for (let round = 0; round < rounds; round++) {
        const key = await load(data.key, seconds)
        const { cpu, result } = await load(token, seconds)
        taken.push({ key: key.cpu, token: cpu, perSecond: result.perSecond })
      }
      const of = (value: (round: (typeof taken)[number]) => number) => spreadOf(taken.map(value))
      return {
        rows: [
          { figure: 'CPU per request, API key', unit: 'µs', spread: of(({ key }) => key) },
          { figure: 'CPU per request, access token', unit: 'µs', spread: of(({ token }) => token) },
          {
            figure: 'CPU per request, access token minus API key',
            unit: 'µs',
            spread: of(({ key, token }) => token - key),
            target: atMost(10),
          },
          {
            figure: 'Requests per second, access token',
            unit: '/s',
            spread: of(({ perSecond }) => perSecond),
          },
        ],
        notes: [],
      }
    } finally {
      await server.end()
      data.remove()
    }
  },
}
