// Appeals: an owner's statement against a block, and the decision of administrators.
import { z } from 'zod'
import { faultMessage } from '../faults.ts'
import { envelope, operation } from '../operation.ts'
import { Identifier, Total, text, UnixTime } from '../values.ts'
import { Link } from './links.ts'
import { Microsite } from './microsites.ts'

const audience = 'dashboard' as const

/** A message from either side. */
const Statement = text(1000)
  .trim()
  .min(1, faultMessage({ code: 'statement_required' }))

const ofAppeal = {
  id: z.string(),
  about: z.enum(['link', 'microsite', 'account']),
  reason: z.string().meta({ description: 'Why it was blocked, as the owner sees it' }),
  message: z.string(),
  created_at: UnixTime,
  decided_at: UnixTime.nullable(),
  outcome: z.enum(['upheld', 'lifted']).nullable().meta({ description: '`upheld`: the block stays' }),
  answer: z.string().nullable(),
}

export const OwnAppeal = z
  .object({
    ...ofAppeal,
    thing_id: z.string().nullable().meta({ description: 'The id of the link or microsite' }),
  })
  .meta({ id: 'OwnAppeal' })
export type OwnAppeal = z.output<typeof OwnAppeal>

export const Appeal = z
  .object({
    ...ofAppeal,
    link: Link.nullable(),
    destinations: z.array(z.string()).nullable().meta({
      description:
        'Every destination of the link when it was reported or blocked, including its rules and ended_url; long_url first',
    }),
    destinations_now: z.array(z.string()).nullable().meta({ description: 'The same now' }),
    microsite: Microsite.nullable(),
    owner: z.object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      blocked_at: UnixTime.nullable(),
    }),
    decided_by: z.string().nullable().meta({ description: 'The id of the administrator' }),
  })
  .meta({ id: 'Appeal' })
export type Appeal = z.output<typeof Appeal>

const create = operation({
  id: 'createAppeal',
  method: 'POST',
  path: '/appeals',
  role: 'editor',
  whileBlocked: true,
  tag: 'Account',
  audience,
  body: z.object({
    about: z.enum(['link', 'microsite']),
    id: Identifier,
    message: Statement,
  }),
  answer: envelope(OwnAppeal),
  summary: 'Appeal against the block of a link or microsite; each can have one open appeal at a time',
})

const own = operation({
  id: 'listOwnAppeals',
  method: 'GET',
  path: '/appeals',
  role: 'viewer',
  whileBlocked: true,
  tag: 'Account',
  audience,
  query: z.object({
    id: Identifier.optional().meta({ description: 'Only appeals about the link or microsite with this id' }),
  }),
  answer: envelope(z.array(OwnAppeal)),
  summary: 'List the newest 50 appeals of the account',
})

const list = operation({
  id: 'listAppeals',
  method: 'GET',
  path: '/administration/appeals',
  role: null,
  tag: 'Administration',
  audience,
  query: z.object({
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(100).default(25),
    status: z.enum(['open', 'closed', 'all']).default('open'),
  }),
  answer: z.object({ data: z.array(Appeal), total: Total }),
  summary: 'List appeals, newest first',
})

const decide = operation({
  id: 'decideAppeal',
  method: 'POST',
  path: '/administration/appeals/{id}/decide',
  role: null,
  tag: 'Administration',
  audience,
  params: z.object({ id: Identifier }),
  body: z.object({
    outcome: z.enum(['upheld', 'lifted']).meta({ description: '`upheld`: the block stays' }),
    answer: Statement.optional().meta({ description: 'For the owner; required if the block stays' }),
  }),
  answer: envelope(Appeal),
  summary: 'Decide an appeal: uphold or lift the block; the owner is notified',
})

/** In the order of the reference. */
export const operations = {
  create,
  own,
  list,
  decide,
}
