// How long visitors wait for a starting server, also after it was killed under load.
import { join } from 'node:path'
import { codeOf } from '../data/link-texts.ts'
import { writeVisits } from '../data/requests.ts'
import { sendLoad } from '../load.ts'
import { spreadOf, under } from '../report/measurements.ts'
import type { Section } from '../section.ts'
import { timeToFirstRedirect } from '../servers.ts'

const connections = 64

export const starting: Section = {
  name: 'starting',
  title: 'Starting',
  method: `From starting \`bin/linnet serve\` to the first 302, with 1,000,000 links, retrying as long as the port refuses
connections. After a normal stop, and after a \`kill -9\` under load, which leaves a write-ahead log to recover and a
journal to count. The files are in the system's cache, as after a restart of a service.`,

  async measure({ options, dataSets, folder }) {
    const { manyLinks, codes, requests, seconds, starts } = options
    const data = await dataSets.copy({ links: manyLinks })
    const visits = join(folder, 'visits-start')
    writeVisits(visits, { links: manyLinks, codes: Math.min(codes, manyLinks), count: requests })
    const path = `/${codeOf(manyLinks >> 1)}`
    const stopped: number[] = []
    const killed: number[] = []
    try {
      for (let start = 0; start < starts; start++) {
        const first = await timeToFirstRedirect(data.settings, path)
        stopped.push(first.milliseconds)
        const load = sendLoad({ port: first.server.port, requests: visits, connections, seconds }).catch(
          () => 'it was killed',
        )
        await Bun.sleep(seconds * 500)
        await first.server.end('SIGKILL')
        await load
        const second = await timeToFirstRedirect(data.settings, path)
        killed.push(second.milliseconds)
        await second.server.end()
      }
      return {
        rows: [
          { figure: 'Start to first redirect', unit: 'ms', spread: spreadOf(stopped), target: under(500) },
          {
            figure: 'Start to first redirect after kill -9',
            unit: 'ms',
            spread: spreadOf(killed),
            target: under(500),
          },
        ],
        notes: [],
      }
    } finally {
      data.remove()
    }
  },
}
