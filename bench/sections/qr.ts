// QR codes: how many a second, and how rendering them affects visitors.
import { join } from 'node:path'
import { writePictures, writeVisits } from '../data/requests.ts'
import { type LoadResult, sendLoad } from '../load.ts'
import { atLeast, atMost, type Row, spreadOf } from '../report/measurements.ts'
import type { Section } from '../section.ts'
import { startLinnet } from '../servers.ts'

const connections = 32
const visitors = 16
// Each waits 8 ms on average: some 2,000 visits a second, well below the core's capacity.
const visitorPause = 16
// Few enough to be cached.
const fewCodes = 500

interface Round {
  remembered: LoadResult
  different: LoadResult
  png: LoadResult
  alone: LoadResult
  beside: LoadResult
  pngBeside: LoadResult
}

export const qr: Section = {
  name: 'qr',
  title: 'QR codes',
  method: `\`GET /{short}.svg\` and \`.png\` of links with ${connections} connections of \`wrk\`, the server and its render
process on one core, on SQLite. "All different" goes through all links, of which far fewer are cached; "cached"
through only ${fewCodes} of them. Each PNG has another code and another size (64 to 2048 pixels), so each is rendered.
Visits are a steady load of ${visitors} connections, each of which waits from 0 to ${visitorPause} ms before its next
visit: first alone, then while PNGs are requested as fast as possible.`,

  async measure({ options, dataSets, folder }) {
    const { codes, requests, rounds, seconds, warmUpSeconds } = options
    const data = await dataSets.copy({ links: codes })
    const files = { visits: '', different: '', remembered: '', png: '' }
    for (const name of Object.keys(files) as (keyof typeof files)[]) files[name] = join(folder, `qr-${name}`)
    writeVisits(files.visits, { links: codes, codes, count: requests })
    writePictures(files.different, 'svg', { links: codes, codes, count: requests })
    writePictures(files.remembered, 'svg', {
      links: codes,
      codes: Math.min(fewCodes, codes),
      count: requests,
    })
    writePictures(files.png, 'png', { links: codes, codes, count: requests })
    const { port, end } = await startLinnet(data.settings)
    const next = new Map<string, number>()
    const load = async (requests: string, many = connections, pause = 0): Promise<LoadResult> => {
      const first = next.get(requests) ?? 0
      const result = await sendLoad({ port, requests, connections: many, seconds, first, pause })
      next.set(requests, first + result.requests)
      return result
    }
    const visit = () => load(files.visits, visitors, visitorPause)
    const draw = () => load(files.png, visitors)
    try {
      if (warmUpSeconds > 0)
        await Promise.all([visit(), load(files.different), load(files.remembered), draw()])
      const taken: Round[] = []
      for (let round = 0; round < rounds; round++) {
        const remembered = await load(files.remembered)
        const different = await load(files.different)
        const png = await draw()
        const alone = await visit()
        const [beside, pngBeside] = await Promise.all([visit(), draw()])
        taken.push({ remembered, different, png, alone, beside, pngBeside })
      }
      return { rows: rowsOf(taken), notes: [] }
    } finally {
      await end()
      data.remove()
    }
  },
}

function rowsOf(taken: Round[]): Row[] {
  const of = (value: (round: Round) => number) => spreadOf(taken.map(value))
  const perSecond = (figure: string, name: keyof Round, target?: number): Row => ({
    figure,
    unit: '/s',
    spread: of((round) => round[name].perSecond),
    ...(target === undefined ? {} : { target: atLeast(target) }),
  })
  return [
    perSecond('SVGs per second, all different', 'different', 5000),
    perSecond('SVGs per second, cached', 'remembered', 5000),
    perSecond('PNGs per second, each rendered', 'png'),
    perSecond('PNGs per second, each rendered, during visits', 'pngBeside'),
    { figure: 'Visit, p99, alone', unit: 'ms', spread: of(({ alone }) => alone.p99) },
    { figure: 'Visit, p99, while PNGs are rendered', unit: 'ms', spread: of(({ beside }) => beside.p99) },
    {
      figure: 'Visit, p99, while PNGs are rendered, relative to alone',
      unit: '×',
      spread: of(({ alone, beside }) => beside.p99 / alone.p99),
      target: atMost(2),
    },
  ]
}
