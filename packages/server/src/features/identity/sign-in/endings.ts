// What else a user whose password was stolen can end while choosing a new one.
import type { Ends } from '@linnet/pages'
import { hasPassword } from '../../../platform/security/passwords.ts'
import type { Account } from '../accounts/index.ts'

export type End = keyof Ends

const named = {
  passkeys: true,
  identities: true,
  keys: true,
  applications: true,
  webhooks: true,
} satisfies Record<End, true>
const allEnds = Object.keys(named) as End[]

/**
 * By default only what signs in like a password, and is needed by nobody else: passkeys, and identities at the provider of
 * single sign-on. An account that has no password yet keeps those: none can have been stolen.
 */
export function defaultEnds(account: Pick<Account, 'password_hash'>): Ends {
  const identities = hasPassword(account)
  return { passkeys: true, identities, keys: false, applications: false, webhooks: false }
}

/** The choices in a form; a form without them gets the account's default. */
export function readEnds(form: ReadonlyMap<string, string>, account: Pick<Account, 'password_hash'>): Ends {
  if (!form.has('ends')) return defaultEnds(account)
  return Object.fromEntries(allEnds.map((end) => [end, form.has(`end_${end}`)])) as unknown as Ends
}

export const chosenEnds = (ends: Ends): End[] => allEnds.filter((end) => ends[end])
