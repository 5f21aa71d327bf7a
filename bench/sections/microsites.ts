// Microsite pages as fast as one core serves them, and how changes to pages affect visitors of links.
import { join } from 'node:path'
import { cpuSeconds } from '../cpu.ts'
import { host, writePageVisits, writeVisits } from '../data/requests.ts'
import { type LoadResult, sendLoad } from '../load.ts'
import { atLeast, type Row, spreadOf } from '../report/measurements.ts'
import type { Section } from '../section.ts'
import { type Server, startLinnet } from '../servers.ts'

const connections = 64
const visitors = 16
// As for creating links: some 2,000 visits a second, well below the core's capacity.
const visitorPause = 16
const changedPages = 8
const slug = 'bench-page'

/** One component of each of the usual kinds: twelve. */
const components: [string, object][] = [
  ['PROFILE', { title: 'Ana Wijaya', description: 'I make pots, and show how. Jakarta and Yogyakarta.' }],
  ['HORIZONTAL_LINK', { links: ['instagram', 'tiktok', 'youtube', 'github'].map(iconLink) }],
  ['LINK', { value: 'My shop', href: 'https://shop.example/ana', buttonColor: '#b32c43', icon: 'shop' }],
  ['LINK', { value: 'Courses', href: 'https://courses.example/pottery', buttonEffect: 'lift' }],
  ['LINK', { value: 'Newsletter', href: 'https://letters.example/ana', textFont: 'serif' }],
  [
    'TEXT',
    { content: 'New pieces every first Sunday of the month.\nWorkshops are in English and Indonesian.' },
  ],
  ['DIVIDER', { style: 'dashed', width: 60 }],
  ['COUNTDOWN', { timestamp: 2_000_000_000 }],
  ['CALENDAR', { title: 'Open studio', startDate: '2027-02-07T10:00:00', timezone: 'Asia/Jakarta' }],
  ['MAPS', { name: 'Studio', address: 'Jl. Kaliurang 5, Yogyakarta' }],
  [
    'CONTACT',
    { value: 'Save my contact', name: 'Ana Wijaya', email: 'ana@example.com', phone: '+62 274 555' },
  ],
  ['MEDIA', { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }],
]

function iconLink(icon: string) {
  return { icon, url: `https://${icon}.com/ana` }
}

export const microsites: Section = {
  name: 'microsites',
  title: 'Microsites',
  method: `A page of ${components.length} components on SQLite, requested with ${connections} connections of \`wrk\` as browsers
do, with \`Accept-Encoding: gzip, deflate, br\`; each view is counted. *During changes*: a steady load of ${visitors}
connections visits links, each waiting from 0 to ${visitorPause} ms before its next visit, alone and while
${changedPages} pages of ${components.length} components are changed over the API and visited after each change, one
change after another, so that each of them is read, rendered and compressed again.`,

  async measure({ options, dataSets, folder }) {
    const { codes, requests, rounds, seconds } = options
    const data = await dataSets.copy({ links: codes })
    const [visits, views] = [join(folder, 'visits-of-links'), join(folder, 'views')]
    writeVisits(visits, { links: codes, codes, count: requests })
    writePageVisits(views, `/${slug}`, requests)
    const linnet = await startLinnet(data.settings)
    const { port } = linnet
    const pages = Array.from({ length: changedPages }, (_, number) => `changed-${number}`)
    try {
      const api = apiOf(linnet, data.key)
      for (const page of [slug, ...pages]) await makePage(api, page)
      const size = await compressedSize(linnet)
      let first = 0
      const visit = async (): Promise<LoadResult> => {
        const load = { port, requests: visits, connections: visitors, seconds, first, pause: visitorPause }
        const result = await sendLoad(load)
        first += result.requests
        return result
      }
      const view = async () => {
        const before = cpuSeconds(linnet.pid)
        const load = await sendLoad({ port, requests: views, connections, seconds })
        return { ...load, cpu: ((cpuSeconds(linnet.pid) - before) / load.requests) * 1e6 }
      }
      if (options.warmUpSeconds > 0) await Promise.all([visit(), view()])
      const taken: Round[] = []
      for (let round = 0; round < rounds; round++) {
        const viewed = await view()
        const alone = await visit()
        const changing = changePages(linnet, api, pages)
        const beside = await visit()
        taken.push({ viewed, alone, beside, changed: (await changing.stop()) / beside.seconds })
      }
      return { rows: rowsOf(taken), notes: [`The compressed page is ${size.toLocaleString('en')} bytes.`] }
    } finally {
      await linnet.end()
      data.remove()
    }
  },
}

interface Round {
  viewed: LoadResult & { cpu: number }
  alone: LoadResult
  beside: LoadResult
  /** Pages changed and visited per second. */
  changed: number
}

function rowsOf(rounds: Round[]): Row[] {
  const of = (value: (round: Round) => number) => spreadOf(rounds.map(value))
  return [
    {
      figure: 'Pages per second',
      unit: '/s',
      spread: of(({ viewed }) => viewed.perSecond),
      target: atLeast(10_000),
    },
    { figure: 'CPU per page, including counting', unit: 'µs', spread: of(({ viewed }) => viewed.cpu) },
    { figure: 'Page, p99', unit: 'ms', spread: of(({ viewed }) => viewed.p99) },
    { figure: 'Pages changed and rendered per second', unit: '/s', spread: of(({ changed }) => changed) },
    { figure: 'Redirect, p99, alone', unit: 'ms', spread: of(({ alone }) => alone.p99) },
    { figure: 'Redirect, p99, during changes', unit: 'ms', spread: of(({ beside }) => beside.p99) },
  ]
}

type Api = (methodAndPath: string, body: object) => Promise<Record<string, unknown>>

function apiOf({ port }: Server, key: string): Api {
  return async (methodAndPath, body) => {
    const [method, path] = methodAndPath.split(' ')
    const answer = await fetch(`http://127.0.0.1:${port}/v2${path}`, {
      method,
      headers: { host, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${methodAndPath} answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { data: Record<string, unknown> }).data
  }
}

async function makePage(api: Api, page: string): Promise<void> {
  await api('POST /microsites', { slug: page, title: 'Ana Wijaya', kind: 'portfolio' })
  for (const [kind, data] of components) await api(`POST /microsites/${page}/components`, { kind, data })
}

async function compressedSize({ port }: Server): Promise<number> {
  const headers = { host, 'accept-encoding': 'br' }
  const answer = await fetch(`http://127.0.0.1:${port}/${slug}`, {
    headers,
    decompress: false,
  } as RequestInit)
  return (await answer.bytes()).length
}

/** Changes the pages in turn, and requests each one after its change, until stopped; returns the number of changes. */
function changePages({ port }: Server, api: Api, pages: string[]): { stop(): Promise<number> } {
  let goesOn = true
  let changes = 0
  const running = (async () => {
    while (goesOn) {
      const page = pages[changes % pages.length]
      const title = `Ana Wijaya ${changes}`
      await api(`PUT /microsites/${page}`, { title })
      const seen = await fetch(`http://127.0.0.1:${port}/${page}`, { headers: { host } })
      if (!(await seen.text()).includes(title))
        throw new Error('a page was served as it was before its change')
      changes++
    }
    return changes
  })()
  return {
    stop: () => {
      goesOn = false
      return running
    },
  }
}
