// The health of links: whether their destinations are watched, what the checks found, and what visitors of a broken link get.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { Total, UnixTime } from '../values.ts'
import { changeQuery, Link, linkPath, linkQuery } from './links.ts'

export const healthStatuses = [
  'off',
  'excluded',
  'waiting',
  'answers',
  'unclear',
  'failing',
  'broken',
] as const

/** What a check can find; see docs/link-health.md. Only those in `failures` count as failed. */
export const checkOutcomes = [
  'answered',
  'unreachable',
  'tls_failed',
  'timed_out',
  'not_found',
  'server_error',
  'robots',
  'private',
  'unclear',
] as const
export type CheckOutcome = (typeof checkOutcomes)[number]

export const brokenChoices = ['domain', 'ended_url', 'archive'] as const
export type BrokenChoice = (typeof brokenChoices)[number]

const time = (description: string) => UnixTime.nullable().meta({ description, examples: [1_790_000_000] })
const noTime = (description: string) => UnixTime.nullable().meta({ description, examples: [null] })

export const LinkHealth = z
  .object({
    status: z.enum(healthStatuses).meta({
      description:
        '`off`: not watched; `excluded`: watched, but not checked because of `excluded_by`; `waiting`: not checked yet; `unclear`: the last check could not tell whether it works; `failing`: not yet broken',
      examples: ['answers'],
    }),
    watched: z.boolean().meta({
      description: 'Whether it is watched, by its own setting or that of its workspace',
      examples: [true],
    }),
    watch: z
      .boolean()
      .nullable()
      .meta({ description: 'The setting for this link; null: the workspace decides', examples: [null] }),
    excluded_by: z
      .enum(['password', 'limit', 'inactive', 'blocked'])
      .nullable()
      .meta({
        description:
          'Why it is not checked: it has a password, redirects a limited number of visitors, is not active, or is blocked',
        examples: [null],
      }),
    checked_at: time('When it was last checked'),
    next_check_at: time('When it is checked next'),
    outcome: z
      .enum(checkOutcomes)
      .nullable()
      .meta({ description: 'What the last check found', examples: ['answered'] }),
    answer_status: z
      .int()
      .nullable()
      .meta({ description: 'The HTTP status of the last answer, if there was one', examples: [200] }),
    answered_at: time('When it last worked'),
    failures: z.int().meta({ description: 'How many checks have failed in a row', examples: [0] }),
    failing_since: noTime('When the first of them failed'),
    broken_at: noTime('Since when it counts as broken'),
    when_broken: z
      .enum(brokenChoices)
      .nullable()
      .meta({
        description:
          'What visitors get while it is broken: the home page of its domain, its `ended_url`, or a page that offers a copy from a web archive; null: they are redirected as usual',
        examples: [null],
      }),
    archive_url: z.string().meta({
      description: 'The address of a copy at a web archive, which may not have one',
      examples: ['https://web.archive.org/web/20260901000000/https://example.com/a?b=c'],
    }),
  })
  .meta({ id: 'LinkHealth' })
export type LinkHealth = z.output<typeof LinkHealth>

/** The data of `link.broken` and `link.recovered`. */
export const CheckedLink = z.object({ link: Link, health: LinkHealth })
export type CheckedLink = z.output<typeof CheckedLink>

const WatchedLinks = z.object({
  available: z.boolean().meta({ description: 'Whether this server checks links' }),
  watched: z.boolean().meta({ description: 'Whether all links of the workspace are watched' }),
  broken: z.int().meta({ description: 'How many links are broken' }),
})

const tag = 'Link health'

const get = operation({
  id: 'getLinkHealth',
  method: 'GET',
  path: '/links/{short}/health',
  role: 'viewer',
  tag,
  scope: 'links:read',
  params: linkPath,
  query: linkQuery,
  answer: envelope(LinkHealth),
  summary: "Read a link's health",
})

const update = operation({
  id: 'updateLinkHealth',
  method: 'PUT',
  path: '/links/{short}/health',
  role: 'editor',
  tag,
  scope: 'links:write',
  params: linkPath,
  query: changeQuery,
  body: z.object({
    watch: z
      .boolean()
      .nullish()
      .meta({ description: 'Whether its destination is checked each week; null: the workspace decides' }),
    when_broken: z
      .enum(brokenChoices)
      .nullish()
      .meta({ description: 'What visitors get while it is broken; null: they are redirected as usual' }),
  }),
  answer: envelope(LinkHealth),
  errors: ['forbidden'],
  undoable: true,
  summary: 'Watch a link, and choose what visitors get while it is broken',
  description: 'Omitted fields are unchanged.',
})

const check = operation({
  id: 'checkLink',
  method: 'POST',
  path: '/links/{short}/health/check',
  role: 'editor',
  tag,
  audience: 'dashboard',
  params: linkPath,
  query: linkQuery,
  answer: envelope(LinkHealth),
  errors: ['forbidden', 'rate_limited'],
  summary: 'Check a watched link within seconds',
})

const watched = operation({
  id: 'getWatchedLinks',
  method: 'GET',
  path: '/link-health',
  role: 'viewer',
  tag,
  audience: 'dashboard',
  answer: envelope(WatchedLinks),
  summary: 'Read whether the links of the workspace are watched',
})

const watch = operation({
  id: 'watchLinks',
  method: 'PUT',
  path: '/link-health',
  role: 'editor',
  tag,
  audience: 'dashboard',
  body: z.object({ watched: z.boolean() }),
  answer: envelope(WatchedLinks),
  errors: ['forbidden'],
  summary: 'Watch all links of the workspace, or only those chosen one by one',
})

const broken = operation({
  id: 'listBrokenLinks',
  method: 'GET',
  path: '/link-health/broken',
  role: 'viewer',
  tag,
  audience: 'dashboard',
  query: z.object({
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(100).default(25),
  }),
  answer: z.object({ data: z.array(CheckedLink), total: Total }),
  summary: 'List broken links, the longest broken first',
})

/** In the order of the reference. */
export const operations = { get, update, check, watched, watch, broken }
