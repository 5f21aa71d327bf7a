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
  /** The link in the panel. */
  link?: Link['id']
}

const longestSearch = 500

/** Keeps known parameters and drops everything else: people also type and edit URLs. */
export function validateLinksSearch(search: Record<string, unknown>): LinksSearch {
  const { q, status, sort, link } = search
  return {
    ...(typeof q === 'string' || typeof q === 'number' ? searchText(String(q)) : {}),
    ...(status === 'archived' || status === 'all' ? { status } : {}),
    ...(sort === 'oldest' ? { sort } : {}),
    ...(typeof link === 'string' && link !== '' ? { link } : {}),
  }
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
}

export function filterOf({ q = '', status, sort }: LinksSearch): LinkFilter {
  return { search: q.trim(), status: status ?? 'active', sort: sort ?? 'newest' }
}

// More rows than almost any window shows. All of the first page is loaded before the list can be used.
export const pageSize = 50

/** The parameters of a page of the list; `page` counts from 0. */
export function listParameters({ search, status, sort }: LinkFilter, page: number) {
  return { page: page + 1, limit: pageSize, status, sort, ...(search ? { search } : {}) }
}

/** The search parameters of a filter. */
export function searchOf({ search, status, sort }: LinkFilter): LinksSearch {
  return validateLinksSearch({ q: search, status, sort })
}
