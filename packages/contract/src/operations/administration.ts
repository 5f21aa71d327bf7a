// Administration of the server: people and their plans, invitations, and health. For administrators only.
import { z } from 'zod'
import { faultMessage } from '../faults.ts'
import { envelope, operation } from '../operation.ts'
import { blockedFields, Identifier, QuarantinedUntil, Total, text, UnixTime } from '../values.ts'

const tag = 'Administration'
const audience = 'dashboard' as const

export const Person = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    plan: z.string(),
    administrator: z.boolean(),
    status: z.enum(['active', 'blocked']),
    ...blockedFields,
    quarantined_until: QuarantinedUntil,
    created_at: UnixTime,
    last_seen_at: UnixTime.nullable().meta({
      description: 'The last use of a session, API key or application that still exists; null: never',
    }),
    links: z.int(),
    microsites: z.int(),
  })
  .meta({ id: 'Person' })
export type Person = z.output<typeof Person>

/** The reason for a block, which its owner sees. */
export const BlockReason = text(500)
  .trim()
  .min(1, faultMessage({ code: 'reason_required' }))
  .meta({ description: 'The reason, which the owner sees' })

const page = {
  page: z.int().min(1).max(1_000_000).default(1),
  limit: z.int().min(1).max(100).default(25),
}
const ofPerson = z.object({ id: Identifier })

const people = operation({
  id: 'listPeople',
  method: 'GET',
  path: '/administration/people',
  role: null,
  tag,
  audience,
  query: z.object({
    ...page,
    search: text(254)
      .optional()
      .meta({ description: 'Part of the e-mail address or name, case-insensitive' }),
    status: z.enum(['all', 'active', 'blocked', 'administrators']).default('all'),
  }),
  answer: z.object({ data: z.array(Person), total: Total }),
  summary: 'List the people of this server, newest first',
})

const person = operation({
  id: 'getPerson',
  method: 'GET',
  path: '/administration/people/{id}',
  role: null,
  tag,
  audience,
  params: ofPerson,
  answer: envelope(Person),
  summary: 'Read one person',
})

const updatePerson = operation({
  id: 'updatePerson',
  method: 'PUT',
  path: '/administration/people/{id}',
  role: null,
  tag,
  audience,
  params: ofPerson,
  body: z.object({
    plan: text(48).optional().meta({ description: 'The name of a plan; the overview lists them' }),
    administrator: z.boolean().optional(),
  }),
  answer: envelope(Person),
  reauthentication: true,
  summary: "Change a person's plan or administrator rights",
})

const blockPerson = operation({
  id: 'blockPerson',
  method: 'POST',
  path: '/administration/people/{id}/block',
  role: null,
  tag,
  audience,
  params: ofPerson,
  body: z.object({ reason: BlockReason }),
  answer: envelope(Person),
  summary: 'Block an account: nobody can use it, and visitors see that its links and microsites are blocked',
})

const unblockPerson = operation({
  id: 'unblockPerson',
  method: 'POST',
  path: '/administration/people/{id}/unblock',
  role: null,
  tag,
  audience,
  params: ofPerson,
  answer: envelope(Person),
  summary: 'Unblock an account',
})

const trustPerson = operation({
  id: 'trustPerson',
  method: 'POST',
  path: '/administration/people/{id}/trust',
  role: null,
  tag,
  audience,
  params: ofPerson,
  answer: envelope(Person),
  summary: 'End the quarantine of a new account, so that its links redirect without a warning',
})

export const PendingInvitation = z.object({
  id: z.string(),
  email: z.string(),
  created_at: UnixTime,
  expires_at: UnixTime,
})
export type PendingInvitation = z.output<typeof PendingInvitation>

const invitations = operation({
  id: 'listInvitations',
  method: 'GET',
  path: '/administration/invitations',
  role: null,
  tag,
  audience,
  answer: envelope(z.array(PendingInvitation)),
  summary: 'List the newest 500 pending invitations',
})

const withdrawInvitation = operation({
  id: 'withdrawInvitation',
  method: 'DELETE',
  path: '/administration/invitations/{id}',
  role: null,
  tag,
  audience,
  params: z.object({ id: Identifier }),
  answer: envelope(z.object({ id: z.string(), withdrawn: z.literal(true) })),
  summary: 'Withdraw an invitation: its URL stops working',
})

const limit = z.int().nullable().meta({ description: 'null: unlimited' })

export const PlanRecord = z.object({
  name: z.string(),
  is_default: z.boolean(),
  accounts: z.int().meta({ description: 'How many accounts have this plan' }),
  links: limit,
  custom_slug_renames: limit,
  microsites: limit,
  mcp_calls: limit,
  analytics_days: limit,
  requests_per_minute: z.int(),
  bulk_shortening: z.boolean(),
  image_slide: z.boolean(),
  microsite_visibility: z.boolean(),
  hosted_mcp_enabled: z.boolean(),
})
export type PlanRecord = z.output<typeof PlanRecord>

export const Overview = z.object({
  accounts: z.object({ total: z.int(), blocked: z.int(), administrators: z.int() }),
  links: z.int(),
  microsites: z.int(),
  open_reports: z.int(),
  open_appeals: z.int(),
  sign_ups: z.enum(['open', 'invite', 'closed']),
  plans: z.array(PlanRecord),
  days: z
    .array(z.object({ day: z.string(), clicks: z.int(), bots: z.int(), sign_ups: z.int() }))
    .meta({ description: 'The last days (UTC), ending with today' }),
})
export type Overview = z.output<typeof Overview>

const overview = operation({
  id: 'getOverview',
  method: 'GET',
  path: '/administration/overview',
  role: null,
  tag,
  audience,
  query: z.object({ days: z.int().min(1).max(90).default(30) }),
  answer: envelope(Overview),
  summary: 'Read the totals and the recent activity of this server',
})

export const Health = z.object({
  version: z.string(),
  started_at: UnixTime,
  uptime: z.int().meta({ description: 'Seconds' }),
  database: z.object({ engine: z.enum(['sqlite', 'postgres']), bytes: z.int() }),
  clicks: z
    .object({
      kept: z.int(),
      waiting: z.int().meta({ description: 'Recorded, but not in the statistics yet' }),
      uncounted: z.int().meta({ description: 'Redirected, but lost because they could not be recorded' }),
      journal_bytes: z.int(),
    })
    .meta({ description: 'Of this process, since it started' }),
  webhooks: z.object({
    waiting: z.int().meta({ description: 'Pending deliveries, including scheduled retries' }),
  }),
  process: z.object({ memory_bytes: z.int(), cpu_seconds: z.number(), open_files: z.int() }),
})
export type Health = z.output<typeof Health>

const health = operation({
  id: 'getHealth',
  method: 'GET',
  path: '/administration/health',
  role: null,
  tag,
  audience,
  answer: envelope(Health),
  summary: 'Read the health of the server',
})

/** In the order of the reference. */
export const operations = {
  people,
  person,
  updatePerson,
  blockPerson,
  unblockPerson,
  trustPerson,
  invitations,
  withdrawInvitation,
  overview,
  health,
}
