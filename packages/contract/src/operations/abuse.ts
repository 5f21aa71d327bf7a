// Reports of abuse, and what administrators do about them.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { Identifier, Total, text, UnixTime } from '../values.ts'
import { BlockReason } from './administration.ts'
import { Link } from './links.ts'
import { Microsite } from './microsites.ts'

const tag = 'Administration'
const audience = 'dashboard' as const

/** What a link or a microsite can be reported for. */
export const abuseReasons = ['phishing', 'malware', 'spam', 'illegal', 'other'] as const
export type AbuseReason = (typeof abuseReasons)[number]

export const AbuseReport = z
  .object({
    id: z.string(),
    reason: z.enum(abuseReasons),
    details: z.string(),
    email: z.string().nullable().meta({ description: 'The e-mail address of the reporter, if given' }),
    created_at: UnixTime,
    link: Link.nullable().meta({ description: 'The reported link; null if a microsite was reported' }),
    destinations: z.array(z.string()).nullable().meta({
      description:
        'Every destination of the link when it was reported, including its rules and ended_url; long_url first',
    }),
    destinations_now: z.array(z.string()).nullable().meta({ description: 'The same now' }),
    microsite: Microsite.nullable(),
    owner: z.object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      blocked_at: UnixTime.nullable(),
    }),
    closed_at: UnixTime.nullable(),
    outcome: z.enum(['dismissed', 'blocked', 'account_blocked']).nullable(),
    closed_by: z.string().nullable().meta({ description: 'The id of the administrator' }),
    note: z.string().nullable(),
  })
  .meta({ id: 'AbuseReport' })
export type AbuseReport = z.output<typeof AbuseReport>

const list = operation({
  id: 'listAbuseReports',
  method: 'GET',
  path: '/administration/reports',
  role: null,
  tag,
  audience,
  query: z.object({
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(100).default(25),
    status: z.enum(['open', 'closed', 'all']).default('open'),
    owner: Identifier.optional().meta({
      description: 'Only reports about the links and microsites of the account with this id',
    }),
  }),
  answer: z.object({ data: z.array(AbuseReport), total: Total }),
  summary: 'List reports of abuse, newest first',
})

const close = operation({
  id: 'closeAbuseReport',
  method: 'POST',
  path: '/administration/reports/{id}/close',
  role: null,
  tag,
  audience,
  params: z.object({ id: Identifier }),
  body: z.object({
    action: z.enum(['dismiss', 'block', 'block_account']).meta({
      description:
        '`block` blocks the link or microsite. Blocking closes all open reports about it, or about the account',
    }),
    reason: BlockReason.optional().meta({
      description: 'The reason that the owner sees; by default, the reason of the report',
    }),
    note: text(1000).optional().meta({ description: 'Visible only to administrators' }),
  }),
  answer: envelope(AbuseReport),
  summary: 'Dismiss a report, or block what it is about',
})

const ofOne = z.object({ id: Identifier })
const blockBody = z.object({ reason: BlockReason })

const blockLink = operation({
  id: 'blockLink',
  method: 'POST',
  path: '/administration/links/{id}/block',
  role: null,
  tag,
  audience,
  params: ofOne,
  body: blockBody,
  answer: envelope(Link),
  summary: "Block a link of any account: visitors see that it is blocked, and its owner can't change that",
})

const unblockLink = operation({
  id: 'unblockLink',
  method: 'POST',
  path: '/administration/links/{id}/unblock',
  role: null,
  tag,
  audience,
  params: ofOne,
  answer: envelope(Link),
  summary: 'Unblock a link',
})

const blockMicrosite = operation({
  id: 'blockMicrosite',
  method: 'POST',
  path: '/administration/microsites/{id}/block',
  role: null,
  tag,
  audience,
  params: ofOne,
  body: blockBody,
  answer: envelope(Microsite),
  summary:
    "Block a microsite of any account: visitors see that it is blocked, and its owner can't change that",
})

const unblockMicrosite = operation({
  id: 'unblockMicrosite',
  method: 'POST',
  path: '/administration/microsites/{id}/unblock',
  role: null,
  tag,
  audience,
  params: ofOne,
  answer: envelope(Microsite),
  summary: 'Unblock a microsite',
})

/** In the order of the reference. */
export const operations = {
  list,
  close,
  blockLink,
  unblockLink,
  blockMicrosite,
  unblockMicrosite,
}
