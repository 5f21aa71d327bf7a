// What the statistics page is asked for, as its address has it: so that it can be kept, shared, and gone back to.
export const rangeNames = ['today', '7d', '30d', '90d', '12m', 'custom'] as const
export type RangeName = (typeof rangeNames)[number]
export const metrics = ['clicks', 'visitors', 'scans', 'bots'] as const
export type Metric = (typeof metrics)[number]
export const filterNames = ['country', 'referer', 'device', 'browser', 'os'] as const
export type FilterName = (typeof filterNames)[number]

export type StatisticsSearch = Partial<Record<FilterName, string>> & {
  /** A link's identifier; without it the account's. */
  link?: string
  range?: RangeName
  /** Of the range `custom`: calendar days. */
  start?: string
  end?: string
  kind?: 'clicks' | 'scans'
  crawlers?: true
  compare?: false
  metric?: Metric
}

const longestValue = 512

/** Takes from an address what it understands, and leaves out the rest. */
export function readStatisticsSearch(search: Record<string, unknown>): StatisticsSearch {
  // The router reads `123` and `true` as what they are in JSON.
  const text = (name: string) => {
    const value = search[name]
    const read = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
    return read === '' || read.length > longestValue ? undefined : read
  }
  const among = <const Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === text(name))
  // What is left out is said to be: the router hands on what it found in the address where nothing is said.
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
