// Everything that the dashboard's shell needs about the signed-in user, in one answer.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { QuarantinedUntil } from '../values.ts'
import { Quota, User } from './accounts.ts'

export const Me = z.object({
  user: User,
  email_confirmed: z.boolean(),
  password: z.boolean().meta({ description: 'Whether the account has a password' }),
  provider: z
    .string()
    .nullable()
    .meta({ description: 'The name of the single sign-on provider; null if there is none' }),
  administrator: z.boolean(),
  quarantined_until: QuarantinedUntil,
  quota: Quota,
  short_origin: z
    .string()
    .meta({ description: 'The origin of the default domain', examples: ['http://localhost:3000'] }),
  domains: z
    .array(z.string())
    .meta({ description: 'Names of the verified custom domains, oldest first, at most 100' }),
  api_url: z.string().meta({ examples: ['http://localhost:3000/v2'] }),
  mcp_url: z.string().meta({ examples: ['http://localhost:3000/mcp'] }),
  auth_url: z.string().meta({ examples: ['http://localhost:3000'] }),
  sign_ups: z.enum(['open', 'invite', 'closed']),
  version: z.string(),
})
export type Me = z.output<typeof Me>

const get = operation({
  id: 'getMe',
  method: 'GET',
  path: '/me',
  role: null,
  tag: 'Account',
  audience: 'dashboard',
  answer: envelope(Me),
  summary: 'Read the signed-in user, their quota, and facts about this server',
})

/** In the order of the reference. */
export const operations = {
  get,
}
