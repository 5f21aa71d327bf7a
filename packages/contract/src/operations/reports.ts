// The dashboard's report: everything that one page of statistics shows, for the account or one link, in the viewer's time.
import { z } from 'zod'
import { faultMessage } from '../faults.ts'
import { envelope, operation } from '../operation.ts'
import { CalendarDate, text } from '../values.ts'

/** A name of the IANA time zone database, such as `Asia/Jakarta`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((name) => isTimeZone(name), faultMessage({ code: 'not_time_zone' }))
  .meta({ examples: ['Asia/Jakarta'] })

function isTimeZone(name: string): boolean {
  // No offsets, which the runtime accepts as well, because they aren't time zones.
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const counts = {
  clicks: z
    .int()
    .meta({ description: 'That match the question; those by crawlers only where it includes them' }),
  scans: z.int().meta({ description: 'Of these, scans of QR codes' }),
  bots: z.int().meta({ description: 'That match, by crawlers, whether or not they are among `clicks`' }),
  visitors: z.int().nullable().meta({
    description:
      'Different people on each day (UTC), summed up over the days and links; null where that is not known',
  }),
}

const Named = z.array(z.object({ name: z.string(), clicks: z.int() }))

export const ReportCounts = z.object(counts).meta({ id: 'ReportCounts' })
export type ReportCounts = z.output<typeof ReportCounts>

export const ReportPoint = z
  .object({
    at: z.int().meta({ description: 'When the hour or the day begins, in Unix seconds' }),
    date: z.string().meta({ format: 'date', description: 'The day, in the zone that was asked for' }),
    ...counts,
  })
  .meta({ id: 'ReportPoint' })
export type ReportPoint = z.output<typeof ReportPoint>

/** Codes that say how exact an answer is. */
export const reportNotes = {
  hours_estimated:
    'Some days are told from sums by the hour: crawlers and scans are spread over the hours of a day.',
  zone_rounded: 'Some days are told from sums by the hour, and the zone does not begin its hours with them.',
  visitors_estimated:
    'Visitors are counted per day (UTC), and spread over the days of the zone by their clicks.',
  before_kept:
    'The range begins before the single clicks that are kept, and they alone can tell this: it begins later.',
  newest_only:
    'There are too many clicks to look at each: what only single clicks tell is of the newest ones.',
  breakdowns_with_bots: 'Breakdowns of some days, which are told from sums, have the crawlers in them.',
} as const
export type ReportNote = keyof typeof reportNotes

const ReportCoverage = z.object({
  kept_since: z.string().nullable().meta({
    format: 'date',
    description: 'The first day (UTC) of which single clicks are kept; null: none are',
  }),
  clicks_since: z.int().nullable().meta({
    description:
      'Unix seconds: from here on the answer is made of single clicks, and what only they tell begins here; null where none were looked at',
  }),
  exact: z
    .boolean()
    .meta({ description: 'Whether `clicks` are all that there are in the range, each in its place' }),
  notes: z.array(z.enum(Object.keys(reportNotes) as [ReportNote, ...ReportNote[]])),
  message: z.string().nullable().meta({ description: 'The notes for people; null where there are none' }),
})

export const Report = z
  .object({
    start: z.string().meta({ format: 'date' }),
    end: z.string().meta({ format: 'date' }),
    timezone: z.string(),
    from: z.int().meta({ description: 'When the range begins, in Unix seconds' }),
    until: z.int().meta({ description: 'When it ends: the first second after it' }),
    interval: z.enum(['hour', 'day']).meta({ description: 'Hours for up to two days' }),
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
        description: 'As many days before; null where that is not known, or the plan does not show it',
      }),
    breakdowns: z.object({
      referers: Named,
      locations: z.array(z.object({ code: z.string(), name: z.string(), clicks: z.int() })),
      devices: Named,
      browsers: Named,
      systems: Named.nullable().meta({ description: 'Null where only single clicks could tell' }),
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
        .meta({ description: 'The most clicked; null where the question is about one' }),
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
  tag: 'Statistics',
  audience: 'dashboard',
  query: z.object({
    link: text(100)
      .optional()
      .meta({
        description: 'One link, by its identifier; without it the account',
        examples: ['lnk_01k9xq3v5m8e6t2w4y7z0a1b2c'],
      }),
    start: CalendarDate.optional().meta({
      description: 'First day, in `timezone`; by default 29 days before the last',
    }),
    end: CalendarDate.optional().meta({ description: 'Last day, in `timezone`; by default today' }),
    timezone: TimeZone.default('UTC'),
    crawlers: z.boolean().default(false).meta({ description: 'Whether clicks by declared crawlers count' }),
    kind: z
      .enum(['all', 'clicks', 'scans'])
      .default('all')
      .meta({ description: '`clicks`: those that are no scans' }),
    country: filter('ISO 3166-1 alpha-2, `ZZ` for unknown'),
    referer: filter('A name of `referers`'),
    device: filter('A name of `devices`'),
    browser: filter('A name of `browsers`'),
    os: filter('A name of `systems`'),
  }),
  answer: envelope(Report),
  errors: ['plan_limit'],
  summary: 'Clicks of the account or of a link: timeline, totals, comparison and breakdowns, with filters',
  description:
    'A range spans at most 3,660 days, and is limited by the plan. At most 100 entries each. `coverage` tells how exact the answer is.',
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
})
export type LiveClick = z.output<typeof LiveClick>
