// The state of the workspace's lists in the URL: which members are shown, and the filters of the audit log.

export interface WorkspaceSearch {
  /** Part of a member's e-mail or name. */
  search?: string
  /** Opens the form for an invitation. */
  invite?: true
  /** The id of the person who did it. */
  person?: string
  action?: string
  /** Days such as `2026-11-26` in this browser's time zone, both included. */
  from?: string
  until?: string
}

const longestSearch = 254
const text = (value: unknown, most: number) =>
  `${value ?? ''}`
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, most)
    .toWellFormed()

/** Keeps valid values and drops everything else, because people also type and edit URLs. */
export function readWorkspaceSearch(given: Record<string, unknown>): WorkspaceSearch {
  const search = text(given.search, longestSearch)
  const [person, action, from, until] = [given.person, given.action, given.from, given.until].map((value) =>
    text(value, 64),
  )
  return {
    ...(search.trim() ? { search } : {}),
    ...(given.invite === true ? { invite: true } : {}),
    ...(person && /^usr_\w+$/.test(person) ? { person } : {}),
    ...(action && /^[a-z_]+$/.test(action) ? { action } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(until) ? { until } : {}),
  }
}

function isDay(value: string | undefined): value is string {
  return /^\d{4}-\d\d-\d\d$/.test(value ?? '') && !Number.isNaN(Date.parse(`${value}T00:00:00`))
}

/** The filter of days as Unix seconds: from the start of the first day to the end of the last, in this browser's time zone. */
export function timesOf({ from, until }: Pick<WorkspaceSearch, 'from' | 'until'>) {
  const start = (day: string, days: number) => {
    const date = new Date(`${day}T00:00:00`)
    date.setDate(date.getDate() + days)
    // The API takes no times before 1970.
    return Math.max(0, Math.floor(date.getTime() / 1000))
  }
  return {
    ...(from === undefined ? {} : { from: start(from, 0) }),
    ...(until === undefined ? {} : { until: start(until, 1) }),
  }
}
