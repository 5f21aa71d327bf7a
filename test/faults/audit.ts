// The audit: compares the responses that all users got with what the service and its database contain afterwards.
import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { join } from 'node:path'
import type { ClickedLink } from '@linnet/contract'
import pg from 'pg'
import type { FreshDatabase } from '../databases.ts'
import { until } from '../timeouts.ts'
import type { WebhookReceiver } from '../webhooks/webhook-receiver.ts'
import { ask, type Endpoint } from '../webhooks/webhooks.ts'
import type { UserRecord } from './people.ts'
import type { Service } from './service.ts'
import { auditSwitches, chain, historyOf } from './undoers.ts'

interface Link {
  id: string
  short: string
  title: string
  long_url: string
  status: string
  clicks: number
}

export interface Findings {
  /** Clicks that were answered, and clicks that the service counts. */
  answered: number
  cut: number
  counted: number
  links: number
  changes: number
  /** Entries of the checked histories, and switches among them. */
  entries: number
  switches: number
}

const sum = (numbers: { clicks: number }[]) => numbers.reduce((total, { clicks }) => total + clicks, 0)
const from = (day: string) => `start=${shifted(day, -20)}&end=${shifted(day, 20)}`

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Fails if anything acknowledged is missing, anything counts twice, or two numbers differ. */
export async function audit(
  service: Service,
  record: UserRecord,
  database: FreshDatabase,
  today = new Date().toISOString().slice(0, 10),
): Promise<Findings> {
  const links = await allLinks(service)
  const byId = new Map(links.map((link) => [link.id, link]))
  auditLinks(links, record)
  for (const [id, { acknowledged, perhaps }] of record.titles)
    expect([acknowledged, perhaps]).toContain(byId.get(id)?.title ?? 'no link')
  for (const [id, { acknowledged, perhaps }] of record.archived)
    expect([acknowledged, perhaps]).toContain(byId.get(id)?.status === 'archived')
  auditRaces(byId, record)
  await auditQuota(service, links, record)
  const counted = await auditClicks(service, links, record, today)
  expect(await singleClicks(database)).toBe(counted)
  const known = [...record.clicks.values()]
  return {
    answered: known.reduce((total, { answered }) => total + answered, 0),
    cut: known.reduce((total, { cut }) => total + cut, 0),
    counted,
    links: links.length,
    changes: record.changes,
    ...(await auditHistories(service, record)),
  }
}

/** Every counted click has one event, every scan one more, in order; returns the number of events. */
export async function auditEvents(service: Service, listener: Endpoint): Promise<number> {
  const links = await allLinks(service)
  const deliveries = await listener.deliveries()
  expect(new Set(deliveries.map(({ event_id }) => event_id)).size).toBe(deliveries.length)
  const times = deliveries.map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  const dataOf = (type: string) =>
    deliveries.filter(({ event_type }) => event_type === type).map(({ body }) => body.data as ClickedLink)
  const [clicks, scans] = [dataOf('link.clicked'), dataOf('qr.scanned')]
  expect(new Set(clicks.map(({ click }) => click.id)).size).toBe(clicks.length)
  const received = Map.groupBy(clicks, ({ link }) => link.id)
  for (const { id, clicks } of links) expect([id, received.get(id)?.length ?? 0]).toEqual([id, clicks])
  expect(clicks.length).toBe(sum(links))
  expect(scans.length).toBeGreaterThan(0)
  expect(scans).toEqual(clicks.filter(({ click }) => click.qr))
  return deliveries.length
}

/**
 * Every event of an acknowledged change has arrived, and no other; each may have arrived several times, always the same.
 * Waits for deliveries in flight. Returns the numbers of events and of deliveries.
 */
export async function auditArrivals(
  service: Service,
  record: UserRecord,
  { arrivals, counts }: WebhookReceiver,
  database: FreshDatabase,
): Promise<{ events: number; deliveries: number }> {
  // Failed deliveries are retried after some five seconds, and those of a dead process after ten.
  let waiting: unknown[] = []
  await until(
    () => `these are delivered: ${JSON.stringify(waiting)}`,
    async () => {
      waiting = await waitingDeliveries(database)
      return waiting.length === 0
    },
  )
  const links = await allLinks(service)
  const bodies = new Map(arrivals.map(({ id, body }) => [id, body.toString()]))
  for (const { id, body } of arrivals) expect(body.toString()).toBe(bodies.get(id) ?? '')
  const events = [...bodies.values()].map((body) => JSON.parse(body))
  const dataOf = (wanted: string) => events.filter(({ type }) => type === wanted).map(({ data }) => data)
  const ids = (data: { id: string }[]) => data.map(({ id }) => id).sort()
  expect(ids(dataOf('link.created'))).toEqual(ids(links))
  const clicks = dataOf('link.clicked')
  const received = Map.groupBy(clicks, ({ link }) => link.id as string)
  for (const { id, clicks } of links) expect([id, received.get(id)?.length ?? 0]).toEqual([id, clicks])
  expect(clicks.length).toBe(sum(links))
  expect(dataOf('qr.scanned').map(({ click }) => click.id)).toBeArrayOfSize(
    clicks.filter(({ click }) => click.qr).length,
  )
  // A renamed link is updated too, and keeps its title.
  const titles = dataOf('link.updated')
    .filter(({ id }) => record.titles.has(id))
    .map(({ title }) => title as string)
  expect(new Set(titles).size).toBe(titles.length)
  for (const { all, acknowledged, perhaps } of record.titles.values()) {
    for (const title of all) expect(titles).toContain(title)
    // The last one may have got no response; if it exists, it has an event.
    for (const title of titles) expect([...all, acknowledged, perhaps]).toContain(title)
  }
  const archivings = Map.groupBy(dataOf('link.archived'), ({ id }) => id as string)
  // It is never restored, so an archived one has exactly one event.
  for (const { id, status } of links.filter(({ id }) => record.dated.has(id))) {
    expect([id, archivings.get(id)?.length ?? 0]).toEqual([id, status === 'archived' ? 1 : 0])
    archivings.delete(id)
  }
  const archived = [...archivings.values()].flat().length
  const [least, most] = [record.archives.acknowledged, record.archives.acknowledged + record.archives.cut]
  expect(archived).toBeGreaterThanOrEqual(least)
  expect(archived).toBeLessThanOrEqual(most)
  return { events: counts.size, deliveries: arrivals.length }
}

/** The pending deliveries, by how many attempts failed and when the next one is due (Unix seconds). */
function waitingDeliveries(database: FreshDatabase): Promise<{ tries: number; next_at: number }[]> {
  return ask(
    database,
    `select tries, next_at from webhook_deliveries where next_at is not null
      union all select 0 as tries, 0 as next_at from webhook_fanouts`,
  )
}

/** Every acknowledged link exists as acknowledged; none exists twice or without a request. */
function auditLinks(links: Link[], record: UserRecord): void {
  expect(new Set(links.map(({ short }) => short)).size).toBe(links.length)
  const byId = new Map(links.map((link) => [link.id, link]))
  const ids = new Set([...record.created.values()].map(({ id }) => id))
  expect(ids.size).toBe(record.created.size)
  for (const { id, long_url } of record.created.values())
    if (!record.planned.has(id)) expect(byId.get(id)?.long_url).toBe(long_url)
  const unknown = links.filter(({ id }) => !ids.has(id)).map(({ title }) => title)
  expect(new Set(unknown).size).toBe(unknown.length)
  for (const title of unknown) expect(record.perhaps).toContain(title)
}

/** A one-click link is used up if a visitor was redirected, and never by two visitors. */
function auditRaces(byId: Map<string, Link>, record: UserRecord): void {
  for (const [id, { won, refused, cut }] of record.oneClick) {
    const { status, clicks } = byId.get(id) as Link
    const outcome = { won, refused, cut, status, clicks }
    if (won === 1) expect(outcome).toMatchObject({ won: 1, status: 'consumed', clicks: 1 })
    else if (status === 'consumed')
      expect([outcome, won === 0 && cut > 0 && clicks <= 1]).toEqual([outcome, true])
    else expect(outcome).toMatchObject({ won: 0, refused: 0, status: 'active', clicks: 0 })
  }
}

/**
 * Histories say what users were answered: each title that a link is known to have had, once and in order, and each planned
 * switch once.
 */
async function auditHistories(
  service: Service,
  record: UserRecord,
): Promise<{ entries: number; switches: number }> {
  let entries = 0
  let switches = 0
  for (const [id, { all, perhaps }] of record.titles) {
    const history = await historyOf(service, id)
    entries += history.length
    const titles = chain(history, 'title') as string[]
    // Histories end at 200 entries.
    const known = all.slice(-190)
    const places = known.map((title) => titles.indexOf(title))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(new Set(titles).size).toBe(titles.length)
    for (const title of titles) expect([...all, perhaps]).toContain(title)
  }
  for (const [id, planned] of record.planned) switches += await auditSwitches(service, id, planned)
  return { entries, switches }
}

/** Each link and each rename has used one unit of the quota. */
async function auditQuota(service: Service, links: Link[], record: UserRecord): Promise<void> {
  const { renames, deleted, perhapsDeleted } = record
  const { data } = (await service.call('GET /quota')).body
  const least = links.length + deleted
  expect([least, least + perhapsDeleted]).toContain(data.links.used)
  expect(data.custom_slug_renames.used).toBe(renames)
}

/** Answered clicks count once, unanswered ones at most once, and all their numbers agree. Returns their number. */
async function auditClicks(
  service: Service,
  links: Link[],
  record: UserRecord,
  today: string,
): Promise<number> {
  for (const { id, clicks } of links) {
    const { answered, cut } = record.clicks.get(id) ?? { answered: 0, cut: 0 }
    if (clicks < answered || clicks > answered + cut)
      throw new Error(`link ${id} counts ${clicks} clicks; ${answered} were answered and ${cut} cut off`)
  }
  const total = sum(links)
  const { data } = (await service.call(`GET /stats?additional=true&${from(today)}`)).body
  expect(numbersOf(data)).toEqual(sameNumber(total))
  // The most clicked links in detail: they represent the others, which have the same kind of rows.
  for (const { id, clicks } of links.toSorted((a, b) => b.clicks - a.clicks).slice(0, 8)) {
    const days = (await service.call(`GET /links/${id}/stats?${from(today)}`)).body.data
    const parts = (await service.call(`GET /links/${id}/stats/breakdown?additional=true&${from(today)}`)).body
      .data
    const numbers = { timeline: days, ...parts }
    expect(numbersOf(numbers)).toEqual(sameNumber(clicks))
    expect((await service.call(`GET /links/${id}/stats/lifetime`)).body.data.clicks).toBe(clicks)
  }
  return total
}

const parts = ['timeline', 'referers', 'locations', 'devices', 'browsers'] as const

function numbersOf(data: { [part: string]: { clicks: number }[] }) {
  return Object.fromEntries(parts.map((part) => [part, sum(data[part] ?? [])]))
}

function sameNumber(number: number) {
  return Object.fromEntries(parts.map((part) => [part, number]))
}

async function allLinks(service: Service): Promise<Link[]> {
  const links: Link[] = []
  for (let page = 1; ; page++) {
    const { data, total } = (await service.call(`GET /links?status=all&limit=100&page=${page}`)).body
    links.push(...data)
    if (data.length === 0) {
      expect(links.length).toBe(total)
      return links
    }
  }
}

/** The stored individual clicks, which no operation returns. */
async function singleClicks({ env }: FreshDatabase): Promise<number> {
  const question = 'select coalesce(sum(clicks), 0) as number from click_blocks'
  if (!env.DATABASE_URL) {
    const connection = new Database(join(env.DATA_DIR, 'linnet.db'), { readonly: true })
    const row = connection.query<{ number: number }, []>(question).get()
    connection.close()
    return row?.number ?? 0
  }
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  const { rows } = await client.query<{ number: string }>(question)
  await client.end()
  return Number(rows[0]?.number)
}
