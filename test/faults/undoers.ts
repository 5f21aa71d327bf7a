// Simulated users who undo what they did and plan switches during faults, and what their links and histories must say afterwards.
import { expect } from 'bun:test'
import type { HistoryEntry } from '@linnet/contract'
import { until } from '../timeouts.ts'
import type { Person, PersonContext } from './people.ts'
import type { Service } from './service.ts'

interface KnownLink {
  id: string
  short: string
}

/** Changes two fields of a link at once and undoes that, again and again: both fields are always of the same change. */
export function regretter({ service, record }: PersonContext, { id }: KnownLink): Person {
  let number = 0
  return {
    async act() {
      const { title, note } = (await service.call(`GET /links/${id}`)).body.data
      if (note !== (title.startsWith('regret ') ? title : null))
        throw new Error(`half of a change was undone: the title is "${title}", the note "${note}"`)
      const text = `regret ${++number}`
      const { token } = await service.call(`PUT /links/${id}`, { body: { title: text, note: text } })
      await service.call('POST /undo', { body: { token } })
      const after = (await service.call(`GET /links/${id}`)).body.data
      expect([after.title, after.note]).toEqual([title, note])
      record.changes += 2
    },
  }
}

/** Creates three links at once and undoes that: all three are there, or none. */
export function bulkRegretter({ service, record }: PersonContext, name: string): Person {
  let number = 0
  let open: { titles: string[]; token: string | null } | null = null
  const count = async (title: string) =>
    (await service.call(`GET /links?status=all&search=${encodeURIComponent(title)}`)).body.total as number

  /** Looks how many are there, and undoes their creation if its answer had a token. */
  async function finish(): Promise<void> {
    if (!open) return
    const { titles, token } = open
    const found = await count(`${name} ${number}:`)
    if (found !== 0 && found !== titles.length)
      throw new Error(`${found} of ${titles.length} links are there`)
    if (found > 0 && token !== null) {
      record.perhapsDeleted = titles.length
      await service.call('POST /undo', { body: { token } })
      expect(await count(`${name} ${number}:`)).toBe(0)
    }
    record.perhapsDeleted = 0
    if (token !== null) record.deleted += titles.length
    if (found === 0 || token !== null) for (const title of titles) record.perhaps.delete(title)
    open = null
  }

  return {
    async act() {
      await finish()
      number++
      const titles = [0, 1, 2].map((index) => `${name} ${number}: ${index}`)
      for (const title of titles) record.perhaps.add(title)
      open = { titles, token: null }
      const links = titles.map((title) => ({ long_url: 'https://example.com/bulk', title }))
      open.token = (await service.call('POST /links/bulk', { body: { links } })).token
      await finish()
      record.changes += 2
    },
  }
}

/** Plans switches of a link, each with a destination of its own, as soon as none is pending. */
export function planner({ service, record }: PersonContext, link: KnownLink): Person {
  const known = { acknowledged: [] as string[], perhaps: [] as string[] }
  record.planned.set(link.id, known)
  let number = 0
  return {
    async act() {
      const { data } = (await service.call(`GET /links/${link.id}/schedule`)).body
      if (data.length > 0) return
      const long_url = `https://example.com/switched/${++number}`
      const at = Math.floor(Date.now() / 1000) + 1
      known.perhaps.push(long_url)
      // The server may have been away until the moment had passed.
      const { status, body } = await service.call(`PUT /links/${link.id}/schedule`, {
        body: { switches: [{ at, long_url }] },
        expect: [200, 422],
      })
      known.perhaps.pop()
      if (status === 200) known.acknowledged.push(long_url)
      else expect(body.error.details[0].code).toBe('not_future')
    },
  }
}

/** The history of a link, the oldest entry first. */
export async function historyOf(service: Service, id: string): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  for (let before = ''; ; ) {
    const { data, next_cursor } = (await service.call(`GET /links/${id}/history?limit=100${before}`)).body
    entries.push(...data)
    if (next_cursor === null) return entries.reverse()
    before = `&before=${next_cursor}`
  }
}

/** The values that a field got by these entries; each change must begin where the one before it ended. */
export function chain(entries: readonly HistoryEntry[], field: string): unknown[] {
  const changes = entries.flatMap((entry) => entry.changes.filter((change) => change.field === field))
  for (const [index, { from }] of changes.entries())
    if (index > 0) expect(JSON.stringify(from)).toBe(JSON.stringify(changes[index - 1]?.to))
  return changes.map(({ to }) => to)
}

/** Every planned switch was made once, if it is known to be planned, and in order; others at most once. */
export async function auditSwitches(
  service: Service,
  id: string,
  { acknowledged, perhaps }: { acknowledged: string[]; perhaps: string[] },
): Promise<number> {
  await until(
    () => 'all planned switches are made',
    async () => (await service.call(`GET /links/${id}/schedule`)).body.data.length === 0,
  )
  const made = (await historyOf(service, id)).filter(({ action }) => action === 'switched')
  const destinations = made.flatMap(({ changes }) => changes.map(({ to }) => to as string))
  expect(new Set(destinations).size).toBe(destinations.length)
  // Histories end at 200 entries.
  const kept = acknowledged.slice(-150)
  expect(kept.filter((url) => !destinations.includes(url))).toEqual([])
  for (const url of destinations) expect([...acknowledged, ...perhaps]).toContain(url)
  expect((await service.call(`GET /links/${id}`)).body.data.long_url).toBe(
    destinations.at(-1) ?? expect.any(String),
  )
  return destinations.length
}
