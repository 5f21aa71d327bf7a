// Reusing a link: the account's own active link with the destination and settings that a new one would have, in its place.
import type { Tx } from '../../../../platform/transaction.ts'
import { shownRules } from '../../redirect-rules/index.ts'
import { hasAll, namesIn } from '../../tags/index.ts'
import { statusOfLink } from '../links.ts'
import type { ChosenDomain } from '../rules.ts'
import { searchForm } from '../searching.ts'
import { type CheckedSettings, storedSettings } from '../settings.ts'
import { type LinkRow, type LinkStore, linkSettings } from '../store.ts'

/** The link that would be created otherwise. */
export interface WantedLink {
  userId: number
  domain: ChosenDomain
  /** An omitted title, or one that is empty, may be any; so may tags. */
  fields: { long_url: string; title?: string | null; tags?: readonly string[] } & CheckedSettings
  /** Whether its card would be fetched, so that it isn't known yet and may be any. */
  hasUnknownCard: boolean
  /** Milliseconds. */
  now: number
}

export interface ReusableLinks {
  /** The newest link that can be reused, outside of any transaction; null if there is none. */
  find(): Promise<LinkRow | null>
  /**
   * The same, if it was created since, in the transaction that otherwise creates the link. It waits for other requests that reuse
   * a link to the same destination, so that only one of them creates one.
   */
  findNew(tx: Tx): Promise<LinkRow | null>
}

// Of the links to the destination, the newest are compared.
const mostCompared = 100
// Numbers of links are given in another order than they are committed in. This is far more than are given at the same time.
const uncommitted = 5000

/** Finds destinations with the index that searches use, which has them between line breaks. */
export async function reusableLinks(store: LinkStore, wanted: WantedLink): Promise<ReusableLinks> {
  const { userId, fields } = wanted
  const newest = await store.newestId(userId)
  return {
    async find() {
      const filter = { userId, status: 'active', term: `\n${searchForm(fields.long_url)}\n` } as const
      const { rows } = await store.list(filter, { limit: mostCompared, offset: 0, order: 'newest' })
      return rows.find((row) => isReusable(row, wanted)) ?? null
    },
    async findNew(tx) {
      await store.lock(tx, `reuse:${userId}:${fields.long_url}`)
      const rows = await store.newer(tx, { userId, longUrl: fields.long_url, after: newest - uncommitted })
      return rows.find((row) => isReusable(row, wanted)) ?? null
    },
  }
}

function isReusable(row: LinkRow, { domain, fields, hasUnknownCard, now }: WantedLink): boolean {
  const settings = storedSettings(fields)
  const names = Object.keys(linkSettings) as (keyof typeof linkSettings)[]
  return (
    row.long_url === fields.long_url &&
    row.domain_id === domain.id &&
    row.password_hash === null &&
    row.blocked_at === null &&
    statusOfLink(row, now) === 'active' &&
    (!fields.title || row.title === fields.title) &&
    (!fields.tags?.length || hasSame(namesIn(row.tags), fields.tags)) &&
    names.every((name) => row[name] === settings[name]) &&
    (hasUnknownCard || row.preview === settings.preview) &&
    meaningOf(row.rules) === meaningOf(settings.rules)
  )
}

function hasSame(tags: readonly string[], others: readonly string[]): boolean {
  return hasAll(tags, others) && hasAll(others, tags)
}

/** Stored rules without their ids. */
function meaningOf(stored: string | null): string {
  return JSON.stringify(
    shownRules(stored).map(({ name, when, to }) => ({
      name,
      when,
      to: to.map(({ long_url, weight }) => ({ long_url, weight })),
    })),
  )
}
