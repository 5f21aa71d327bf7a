// What of the administration's lists is in the address: what is searched for, which part of it is shown, and the page.

const statuses = ['active', 'blocked', 'administrators', 'closed', 'all'] as const
const longestSearch = 254

export interface AdministrationSearch {
  /** Part of an e-mail or a name. */
  search?: string
  status?: (typeof statuses)[number]
  /** By default the first. */
  page?: number
}

/** Keeps what is meant and drops everything else: addresses are typed and mended by people too. */
export function readAdministrationSearch(given: Record<string, unknown>): AdministrationSearch {
  const search = `${given.search ?? ''}`
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, longestSearch)
    .toWellFormed()
  const status = statuses.find((name) => name === given.status)
  const page = Math.min(Math.trunc(Number(given.page)), 1_000_000)
  return {
    ...(search.trim() ? { search } : {}),
    ...(status ? { status } : {}),
    ...(page > 1 ? { page } : {}),
  }
}
