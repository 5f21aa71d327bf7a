// Simulated users of the service during faults. Each remembers the responses it got, and continues from there after a lost
// one.

import { randomVisitor, type Service, Unanswered } from './service.ts'
import type { Random } from './suite-settings.ts'

/** The clicks of one link, from the point of view of its visitors. */
export interface KnownClicks {
  answered: number
  /** Sent and possibly counted: the connection was lost. */
  cut: number
}

/** What all users together know; the audit compares it with what the service reports. */
export class UserRecord {
  /** By the link's identifier. */
  readonly clicks = new Map<string, KnownClicks>()
  /** Titles of links whose creation was acknowledged, with the response. */
  readonly created = new Map<string, { id: string; short: string; long_url: string }>()
  /** Titles of links that may exist once: their creation got no response. */
  readonly perhaps = new Set<string>()
  /** The last acknowledged title of a link, the one that may have followed it, and all titles that it has had. */
  readonly titles = new Map<string, { acknowledged: string; perhaps: string | null; all: string[] }>()
  /** How often renames were carried out. */
  renames = 0
  readonly archived = new Map<string, { acknowledged: boolean; perhaps: boolean | null }>()
  /** How often links were archived, and how often that got no response. */
  readonly archives = { acknowledged: 0, cut: 0 }
  /** Links that reached their last day: each is archived for good, or its creation got no response. */
  readonly dated = new Set<string>()
  readonly oneClick = new Map<string, { won: number; refused: number; cut: number }>()
  /** Links that were created and deleted again: they used a unit of the plan. */
  deleted = 0
  /** Links of which it isn't known yet whether they were deleted again. */
  perhapsDeleted = 0
  /** The destinations of planned switches, by the link's identifier. */
  readonly planned = new Map<string, { acknowledged: string[]; perhaps: string[] }>()
  changes = 0

  clicksOf(id: string): KnownClicks {
    const known = this.clicks.get(id) ?? { answered: 0, cut: 0 }
    this.clicks.set(id, known)
    return known
  }
}

export interface Person {
  /** Does one thing; throws `Unanswered` if there was no response. */
  act(): Promise<void>
}

export interface PersonContext {
  service: Service
  record: UserRecord
  random: Random
}

interface KnownLink {
  id: string
  short: string
  title: string
}

/** Opens a link and records whether that was answered. */
async function visit(
  { service, record, random }: PersonContext,
  { id, short }: Pick<KnownLink, 'id' | 'short'>,
  expect = [302],
): Promise<number> {
  const clicks = record.clicksOf(id)
  try {
    const status = await service.visit(short, randomVisitor(random.below), expect)
    if (status === 302) clicks.answered++
    return status
  } catch (error) {
    if (error instanceof Unanswered) clicks.cut++
    throw error
  }
}

/** Visits links, and occasionally checks that all answered clicks of one are counted. */
export function visitor(context: PersonContext, links: KnownLink[]): Person {
  const { service, record, random } = context
  return {
    async act() {
      for (let visits = random.below(30); visits > 0; visits--) await visit(context, random.pick(links))
      const { id, short } = random.pick(links)
      const { answered } = record.clicksOf(id)
      const { clicks } = (await service.call(`GET /links/${id}/stats/lifetime`)).body.data
      if (clicks < answered) throw new Error(`${short} counts ${clicks} of ${answered} answered clicks`)
    },
  }
}

/** Changes the title of a link repeatedly. */
export function editor({ service, record }: PersonContext, link: KnownLink): Person {
  let number = 0
  const known = { acknowledged: link.title, perhaps: null as string | null, all: [] as string[] }
  record.titles.set(link.id, known)
  return {
    async act() {
      if (known.perhaps !== null) {
        const { body } = await service.call(`GET /links/${link.id}`)
        if (body.data.title !== known.acknowledged && body.data.title !== known.perhaps)
          throw new Error(`the title is "${body.data.title}" instead of "${known.acknowledged}"`)
        if (body.data.title !== known.acknowledged) known.all.push(body.data.title)
        known.acknowledged = body.data.title
      }
      known.perhaps = `${link.short} ${++number}`
      await service.call(`PUT /links/${link.id}`, { body: { title: known.perhaps } })
      known.acknowledged = known.perhaps
      known.all.push(known.acknowledged)
      known.perhaps = null
      record.changes++
    },
  }
}

/** Renames a link repeatedly, and opens it under its new code. */
export function renamer(context: PersonContext, { id, short }: KnownLink): Person {
  const { service, record } = context
  let number = 0
  let isSure = true
  const codeOf = (number: number) => (number === 0 ? short : `${short}-${number}`)
  return {
    async act() {
      if (!isSure) {
        const { body } = await service.call(`GET /links/${id}`)
        if (body.data.short === codeOf(number + 1)) {
          number++
          record.renames++
        } else if (body.data.short !== codeOf(number))
          throw new Error(`the link has the code ${body.data.short} instead of ${codeOf(number)}`)
      }
      isSure = false
      await service.call(`PUT /links/${id}`, { body: { custom_slug: codeOf(number + 1) } })
      isSure = true
      number++
      record.renames++
      record.changes++
      await visit(context, { id, short: codeOf(number) })
    },
  }
}

/** Archives and restores a link, and visits it each time. */
export function archiver(context: PersonContext, link: KnownLink): Person {
  const { service, record } = context
  const known = { acknowledged: false, perhaps: null as boolean | null }
  record.archived.set(link.id, known)
  return {
    async act() {
      const archive = !known.acknowledged
      known.perhaps = archive
      // Repeating it after a cut changes nothing more.
      try {
        await service.call(archive ? `DELETE /links/${link.id}` : `POST /links/${link.id}/unarchive`)
        if (archive) record.archives.acknowledged++
      } catch (error) {
        if (archive) record.archives.cut++
        throw error
      }
      known.acknowledged = archive
      known.perhaps = null
      record.changes++
      await visit(context, link, [archive ? 404 : 302])
    },
  }
}

/** Creates one-click links that several visitors race for; a race with missing responses is run again. */
export function oneClickRaces(context: PersonContext, name: string, runners = 3): Person {
  const { service, record } = context
  let number = 0
  let open: { id: string; short: string } | null = null

  async function run(link: { id: string; short: string }): Promise<void> {
    const known = record.oneClick.get(link.id) ?? { won: 0, refused: 0, cut: 0 }
    record.oneClick.set(link.id, known)
    const clicks = record.clicksOf(link.id)
    const outcomes = await Promise.allSettled(
      Array.from({ length: runners }, () => visit(context, link, [302, 410])),
    )
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') known.cut++
      else if (outcome.value === 302) known.won++
      else known.refused++
    }
    if (known.won > 1) throw new Error(`${link.short} was won ${known.won} times`)
    if (known.won === 0 && known.refused > 0 && known.cut === 0)
      throw new Error(`nobody won ${link.short}, and ${clicks.answered} clicks were answered`)
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  return {
    async act() {
      // The race that was cut off is run again: if a winner is known, it must have none.
      if (open) await run(open)
      open = null
      const short = `${name}-${number++}`
      const title = `race ${short}`
      record.perhaps.add(title)
      const { body } = await service.call('POST /links', {
        body: { long_url: 'https://example.com/once', custom_slug: short, title },
      })
      record.perhaps.delete(title)
      record.created.set(title, body.data)
      await service.call(`PUT /links/${body.data.id}`, { body: { disposable: true } })
      record.changes += 2
      open = { id: body.data.id, short }
      await run(open)
      open = null
    },
  }
}
