// The main job on real input: real URLs, the user agents of real devices, and independently computed sums.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type Link } from '@linnet/contract'
import { devices } from 'playwright-core'
import { type Engine, engines, type FreshDatabase, freshDatabase } from '../test/databases.ts'
import { newKey, type ServerProcess, serve } from '../test/machine/program.ts'

const visits = 1000
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

// Well-known addresses, with the countries of their operators.
const places: [address: string, country: string][] = [
  ['8.8.8.8', 'US'],
  ['193.0.6.139', 'NL'],
  ['202.12.29.175', 'AU'],
  ['196.216.2.1', 'ZA'],
  ['200.160.2.3', 'BR'],
  ['133.11.0.1', 'JP'],
  ['129.132.1.1', 'CH'],
  ['202.46.129.1', 'ID'],
  ['2001:67c:2e8::1', 'NL'],
  ['192.168.1.1', 'ZZ'],
]

const referers: [header: string | null, site: string][] = [
  ['https://www.google.com/search?q=short+links', 'google.com'],
  ['https://news.ycombinator.com/item?id=1', 'ycombinator.com'],
  ['https://www.bbc.co.uk/news/technology', 'bbc.co.uk'],
  ['https://t.co/Xyz123', 't.co'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  [null, 'direct'],
]

// As many as one request can create.
const mostAddresses = 100

/** The home pages of the installed packages. */
function realAddresses(): string[] {
  const folder = join(import.meta.dir, '../node_modules')
  const packages = readdirSync(folder).filter((name) => !/^[.@]/.test(name))
  const pages = packages.map(
    (name) =>
      (JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as { homepage?: string })
        .homepage,
  )
  const addresses = new Set(pages.filter((page) => page !== undefined && /^https?:\/\//.test(page)))
  return [...addresses].slice(0, mostAddresses) as string[]
}

interface Visit {
  link: number
  userAgent: string
  isMobile: boolean | null
  place: (typeof places)[number]
  referer: (typeof referers)[number]
}

/** A realistic distribution of visits: a few links have most of them. */
function plannedVisits(links: number): Visit[] {
  const agents = Object.values(devices)
  return Array.from({ length: visits }, (_, number) => {
    const agent = number % 25 === 0 ? undefined : agents[(number * 7) % agents.length]
    return {
      link: Math.floor(links / (1 + ((number * 13) % links))) % links,
      userAgent: agent?.userAgent ?? crawler,
      isMobile: agent?.isMobile ?? null,
      place: places[(number * 11) % places.length] as Visit['place'],
      referer: referers[(number * 5) % referers.length] as Visit['referer'],
    }
  })
}

function countBy<T>(list: T[], key: (item: T) => string | number): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of list) counts[key(item)] = (counts[key(item)] ?? 0) + 1
  return counts
}

function byName(entries: { name: string; code?: string; clicks: number }[] = []): Record<string, number> {
  return Object.fromEntries(entries.map(({ code, name, clicks }) => [code ?? name, clicks]))
}

for (const engine of engines) describe(`the main job on real input, on ${engine}`, () => mainJob(engine))

function mainJob(engine: Engine): void {
  let database: FreshDatabase
  let server: ServerProcess
  let key: string
  let links: Link[]
  let planned: Visit[]

  const client = () => createClient({ baseUrl: `${server.url}/v2`, credential: key })

  beforeAll(async () => {
    database = await freshDatabase(engine)
    const plans = join(database.env.DATA_DIR, 'plans.json')
    writeFileSync(plans, JSON.stringify({ unlimited: { requests_per_minute: 100_000 } }))
    const settings = { ...database.env, PLANS_FILE: plans, TRUST_PROXY: '127.0.0.0/8,::1' }
    server = await serve(settings)
    key = await newKey(settings)
    const addresses = realAddresses()
    const { links: operations } = client()
    const created = await operations.createMany({ links: addresses.map((long_url) => ({ long_url })) })
    expect(created.data.failed).toBe(0)
    links = created.data.items.flatMap((item) => item.data ?? [])
    planned = plannedVisits(links.length)
    let next = 0
    const visitor = async () => {
      for (let visit = planned[next++]; visit; visit = planned[next++]) {
        const link = links[visit.link]
        const answer = await fetch(`${server.url}/${link?.short}`, {
          redirect: 'manual',
          headers: {
            'user-agent': visit.userAgent,
            'x-forwarded-for': visit.place[0],
            ...(visit.referer[0] === null ? {} : { referer: visit.referer[0] }),
          },
        })
        if (answer.headers.get('location') !== link?.long_url)
          throw new Error(`${answer.status} for ${link?.short}`)
      }
    }
    await Promise.all(Array.from({ length: 16 }, visitor))
  })

  afterAll(async () => {
    await server.end('SIGTERM')
    await database.remove()
  })

  test('the account has every click, its links in order, and every breakdown adds up', async () => {
    const { statistics } = client()
    const { data } = await statistics.account({ additional: true })
    const perLink = countBy(planned, ({ link }) => link)
    const most = Object.values(perLink)
      .sort((a, b) => b - a)
      .slice(0, 10)
    expect(data.clicks).toBe(visits)
    expect(data.timeline.at(-1)?.bots).toBe(planned.filter(({ isMobile }) => isMobile === null).length)
    expect(data.links.map(({ clicks }) => clicks)).toEqual(most)
    expect(byName(data.locations)).toEqual(countBy(planned, ({ place }) => place[1]))
    expect(byName(data.referers)).toEqual(countBy(planned, ({ referer }) => referer[1]))
    const { mobile = 0, tablet = 0, desktop = 0, bot = 0 } = byName(data.devices)
    expect(mobile + tablet).toBe(planned.filter(({ isMobile }) => isMobile === true).length)
    expect(desktop).toBe(planned.filter(({ isMobile }) => isMobile === false).length)
    expect(bot).toBe(planned.filter(({ isMobile }) => isMobile === null).length)
  })

  test('each link has its own clicks and its own visitors', async () => {
    const { statistics } = client()
    for (const number of new Set(planned.map(({ link }) => link))) {
      const own = planned.filter(({ link }) => link === number)
      const people = own.filter(({ isMobile }) => isMobile !== null)
      const visitors = new Set(people.map(({ place, userAgent }) => `${place[0]} ${userAgent}`))
      const { data } = await statistics.link({ short: links[number]?.short ?? '' })
      expect(data.at(-1)).toMatchObject({ clicks: own.length, visitors: visitors.size })
    }
  })
}
