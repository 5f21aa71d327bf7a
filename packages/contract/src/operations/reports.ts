// The dashboard's report: everything that one page of statistics shows, for the account or one link, in the viewer's time.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { CalendarDate, TimeZone, text } from '../values.ts'
import { clickDecision } from './statistics.ts'

const counts = {
  clicks: z
    .int()
    .meta({ description: 'Clicks that match the filters; those by bots only if `crawlers` is true' }),
  scans: z.int().meta({ description: 'Of these, scans of QR codes' }),
  bots: z.int().meta({ description: 'Matching clicks by bots, whether or not `clicks` includes them' }),
  visitors: z.int().nullable().meta({
    description: 'Unique visitors of each day (UTC), added up over days and links; null if unknown',
  }),
}

const Named = z.array(z.object({ name: z.string(), clicks: z.int() }))

export const ReportCounts = z.object(counts).meta({ id: 'ReportCounts' })
export type ReportCounts = z.output<typeof ReportCounts>

export const ReportPoint = z
  .object({
    at: z.int().meta({ description: 'When the hour or the day begins, in Unix seconds' }),
    date: z.string().meta({ format: 'date', description: 'The day, in the requested time zone' }),
    ...counts,
  })
  .meta({ id: 'ReportPoint' })
export type ReportPoint = z.output<typeof ReportPoint>

/** Codes that say how exact an answer is. */
export const reportNotes = {
  hours_estimated: 'Some days only have hourly totals: bots and scans are spread over the hours of the day.',
  zone_rounded:
    'Some days only have hourly totals (UTC), and hours in this time zone begin at another minute.',
  visitors_estimated:
    'Visitors are counted per day (UTC), and divided among the days of the time zone by clicks.',
  before_kept:
    'This needs individual clicks, and the range begins before the oldest that are kept: the numbers begin later.',
  before_moved:
    'This needs individual clicks, which the link left in its former workspace: the numbers begin on the day after it was moved.',
  newest_only:
    'There are too many clicks to read each one: what needs individual clicks only covers the newest.',
  breakdowns_with_bots: 'Breakdowns of days that only have totals include bots.',
} as const
export type ReportNote = keyof typeof reportNotes

const ReportCoverage = z.object({
  kept_since: z.string().nullable().meta({
    format: 'date',
    description: 'The first day (UTC) whose individual clicks are kept; null: none are',
  }),
  clicks_since: z.int().nullable().meta({
    description:
      'Unix seconds from which the report is made of individual clicks; what needs them begins here. null if none were read',
  }),
  exact: z
    .boolean()
    .meta({ description: 'Whether `clicks` counts every click in the range, each at its exact time' }),
  notes: z.array(z.enum(Object.keys(reportNotes) as [ReportNote, ...ReportNote[]])),
  message: z.string().nullable().meta({ description: 'The notes as text; null if there are none' }),
})

export const Report = z
  .object({
    start: z.string().meta({ format: 'date' }),
    end: z.string().meta({ format: 'date' }),
    timezone: z.string(),
    from: z.int().meta({ description: 'When the range begins, in Unix seconds' }),
    until: z.int().meta({ description: 'When it ends: the first second after it' }),
    interval: z.enum(['hour', 'day']).meta({ description: '`hour` for up to two days' }),
    timeline: z.array(ReportPoint),
    totals: ReportCounts,
    previous: z
      .object({
        start: z.string().meta({ format: 'date' }),
        end: z.string().meta({ format: 'date' }),
        ...counts,
      })
      .nullable()
      .meta({
        description: 'The same number of days before; null if unknown, or if the plan does not include them',
      }),
    breakdowns: z.object({
      referers: Named,
      locations: z.array(z.object({ code: z.string(), name: z.string(), clicks: z.int() })),
      devices: Named,
      browsers: Named,
      placements: Named.nullable().meta({
        description:
          'At most 200 names, then `other` for the rest; null in a report on the account if this needs individual clicks',
      }),
      systems: Named.nullable().meta({ description: 'null if this needs individual clicks' }),
      links: z
        .array(
          z.object({
            id: z.string(),
            short: z.string(),
            domain: z.string(),
            short_url: z.string(),
            title: z.string(),
            clicks: z.int(),
          }),
        )
        .nullable()
        .meta({ description: 'The most clicked links; null in a report on one link' }),
    }),
    coverage: ReportCoverage,
  })
  .meta({ id: 'Report' })
export type Report = z.output<typeof Report>

const filter = (description: string) => text(512).min(1).optional().meta({ description })

export const report = operation({
  id: 'getReport',
  method: 'GET',
  path: '/reports',
  role: 'viewer',
  tag: 'Statistics',
  audience: 'dashboard',
  query: z.object({
    link: text(100)
      .optional()
      .meta({
        description: 'The id of a link; if omitted, the whole account',
        examples: ['lnk_01k9xq3v5m8e6t2w4y7z0a1b2c'],
      }),
    start: CalendarDate.optional().meta({
      description: 'First day, in `timezone`; by default 29 days before the last',
    }),
    end: CalendarDate.optional().meta({ description: 'Last day, in `timezone`; by default today' }),
    timezone: TimeZone.default('UTC'),
    crawlers: z.boolean().default(false).meta({ description: 'Whether to include clicks by declared bots' }),
    kind: z.enum(['all', 'clicks', 'scans']).default('all').meta({ description: '`clicks`: all but scans' }),
    country: filter('ISO 3166-1 alpha-2, `ZZ` for unknown'),
    referer: filter('A name from `referers`'),
    device: filter('A name from `devices`'),
    browser: filter('A name from `browsers`'),
    os: filter('A name from `systems`'),
    placement: filter('A name from `placements`'),
  }),
  answer: envelope(Report),
  errors: ['plan_limit'],
  summary: 'Clicks of the account or of a link: timeline, totals, comparison and breakdowns, with filters',
  description:
    'A range can span at most 3,660 days, and the plan limits how far back it reaches. Each breakdown has at most 100 entries; that of placements has at most 201. `coverage` says how exact the report is.',
})

/** A click in the live view, the data of a `click` event of `GET /api/live`. */
export const LiveClick = z.object({
  id: z.string(),
  at: z.int(),
  link: z.object({ id: z.string(), short: z.string(), domain: z.string(), title: z.string() }),
  country: z.string(),
  device: z.string(),
  browser: z.string(),
  os: z.string(),
  referer: z.string(),
  bot: z.boolean(),
  scan: z.boolean(),
  ...clickDecision,
})
export type LiveClick = z.output<typeof LiveClick>
