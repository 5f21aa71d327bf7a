// The audit log of an account: its kinds of entries, and reading them.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { cursor, Identifier, UnixTime } from '../values.ts'

/** Everything that is recorded: sign-ins, security, credentials, applications, webhooks and plan. */
export const auditActions = [
  'account_created',
  'account_deleted',
  'signed_in',
  'sign_in_failed',
  'reauthenticated',
  'signed_out',
  'session_ended',
  'password_changed',
  'password_reset',
  'profile_changed',
  'plan_changed',
  'second_factor_enabled',
  'second_factor_disabled',
  'second_factor_asked',
  'second_factor_failed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'identity_joined',
  'identity_removed',
  'sign_in_link_created',
  'key_created',
  'key_revoked',
  'app_created',
  'app_changed',
  'app_deleted',
  'app_secret_rotated',
  'app_authorized',
  'app_revoked',
  'invitation_sent',
  'invitation_withdrawn',
  'account_blocked',
  'account_unblocked',
  'link_blocked',
  'link_unblocked',
  'microsite_blocked',
  'microsite_unblocked',
  'account_trusted',
  'report_closed',
  'appeal_sent',
  'appeal_decided',
  'webhook_created',
  'webhook_changed',
  'webhook_deleted',
  'webhook_secret_rotated',
  'logo_given_up',
  'domain_added',
  'domain_verified',
  'domain_removed',
  'domain_settings_changed',
  'domain_unproved',
  'domain_lost',
  'key_adopted',
  'links_moved',
  'workspace_created',
  'workspace_renamed',
  'workspace_deleted',
  'member_invited',
  'member_invitation_withdrawn',
  'member_joined',
  'member_left',
  'member_removed',
  'role_changed',
] as const
export type AuditAction = (typeof auditActions)[number]

export const AuditEvent = z
  .object({
    id: z.string(),
    at: UnixTime,
    action: z.enum(auditActions),
    person: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable().meta({
      description: 'Who did it; null: the server, its operator, or someone whose account was deleted',
    }),
    detail: z.record(z.string(), z.string()),
    address: z.string().meta({ description: 'The IP address that it came from; empty for the command line' }),
    user_agent: z.string(),
  })
  .meta({ id: 'AuditEvent' })
export type AuditEvent = z.output<typeof AuditEvent>

const list = operation({
  id: 'listAuditEvents',
  method: 'GET',
  path: '/audit',
  role: 'admin',
  tag: 'Account',
  audience: 'dashboard',
  query: z.object({
    before: cursor(100),
    action: z.enum(auditActions).optional(),
    person: Identifier.optional().meta({ description: 'The id of the person who did it' }),
    from: UnixTime.optional().meta({ description: 'Entries at or after this time' }),
    until: UnixTime.optional().meta({ description: 'Entries before this time' }),
    limit: z.int().min(1).max(100).default(50),
  }),
  answer: envelope(z.array(AuditEvent)).extend({ next_cursor: z.string().nullable() }),
  summary: 'List the entries of the audit log, newest first',
})

/** In the order of the reference. */
export const operations = {
  list,
}
