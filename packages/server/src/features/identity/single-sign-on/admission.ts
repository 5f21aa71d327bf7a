// Whether someone gets an account when they first sign in: by their groups at the provider, or by the domain of a verified e-mail address.
import type { AllowRule } from '../../../platform/security/identity-provider.ts'
import type { Claims } from './claims.ts'

/** Why not: there is no address, the address of the right domain isn't verified, or no rule is for this person. */
export type NotAdmitted = 'no-address' | 'unverified' | 'not-allowed'

/** Null if they are admitted. */
export function whyNotAdmitted(
  { email, isVerified, groups }: Pick<Claims, 'email' | 'isVerified' | 'groups'>,
  rules: readonly AllowRule[],
): NotAdmitted | null {
  if (email === null) return 'no-address'
  if (rules.some((rule) => 'group' in rule && groups.includes(rule.group))) return null
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (!rules.some((rule) => 'domain' in rule && rule.domain === domain)) return 'not-allowed'
  return isVerified ? null : 'unverified'
}
