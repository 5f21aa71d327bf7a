// Lists and searches of the account's links. A search also finds the link whose whole short URL it is.
import { hostOf, shortCodePattern } from '@linnet/contract'
import { hasAll, namesIn } from '../tags/index.ts'
import type { DomainRules } from './rules.ts'
import type { LinkFilter, LinkPage, LinkRow, LinkStore } from './store.ts'

interface ListNeeds {
  store: LinkStore
  rules: Pick<DomainRules, 'isOwnHost'>
}

export interface WantedLinks {
  userId: number
  search?: string
  status: LinkFilter['status']
  tagNames: readonly string[]
  tags: LinkFilter['tags']
}

/** The links of a page in the requested order, and the total number on all pages. */
export async function pageOfLinks(
  needs: ListNeeds,
  wanted: WantedLinks,
  page: LinkPage,
): Promise<{ rows: LinkRow[]; total: number }> {
  const { store } = needs
  const term = searchForm(wanted.search ?? '')
  const { userId, status, tags } = wanted
  const filter: LinkFilter = { userId, status, term, tags }
  const named = await linkNamed(needs, wanted)
  if (!named || contains(named, term)) return await store.list(filter, page)
  // The link just before the page shows whether the named one comes before the page, and so moves the others by one.
  const before = page.offset > 0 ? 1 : 0
  const { rows, total } = await store.list(filter, {
    ...page,
    limit: page.limit + before,
    offset: page.offset - before,
  })
  const direction = page.order === 'newest' ? -1 : 1
  const merged = [...rows, named].sort((one, other) => direction * (one.id - other.id))
  return { rows: merged.slice(before, before + page.limit), total: total + 1 }
}

/** The link whose short URL is the search, if its status and tags are wanted ones. */
async function linkNamed({ store, rules }: ListNeeds, wanted: WantedLinks): Promise<LinkRow | undefined> {
  const address = addressIn(wanted.search ?? '')
  if (!address) return undefined
  const candidates = await store.candidates(wanted.userId, { code: address.code })
  return candidates.find(
    ({ domain_name, archived_at, tags }) =>
      hasAll(namesIn(tags), wanted.tagNames) &&
      (domain_name === null ? rules.isOwnHost(address.host) : domain_name === address.host) &&
      (wanted.status === 'all' || (archived_at !== null) === (wanted.status === 'archived')),
  )
}

/** The host and code of what may be a short URL, as people copy one: with or without a scheme, a query, or a final `+` or `/`. */
function addressIn(term: string): { host: string; code: string } | null {
  const address = /^https?:\/\//i.test(term) ? term : `http://${term}`
  if (/\s/.test(term) || !URL.canParse(address)) return null
  const code = new URL(address).pathname.slice(1).replace(/\+?\/?$/, '')
  return shortCodePattern.test(code) ? { host: hostOf(address), code } : null
}

/** Whether a search for this term finds the link by its text as well. */
function contains({ code, long_url, title }: LinkRow, term: string): boolean {
  return searchText(code, long_url, title).includes(term)
}

/** The text of a link that searches look in. */
export function searchText(code: string, longUrl: string, title: string): string {
  return searchForm(`${code}\n${longUrl}\n${title}`)
}

/** A string as searches compare it: in lower case, with composed accents and one lower-case sigma (the only letter with two). */
export function searchForm(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ')
}
