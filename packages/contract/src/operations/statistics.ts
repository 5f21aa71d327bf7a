// Click statistics: the records, and the operations for one link and for the whole account.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { CalendarDate } from '../values.ts'
import { linkPath, linkQuery } from './links.ts'
import { TagNames } from './tags.ts'

export const StatPoint = z
  .object({
    date: z.string().meta({ format: 'date', description: 'Day in UTC' }),
    clicks: z.int().meta({ description: 'Every redirect' }),
    bots: z.int().meta({ description: 'Of these, by declared crawlers and link-preview fetchers' }),
    visitors: z.int().meta({ description: 'Unique visitors, estimated to within 2%' }),
  })
  .meta({ id: 'StatPoint' })
export type StatPoint = z.output<typeof StatPoint>

// A longer range consists mostly of days without clicks.
const mostDaysInFull = 92

/** The days of a range for agents: of a long one, the first and last day and those with clicks. */
const DaysInBrief = z
  .array(StatPoint)
  .overwrite((points) =>
    points.length <= mostDaysInFull
      ? points
      : points.filter(({ clicks }, index) => clicks > 0 || index === 0 || index === points.length - 1),
  )
const leftOut = `In a range of more than ${mostDaysInFull} days, those without clicks are omitted, except the first and the last.`

/**
 * Which rule of the link decided a click, where the visitor found the link, and why the click isn't counted among people: what
 * every record of one says.
 */
export const clickDecision = {
  rule: z
    .string()
    .nullable()
    .meta({ description: 'The rule of the link that decided; null if none did', examples: ['rul_3'] }),
  destination: z
    .string()
    .nullable()
    .meta({ description: 'The destination that the rule chose; null if none decided', examples: ['dst_7'] }),
  placement: z
    .string()
    .nullable()
    .meta({
      description:
        'The placement that the visited address named with `via`; `other` for one that is not counted by name; null without one',
      examples: ['Newsletter'],
    }),
  not_counted: z
    .enum(['bot'])
    .nullable()
    .meta({ description: "Why the click isn't counted among people; null if it is", examples: [null] }),
}

export const LifetimeCount = z.object({ clicks: z.int() }).meta({ id: 'LifetimeCount' })

const Named = z.array(z.object({ name: z.string(), clicks: z.int() }))
const Located = z.array(
  z.object({
    code: z.string().meta({ description: 'ISO 3166-1 alpha-2, ZZ for unknown', examples: ['ID'] }),
    name: z.string(),
    clicks: z.int(),
  }),
)
const breakdowns = { referers: Named, locations: Located, devices: Named, browsers: Named }

const share = (description: string) => z.number().min(0).max(1).nullable().meta({ description })

/** The clicks of a link that one of its rules decided. */
export const RuleClicks = z
  .object({
    id: z.string().meta({ description: 'The id of the rule', examples: ['rul_3'] }),
    clicks: z.int(),
    destinations: z.array(
      z.object({
        id: z.string().meta({ description: 'The id of the destination', examples: ['dst_7'] }),
        clicks: z.int(),
        observed: share("Its share of the rule's clicks; null if there are none"),
        low: share('The lower end of the 95% interval of `observed`'),
        high: share('The upper end of the 95% interval of `observed`'),
        intended: share('Its share by weight; null if the rule no longer has this destination'),
      }),
    ),
  })
  .meta({ id: 'RuleClicks' })
export type RuleClicks = z.output<typeof RuleClicks>

export const Breakdowns = z
  .object({
    ...breakdowns,
    placements: Named.meta({
      description:
        'Clicks of visits that named a placement with `via`: at most 200 names, then `other` for the rest',
    }),
    rules: z.array(RuleClicks).meta({
      description: 'Clicks by rule and destination: current ones in order, then former ones that have clicks',
    }),
  })
  .meta({ id: 'Breakdowns' })
export type Breakdowns = z.output<typeof Breakdowns>

export const AccountStats = z
  .object({
    start: z.string().meta({ format: 'date' }),
    end: z.string().meta({ format: 'date' }),
    clicks: z.int(),
    timeline: z.array(StatPoint),
    links: z
      .array(
        z.object({
          short: z.string(),
          domain: z.string(),
          short_url: z.string(),
          title: z.string(),
          clicks: z.int(),
        }),
      )
      .meta({ description: 'The ten most clicked links' }),
    referers: Named.optional(),
    locations: Located.optional(),
    devices: Named.optional(),
    browsers: Named.optional(),
  })
  .meta({ id: 'AccountStats' })

const range = z.object({
  start: CalendarDate.optional().meta({ description: 'First day, UTC' }),
  end: CalendarDate.optional().meta({ description: 'Last day, UTC; by default today' }),
})

const rangeRules =
  'The plan limits how far back a range can start; an earlier start gets 403 `plan_limit`. A range can span at most 3,660 days.'

const link = operation({
  id: 'getLinkStats',
  method: 'GET',
  path: '/links/{short}/stats',
  role: 'viewer',
  tag: 'Statistics',
  scope: 'links:analytics',
  params: linkPath,
  query: linkQuery.extend(range.shape),
  answer: envelope(z.array(StatPoint)),
  errors: ['plan_limit'],
  summary: 'Clicks of a link per day',
  description: `One point per day, including days without clicks; by default, the last 30 days. ${rangeRules}`,
  tool: {
    name: 'get_link_stats',
    title: 'Clicks of a link per day',
    description: `Returns the clicks of one link for each day (UTC) of a range, by default the last 30 days, including days without clicks. ${leftOut} \`clicks\` includes \`bots\`; \`visitors\` is an estimate. For a single total, use get_link_lifetime_stats; for all links together, get_account_stats. On plan_limit, use a later start: the plan does not reach back that far.`,
    example: { short: 'spring-sale', start: '2026-11-01', end: '2026-11-20' },
    answer: envelope(DaysInBrief),
  },
})

const lifetime = operation({
  id: 'getLinkLifetimeStats',
  method: 'GET',
  path: '/links/{short}/stats/lifetime',
  role: 'viewer',
  tag: 'Statistics',
  scope: 'links:analytics',
  params: linkPath,
  query: linkQuery,
  answer: envelope(LifetimeCount),
  summary: 'Total clicks of a link since it was created',
  tool: {
    name: 'get_link_lifetime_stats',
    title: 'Total clicks of a link',
    description:
      'Returns the total clicks of one link since it was created, a single number that no plan limits. For clicks per day, use get_link_stats.',
    example: { short: 'spring-sale' },
  },
})

const breakdown = operation({
  id: 'getLinkBreakdown',
  method: 'GET',
  path: '/links/{short}/stats/breakdown',
  role: 'viewer',
  tag: 'Statistics',
  scope: 'links:analytics',
  params: linkPath,
  query: linkQuery.extend(range.shape).extend({
    additional: z.boolean().default(true).meta({ description: '`false` leaves the breakdowns empty' }),
  }),
  answer: envelope(Breakdowns),
  errors: ['plan_limit'],
  summary: 'Clicks of a link by referer, location, device, browser, placement and rule',
  description: `At most 50 entries each (200 placements), most clicked first. \`rules\` has all clicks on which one of the link's rules matched. Intervals are Wilson's, and treat every click as a different visitor's; a visitor who clicks again on the same day gets the same destination. Weights are the current ones. ${rangeRules}`,
})

const account = operation({
  id: 'getAccountStats',
  method: 'GET',
  path: '/stats',
  role: 'viewer',
  tag: 'Statistics',
  scope: 'links:analytics',
  query: range.extend({
    additional: z.boolean().default(false).meta({
      description: 'Include the referer, location, device and browser breakdowns',
    }),
    tag: TagNames.optional().meta({
      description: 'Only links with all of these tags',
    }),
  }),
  answer: envelope(AccountStats),
  errors: ['plan_limit'],
  summary: 'Clicks of the whole account, or of links with certain tags',
  description: `Visitors are unique for each link. By default from 30 days ago until today. ${rangeRules}`,
  tool: {
    name: 'get_account_stats',
    title: 'Clicks of the account',
    description: `Returns the clicks of all links together: the total, each day (UTC) of a range (by default from 30 days ago until today), and the ten most clicked links. ${leftOut} With \`additional: true\`, also by referer, country, device and browser, at most 50 of each. For one link, use get_link_stats. On plan_limit, use a later start: the plan does not reach back that far.`,
    example: { start: '2026-11-01', end: '2026-11-20', additional: true },
    answer: envelope(AccountStats.extend({ timeline: DaysInBrief })),
  },
})

/** In the order of the reference. */
export const operations = {
  link,
  lifetime,
  breakdown,
  account,
}
