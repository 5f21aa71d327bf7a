// What of the list's state is in the address, so that a reload, a bookmark and the back button find it again.
import type { Link } from '@linnet/contract'

export type Status = 'active' | 'archived' | 'all'
export type Sort = 'newest' | 'oldest'

export interface LinksSearch {
  /** Part of code, destination or title. */
  q?: string
  /** By default `active`. */
  status?: Exclude<Status, 'active'>
  /** By default `newest`. */
  sort?: Exclude<Sort, 'newest'>
  /** The link that the panel shows. */
  link?: Link['id']
}

const longestSearch = 500

/** Keeps what is meant and drops everything else: addresses are typed and mended by people too. */
export function validateLinksSearch(search: Record<string, unknown>): LinksSearch {
  const { q, status, sort, link } = search
  return {
    ...(typeof q === 'string' || typeof q === 'number' ? text(String(q)) : {}),
    ...(status === 'archived' || status === 'all' ? { status } : {}),
    ...(sort === 'oldest' ? { sort } : {}),
    ...(typeof link === 'string' && link !== '' ? { link } : {}),
  }
}

function text(q: string): { q?: string } {
  const cleaned = q
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, longestSearch)
    .toWellFormed()
  return cleaned.trim() === '' ? {} : { q: cleaned }
}

/** What the list asks the server for. */
export interface LinkFilter {
  search: string
  status: Status
  sort: Sort
}

export function filterOf({ q = '', status, sort }: LinksSearch): LinkFilter {
  return { search: q.trim(), status: status ?? 'active', sort: sort ?? 'newest' }
}

export const pageSize = 100

/** The parameters of a page of the list; `page` counts from 0. */
export function listParameters({ search, status, sort }: LinkFilter, page: number) {
  return { page: page + 1, limit: pageSize, status, sort, ...(search ? { search } : {}) }
}

/** The other way round: what the address of the list holds. */
export function searchOf({ search, status, sort }: LinkFilter): LinksSearch {
  return validateLinksSearch({ q: search, status, sort })
}
