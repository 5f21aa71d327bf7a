// A page of the account's links: of all, or of those that a search finds, the link of a whole short URL among them.
import { hostOf, shortCodePattern } from '@linnet/contract'
import { searchForm, searchText } from './links.ts'
import type { DomainRules } from './rules.ts'
import type { LinkPage, LinkRow, LinkStore, ListFilter } from './store.ts'

interface SearchNeeds {
  store: LinkStore
  rules: Pick<DomainRules, 'isOwnHost'>
}

/** The page's links in the order that was asked for, and how many there are on all pages. */
export async function pageOfLinks(
  needs: SearchNeeds,
  filter: ListFilter,
  page: LinkPage,
): Promise<{ rows: LinkRow[]; total: number }> {
  const { store } = needs
  const named = await linkNamed(needs, filter)
  if (!named || holds(named, filter.search)) return await store.list(filter, page)
  // The one before the page tells whether the link comes before it, and so moves the others by one.
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

/** The link that the search names by its short URL, where its status is among those wanted. */
async function linkNamed({ store, rules }: SearchNeeds, filter: ListFilter): Promise<LinkRow | undefined> {
  const wanted = addressIn(filter.search ?? '')
  if (!wanted) return undefined
  const candidates = await store.candidates(filter.userId, { code: wanted.code })
  return candidates.find(
    ({ domain_name, archived_at }) =>
      (domain_name === null ? rules.isOwnHost(wanted.host) : domain_name === wanted.host) &&
      (filter.status === 'all' || (archived_at !== null) === (filter.status === 'archived')),
  )
}

/** The host and code of what may be a short URL, as people copy one: with or without a scheme, a query, or `+` or `/` at its end. */
function addressIn(term: string): { host: string; code: string } | null {
  const address = /^https?:\/\//i.test(term) ? term : `http://${term}`
  if (/\s/.test(term) || !URL.canParse(address)) return null
  const code = new URL(address).pathname.slice(1).replace(/\+?\/?$/, '')
  return shortCodePattern.test(code) ? { host: hostOf(address), code } : null
}

/** Whether the search finds the link by its text as well. */
function holds({ code, long_url, title }: LinkRow, search = ''): boolean {
  return searchText(code, long_url, title).includes(searchForm(search))
}
