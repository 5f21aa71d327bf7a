// The state of the administration's lists in the URL: the search, the filter and the page.

const statuses = ['active', 'blocked', 'administrators', 'closed', 'all'] as const
const longestSearch = 254

export interface AdministrationSearch {
  /** Part of an e-mail or a name. */
  search?: string
  status?: (typeof statuses)[number]
  /** By default the first. */
  page?: number
}

/** Keeps valid values and drops everything else, because people also type and edit URLs. */
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

/** Without default values, which the URL leaves out. */
export function withoutDefaults({ search, status, page = 1 }: AdministrationSearch): AdministrationSearch {
  return {
    ...(search?.trim() ? { search } : {}),
    ...(status && status !== 'all' ? { status } : {}),
    ...(page > 1 ? { page } : {}),
  }
}
