// The links that have certain tags: sets of links in memory, kept up to date by the log of changes of links.
import { BoundedCache } from '../../platform/concurrency/bounded-cache.ts'
import {
  directionOf,
  type FoundLinks,
  type LinkFilter,
  type LinkPage,
  type LinkSearch,
} from '../link-search.ts'
import { LinkSet } from './link-set.ts'

/** What a set has: the links with a tag, or the archived links of the account. */
export type Members = { tag: number } | 'archived'

/** A state of the database; of two states that one request read after the other, the later one has the higher `at`. */
export interface State {
  at: number
}

/** A link as it is now. */
export interface TouchedLink {
  id: number
  /** Whether the account still has it. */
  isOwned: boolean
  isArchived: boolean
  /** The numbers of its tags. */
  tags: number[]
}

/** `Mark` identifies a state of the database. */
export interface TaggedLinkSource<Mark extends State> {
  mark(userId: number): Promise<Mark>
  /** The members with higher numbers than `after`, in the order of their numbers. */
  members(userId: number, of: Members, after: number, limit: number): Promise<number[]>
  /** The links that have changed since a state, and the new state; null if that is no longer known, or too many have. */
  touchedSince(userId: number, mark: Mark): Promise<{ links: TouchedLink[]; mark: Mark } | null>
  /** Those of these links whose text contains the term. */
  matching(userId: number, ids: number[], term: string): Promise<number[]>
}

// About how much memory sets may take in a process.
const mostBytes = 64_000_000
// How many numbers a query reads, so that it takes some milliseconds.
const loadedAtOnce = 50_000
const checkedAtOnce = 2000
// A search that finds at most as many links is compared with the tags; otherwise the texts of the tagged links are read.
const fewMatches = 1000

interface KnownSet<Mark> {
  links: LinkSet
  mark: Mark
  bytes: number
}

/** Adds filtering by tags to a search. */
export function withTags<Mark extends State>(search: LinkSearch, source: TaggedLinkSource<Mark>): LinkSearch {
  const tagged = new TaggedLinks(search, source)
  return {
    find: (filter, page) => (filter.tags?.length ? tagged.find(filter, page) : search.find(filter, page)),
    forget: (userId) => search.forget(userId),
  }
}

class TaggedLinks<Mark extends State> {
  private readonly known = new BoundedCache<KnownSet<Mark>>(mostBytes, ({ bytes }) => bytes)
  private readonly running = new Map<number, Promise<unknown>>()

  constructor(
    private readonly search: LinkSearch,
    private readonly source: TaggedLinkSource<Mark>,
  ) {}

  async find(filter: LinkFilter, page: LinkPage): Promise<FoundLinks> {
    const links = await this.inTurn(filter.userId, () => this.linksOf(filter))
    const order = directionOf(page.order)
    if (filter.term === '') return { ids: links.slice(page.offset, page.limit, order), total: links.size }
    const ids = await this.containing(filter, links, page.order)
    return { ids: ids.slice(page.offset, page.offset + page.limit), total: ids.length }
  }

  /** Requests of an account read changes one after the other, so that no older state replaces a newer one. */
  private async inTurn<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const previous = this.running.get(userId)
    const current = previous ? previous.then(work, work) : work()
    this.running.set(userId, current)
    try {
      return await current
    } finally {
      if (this.running.get(userId) === current) this.running.delete(userId)
    }
  }

  private async linksOf({ userId, status, tags = [] }: LinkFilter): Promise<LinkSet> {
    const wanted = new Map<string, Members>(
      tags.map(({ id, revision }) => [`${userId} ${id} ${revision}`, { tag: id }]),
    )
    const archivedKey = `${userId} archived`
    if (status !== 'all') wanted.set(archivedKey, 'archived')
    const sets = await this.upToDate(userId, wanted)
    const archived = sets.get(archivedKey)
    sets.delete(archivedKey)
    const tagged = [...sets.values()].sort((one, other) => one.bytes - other.bytes)
    if (!archived) return LinkSet.intersection(tagged)
    return status === 'archived'
      ? LinkSet.intersection([archived, ...tagged])
      : LinkSet.intersection(tagged, [archived])
  }

  /** The sets as they are now, all in the same state. */
  private async upToDate(userId: number, wanted: Map<string, Members>): Promise<Map<string, LinkSet>> {
    const sets = new Map<string, KnownSet<Mark>>()
    for (const [key, members] of wanted)
      sets.set(key, this.known.get(key) ?? (await this.load(userId, members)))
    const [oldest] = [...sets.values()].map(({ mark }) => mark).sort((one, other) => one.at - other.at)
    const touched = oldest && (await this.source.touchedSince(userId, oldest))
    if (!touched) return await this.loadAgain(userId, wanted)
    for (const [key, members] of wanted) {
      const { links } = sets.get(key) as KnownSet<Mark>
      for (const { id, isOwned, isArchived, tags } of touched.links)
        links.set(id, isOwned && (members === 'archived' ? isArchived : tags.includes(members.tag)))
      this.known.set(key, { links, mark: touched.mark, bytes: Math.max(1, links.bytes) })
    }
    return new Map([...sets].map(([key, { links }]) => [key, links]))
  }

  /** Reads the sets anew, because too much has changed. They lack at most what changes meanwhile. */
  private async loadAgain(userId: number, wanted: Map<string, Members>): Promise<Map<string, LinkSet>> {
    const sets = new Map<string, LinkSet>()
    for (const [key, members] of wanted) {
      const set = await this.load(userId, members)
      this.known.set(key, set)
      sets.set(key, set.links)
    }
    return sets
  }

  private async load(userId: number, members: Members): Promise<KnownSet<Mark>> {
    // What changes while the members are read is read again afterwards.
    const mark = await this.source.mark(userId)
    const links = new LinkSet()
    for (let after = 0, isComplete = false; !isComplete; ) {
      const ids = await this.source.members(userId, members, after, loadedAtOnce)
      for (const id of ids) links.set(id, true)
      after = ids.at(-1) ?? after
      isComplete = ids.length < loadedAtOnce
    }
    return { links, mark, bytes: Math.max(1, links.bytes) }
  }

  /** The links of a set whose text contains the term of a search, in this order. */
  private async containing(filter: LinkFilter, links: LinkSet, order: LinkPage['order']): Promise<number[]> {
    const { userId, term } = filter
    const { ids, total } = await this.search.find(
      { ...filter, tags: [] },
      { limit: fewMatches, offset: 0, order },
    )
    if (total <= fewMatches) return ids.filter((id) => links.has(id))
    const found: number[] = []
    for (let offset = 0; ; offset += checkedAtOnce) {
      const some = links.slice(offset, checkedAtOnce, directionOf(order))
      if (some.length > 0) {
        const matching = new Set(await this.source.matching(userId, some, term))
        found.push(...some.filter((id) => matching.has(id)))
      }
      if (some.length < checkedAtOnce) return found
    }
  }
}
