// The filters of the statistics page in its URL, so that it can be bookmarked, shared and returned to.
export const rangeNames = ['today', '7d', '30d', '90d', '12m', 'custom'] as const
export type RangeName = (typeof rangeNames)[number]
export const metrics = ['clicks', 'visitors', 'scans', 'bots'] as const
export type Metric = (typeof metrics)[number]
export const filterNames = ['country', 'referer', 'placement', 'device', 'browser', 'os'] as const
export type FilterName = (typeof filterNames)[number]

export type StatisticsSearch = Partial<Record<FilterName, string>> & {
  /** A link's identifier; without it, all links. */
  link?: string
  range?: RangeName
  /** For the range `custom`: calendar days. */
  start?: string
  end?: string
  kind?: 'clicks' | 'scans'
  crawlers?: true
  compare?: false
  metric?: Metric
}

const longestValue = 512

/** Keeps the valid values of a URL, and drops the rest. */
export function readStatisticsSearch(search: Record<string, unknown>): StatisticsSearch {
  // The router parses values such as `123` and `true` as JSON.
  const text = (name: string) => {
    const value = search[name]
    const read = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
    return read === '' || read.length > longestValue ? undefined : read
  }
  const among = <const Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === text(name))
  // Missing values are explicitly undefined, because the router would otherwise pass on the values in the URL.
  return {
    link: text('link'),
    range: among('range', rangeNames),
    start: day(text('start')),
    end: day(text('end')),
    kind: among('kind', ['clicks', 'scans']),
    crawlers: text('crawlers') === 'true' || undefined,
    compare: text('compare') === 'false' ? false : undefined,
    metric: among('metric', metrics),
    ...Object.fromEntries(filterNames.map((name) => [name, text(name)])),
  }
}

function day(value: string | undefined): string | undefined {
  return value && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined
}
