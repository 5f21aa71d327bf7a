// Creating links over the API as fast as possible, and how it affects visitors.
import { join } from 'node:path'
import { writeCreations, writeVisits } from '../data/requests.ts'
import { type LoadResult, sendLoad } from '../load.ts'
import { atLeast, atMost, type Row, spreadOf } from '../report/measurements.ts'
import type { Section } from '../section.ts'
import { startLinnet } from '../servers.ts'

const creators = 32
const visitors = 16
// Each waits 8 ms on average: some 2,000 visits a second, well below the core's capacity.
const visitorPause = 16

export const creating: Section = {
  name: 'creating',
  title: 'Creating links',
  method: `\`POST /v2/links\` on SQLite with ${creators} connections of \`wrk\`, each link with its own destination and title;
the plan allows 10,000,000 requests per minute. Visits are a steady load of ${visitors} connections, each of which
waits from 0 to ${visitorPause} ms before its next visit (some 2,000 visits a second): at full speed, their times
would only show how the core is shared. Each round measures visits alone, creating links alone, and both at once;
times are from sending a request to its response.`,

  async measure({ options, dataSets, folder }) {
    const { codes, requests, rounds, seconds } = options
    const data = await dataSets.copy({ links: codes })
    const visits = join(folder, 'visits-beside')
    const creations = join(folder, 'creations')
    writeVisits(visits, { links: codes, codes, count: requests })
    writeCreations(creations, data.key, Math.min(requests, 100_000))
    const { port, end } = await startLinnet(data.settings)
    let first = 0
    const visit = async (): Promise<LoadResult> => {
      const pace = { connections: visitors, pause: visitorPause }
      const result = await sendLoad({ port, requests: visits, seconds, first, ...pace })
      first += result.requests
      return result
    }
    const create = () => sendLoad({ port, requests: creations, connections: creators, seconds })
    try {
      // Compiles the measured code, and caches the most requested links.
      if (options.warmUpSeconds > 0) await Promise.all([visit(), create()])
      const taken: Round[] = []
      for (let round = 0; round < rounds; round++) {
        const alone = await visit()
        const created = await create()
        const [beside, createdBeside] = await Promise.all([visit(), create()])
        taken.push({ alone, created, beside, createdBeside })
      }
      return { rows: rowsOf(taken), notes: [] }
    } finally {
      await end()
      data.remove()
    }
  },
}

/** One round: visits alone, creating alone, and both at once. */
interface Round {
  alone: LoadResult
  created: LoadResult
  beside: LoadResult
  createdBeside: LoadResult
}

function rowsOf(rounds: Round[]): Row[] {
  const of = (value: (round: Round) => number) => spreadOf(rounds.map(value))
  return [
    {
      figure: 'Links created per second',
      unit: '/s',
      spread: of(({ created }) => created.perSecond),
      target: atLeast(2500),
    },
    {
      figure: 'Links created per second, during visits',
      unit: '/s',
      spread: of(({ createdBeside }) => createdBeside.perSecond),
    },
    { figure: 'Creating a link, p99', unit: 'ms', spread: of(({ created }) => created.p99) },
    { figure: 'Visits per second, alone', unit: '/s', spread: of(({ alone }) => alone.perSecond) },
    {
      figure: 'Visits per second, while links are created',
      unit: '/s',
      spread: of(({ beside }) => beside.perSecond),
    },
    { figure: 'Redirect, p99, alone', unit: 'ms', spread: of(({ alone }) => alone.p99) },
    { figure: 'Redirect, p99, while links are created', unit: 'ms', spread: of(({ beside }) => beside.p99) },
    {
      figure: 'Redirect, p99, while links are created, relative to alone',
      unit: '×',
      spread: of(({ alone, beside }) => beside.p99 / alone.p99),
      target: atMost(2),
    },
  ]
}
