// Users: making one, giving it a plan, and the record that the API answers.
import type { User } from '@linnet/contract'
import { unixSeconds } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { hashPassword } from '../../platform/passwords.ts'
import type { AccountStore, UserRow } from './store.ts'

/** E-mail addresses are compared without regard to case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Makes a user, or null where the e-mail has an account. */
export async function createUser(
  store: AccountStore,
  wanted: {
    email: string
    password: string
    name: string
    plan: string
    admin: boolean
    verified: boolean
    now: number
  },
): Promise<UserRow | null> {
  const created_at = unixSeconds(wanted.now)
  return await store.insertUser({
    public_id: newId('usr', wanted.now),
    email: normalEmail(wanted.email),
    name: wanted.name,
    avatar_url: null,
    password_hash: await hashPassword(wanted.password),
    plan: wanted.plan,
    is_admin: wanted.admin ? 1 : 0,
    email_verified_at: wanted.verified ? created_at : null,
    created_at,
  })
}

export function userRecord(row: UserRow): User {
  return {
    id: row.public_id,
    email: row.email,
    name: row.name,
    avatar_url: row.avatar_url,
    plan: row.plan,
    created_at: row.created_at,
  }
}
