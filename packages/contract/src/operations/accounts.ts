// The account: its profile and quota (public), its API keys and security (dashboard).
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { allScopes } from '../scopes.ts'
import { Identifier, Name, text, UnixTime } from '../values.ts'
import { CurrentPassword } from './authenticators.ts'
import { WorkspaceSummary } from './workspaces.ts'

export const User = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    avatar_url: z.string().nullable(),
    plan: z.string().meta({ description: 'The plan of the workspace' }),
    created_at: UnixTime,
    workspace: WorkspaceSummary,
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>

const meter = (description: string) =>
  z
    .object({ limit: z.int().nullable().meta({ description: 'null: unlimited' }), used: z.int() })
    .meta({ description })

export const Quota = z
  .object({
    plan: z.string(),
    resets_at: UnixTime.meta({ description: 'When the monthly counters reset' }),
    links: meter('Created this month'),
    custom_slug_renames: meter('This month'),
    microsites: meter('In total'),
    mcp_calls: meter('Calls of agent tools this month'),
    analytics_days: z
      .int()
      .nullable()
      .meta({ description: 'How many days of statistics are available; null: all' }),
    requests_per_minute: z.int().meta({ description: 'For the API, not for the agent tools' }),
    bulk_shortening: z.boolean(),
    image_slide: z.boolean(),
    microsite_visibility: z.boolean(),
    hosted_mcp_enabled: z.boolean(),
  })
  .meta({ id: 'Quota' })
export type Quota = z.output<typeof Quota>

const user = operation({
  id: 'getUser',
  method: 'GET',
  path: '/user',
  role: 'viewer',
  tag: 'Account',
  scope: 'user:read',
  answer: envelope(User),
  summary: 'Read the profile',
  tool: {
    name: 'get_user_info',
    title: 'Read the profile',
    description:
      'Returns the workspace that all tools work in, with its plan and the role there, and the profile of the person who gave you access: id, name, e-mail and picture. For the limits of the plan, use get_quota.',
    example: {},
  },
})

const quota = operation({
  id: 'getQuota',
  method: 'GET',
  path: '/quota',
  role: 'viewer',
  tag: 'Account',
  scope: 'user:read',
  answer: envelope(Quota),
  summary: 'Read plan limits and usage',
  tool: {
    name: 'get_quota',
    title: 'Read limits and usage',
    description:
      'Returns what the plan allows and how much of it is used: links, renames and tool calls this month (UTC), the total of microsites, and which features are included. Use it before a large job, or to explain a plan_limit or plan_required error.',
    example: {},
  },
})

export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(allScopes)),
    hint: z.string().meta({ description: 'The last four characters' }),
    created_at: UnixTime,
    expires_at: UnixTime.nullable(),
    last_used_at: UnixTime.nullable().meta({ description: 'Accurate to about a minute; null: never' }),
    made_by: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable().meta({
      description: 'The member who created it, whose role limits it; null: their account was deleted',
    }),
    stopped: z.boolean().meta({
      description: 'Whether it no longer works because that member has left: take it over or revoke it',
    }),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof ApiKey>

const listKeys = operation({
  id: 'listKeys',
  method: 'GET',
  path: '/keys',
  role: 'admin',
  tag: 'API keys',
  audience: 'dashboard',
  answer: envelope(z.array(ApiKey)),
  summary: 'List API keys',
})

const createKey = operation({
  id: 'createKey',
  method: 'POST',
  path: '/keys',
  role: 'admin',
  tag: 'API keys',
  audience: 'dashboard',
  body: z.object({
    name: text(100).min(1),
    scopes: z.array(z.enum(allScopes)).min(1).max(allScopes.length),
    expires_at: UnixTime.nullish(),
  }),
  answer: envelope(ApiKey.extend({ key: z.string() })),
  errors: ['plan_limit'],
  reauthentication: true,
  summary: 'Create an API key, which is shown only once',
})

const adoptKey = operation({
  id: 'adoptKey',
  method: 'POST',
  path: '/keys/{id}/adopt',
  role: 'admin',
  tag: 'API keys',
  audience: 'dashboard',
  params: z.object({ id: Identifier }),
  answer: envelope(ApiKey),
  errors: ['plan_limit'],
  reauthentication: true,
  summary: 'Take over the API key of a member who has left, so that it works again',
})

const revokeKey = operation({
  id: 'revokeKey',
  method: 'DELETE',
  path: '/keys/{id}',
  role: 'admin',
  tag: 'API keys',
  audience: 'dashboard',
  params: z.object({ id: Identifier }),
  answer: envelope(z.object({ id: z.string(), revoked: z.literal(true) })),
  summary: 'Revoke an API key at once',
})

const updateUser = operation({
  id: 'updateUser',
  method: 'PUT',
  path: '/user',
  role: null,
  tag: 'Account',
  audience: 'dashboard',
  body: z.object({ name: Name }),
  answer: envelope(User),
  summary: 'Change the profile',
})

const changePassword = operation({
  id: 'changePassword',
  method: 'PUT',
  path: '/user/password',
  role: null,
  tag: 'Account',
  audience: 'dashboard',
  // The server checks a new one's length and strength.
  body: z.object({ password: CurrentPassword, new_password: text(1024) }),
  answer: envelope(z.object({ changed: z.literal(true) })),
  errors: ['wrong_password'],
  summary: 'Change the password; all other sessions end',
})

// A POST, because the body of a DELETE may be lost on its way (RFC 9110, section 9.3.5).
const deleteUser = operation({
  id: 'deleteUser',
  method: 'POST',
  path: '/user/delete',
  role: null,
  tag: 'Account',
  audience: 'dashboard',
  body: z.object({
    password: CurrentPassword.optional().meta({
      description:
        'Required if the account has one; otherwise you must have confirmed your identity recently',
    }),
  }),
  answer: envelope(z.object({ deleted: z.literal(true) })),
  errors: ['wrong_password', 'reauthentication_required'],
  summary: 'Permanently delete the account and everything it owns',
})

/** In the order of the reference. */
export const operations = {
  user,
  quota,
  listKeys,
  createKey,
  adoptKey,
  revokeKey,
  updateUser,
  changePassword,
  deleteUser,
}
