// Users: creating one, and the record that the API shows.
import type { User, WorkspaceSummary } from '@linnet/contract'
import type { Client } from '../../../platform/operations/handler.ts'
import { newId } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../audit/index.ts'
import type { AccountStore, UserRow } from './store.ts'

/** E-mail addresses are compared without regard to case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

export interface NewUser {
  email: string
  /** Computed beforehand by `platform/security/passwords.ts`, because hashing takes too long for a transaction; or `noPassword`. */
  passwordHash: string
  name: string
  plan: string
  admin: boolean
  /** Whether it is known to be the user's own, as it is by default. */
  emailVerified?: boolean
  /** Whether the user signed up without an invitation, and so begins in quarantine. */
  stranger?: boolean
  client: Client
  now: number
}

/** Creates a user; null if the e-mail address has an account. */
export async function createUser(
  { store, audit }: { store: AccountStore; audit: Audit },
  tx: Tx,
  { email, passwordHash, name, plan, admin, emailVerified = true, stranger = false, client, now }: NewUser,
): Promise<UserRow | null> {
  const created_at = unixSeconds(now)
  const user = await store.insertUser(tx, {
    public_id: newId('usr', now),
    email: normalEmail(email),
    name,
    avatar_url: null,
    password_hash: passwordHash,
    plan,
    is_admin: admin ? 1 : 0,
    email_verified_at: emailVerified ? created_at : null,
    created_at,
    totp_secret: null,
    totp_last_step: null,
    deleted_at: null,
    blocked_at: null,
    blocked_reason: null,
    trusted_at: stranger ? null : created_at,
  })
  if (user) await audit.write(tx, { userId: user.id, action: 'account_created', client, now })
  return user
}

/** The person, in a workspace with this plan: by default their own. */
export function userRecord(
  row: UserRow,
  {
    workspace = personalWorkspace(row),
    plan = row.plan,
  }: { workspace?: WorkspaceSummary; plan?: string } = {},
): User {
  return { ...userFields(row), plan, workspace }
}

/** How the API shows the workspace that a person has for themselves. The database derives its id in the same way. */
function personalWorkspace({ public_id, name }: UserRow): WorkspaceSummary {
  return { id: public_id.replace('usr_', 'wsp_'), name, role: 'owner', personal: true }
}

export function userFields(row: UserRow): Omit<User, 'workspace'> {
  return {
    id: row.public_id,
    email: row.email,
    name: row.name,
    avatar_url: row.avatar_url,
    plan: row.plan,
    created_at: row.created_at,
  }
}
