// The list's state in the URL, so that a reload, a bookmark or the back button restores it.
import type { Link } from '@linnet/contract'

export type Status = 'active' | 'archived' | 'all'
export type Sort = 'newest' | 'oldest'

export interface LinksSearch {
  /** A substring of the short code, destination or title. */
  q?: string
  /** Default: `active`. */
  status?: Exclude<Status, 'active'>
  /** Default: `newest`. */
  sort?: Exclude<Sort, 'newest'>
  /** Names of tags that the links have: one, or several. */
  tag?: string | string[]
  /** The link in the panel. */
  link?: Link['id']
}

const longestSearch = 500
const mostTags = 20
const longestTag = 48

/** Keeps known parameters and drops everything else: people also type and edit URLs. */
export function validateLinksSearch(search: Record<string, unknown>): LinksSearch {
  const { q, status, sort, tag, link } = search
  return {
    ...(typeof q === 'string' || typeof q === 'number' ? searchText(String(q)) : {}),
    ...(status === 'archived' || status === 'all' ? { status } : {}),
    ...(sort === 'oldest' ? { sort } : {}),
    ...tagParameter(tag),
    ...(typeof link === 'string' && link !== '' ? { link } : {}),
  }
}

/** Tags as an address has them, where a name that looks like a number has become one. */
function tagParameter(tag: unknown): { tag?: string | string[] } {
  const names = [tag]
    .flat()
    .filter((name) => typeof name === 'string' || typeof name === 'number' || typeof name === 'boolean')
    .map((name) => String(name).trim())
    .filter((name) => name !== '' && [...name].length <= longestTag && !/\p{C}/u.test(name))
  const unique = [...new Set(names)].slice(0, mostTags)
  const [only, ...others] = unique
  if (only === undefined) return {}
  return { tag: others.length === 0 ? only : unique }
}

function searchText(q: string): { q?: string } {
  const cleaned = q
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, longestSearch)
    .toWellFormed()
  return cleaned.trim() === '' ? {} : { q: cleaned }
}

/** Which links the list shows, and in which order. */
export interface LinkFilter {
  search: string
  status: Status
  sort: Sort
  tags: string[]
}

export function filterOf({ q = '', status, sort, tag = [] }: LinksSearch): LinkFilter {
  return { search: q.trim(), status: status ?? 'active', sort: sort ?? 'newest', tags: [tag].flat() }
}

// More rows than almost any window shows. All of the first page is loaded before the list can be used.
export const pageSize = 40

/** The parameters of a page of the list; `page` counts from 0. */
export function listParameters({ search, status, sort, tags }: LinkFilter, page: number) {
  return {
    page: page + 1,
    limit: pageSize,
    status,
    sort,
    ...(search ? { search } : {}),
    ...(tags.length > 0 ? { tag: tags } : {}),
  }
}

/** The search parameters of a filter. */
export function searchOf({ search, status, sort, tags }: LinkFilter): LinksSearch {
  return validateLinksSearch({ q: search, status, sort, tag: tags })
}
