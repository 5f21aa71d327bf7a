// What the provider says about a person, as far as Linnet uses it.
import { Email, Name, text } from '@linnet/contract'
import type { AllowRule, GroupPlace, IdentityProvider } from '../../../platform/security/identity-provider.ts'

export interface Claims {
  issuer: string
  /** Identifies the person at the issuer, for ever (OpenID Connect Core 1.0, section 2). */
  subject: string
  /** The provider's id for its own session, for back-channel logout. */
  session: string | null
  /** When the provider last checked who they are (`auth_time`), in Unix seconds; null if it doesn't say. */
  authenticatedAt: number | null
  /** In lower case. */
  email: string | null
  /** Whether the provider knows that the address is the person's own. */
  isVerified: boolean
  /** Empty if unknown. */
  name: string
  /** Only those that the settings name: a provider may send thousands. */
  groups: string[]
}

type Given = Readonly<Record<string, unknown>>

// At most 255 ASCII characters, as the standard says; a NUL can't be stored.
const Subject = text(255).min(1)

/** Null if the ID token doesn't say who the person is. */
export function readClaims(
  { issuer, allow, groups }: Pick<IdentityProvider, 'issuer' | 'allow' | 'groups'>,
  idToken: Given,
  userInfo: Given,
): Claims | null {
  const subject = Subject.safeParse(idToken.sub)
  if (!subject.success) return null
  const session = Subject.safeParse(idToken.sid)
  // Whether an address is verified is read from where the address comes from.
  const withEmail = idToken.email === undefined ? userInfo : idToken
  const email = Email.safeParse(withEmail.email)
  const name = Name.safeParse(idToken.name ?? userInfo.name)
  return {
    issuer,
    subject: subject.data,
    session: session.success ? session.data : null,
    authenticatedAt: typeof idToken.auth_time === 'number' ? Math.floor(idToken.auth_time) : null,
    email: email.success ? email.data.trim().toLowerCase() : null,
    // Some providers send the word.
    isVerified: withEmail.email_verified === true || withEmail.email_verified === 'true',
    name: name.success ? name.data : '',
    groups: groupsIn(idToken.groups ?? userInfo.groups, [...allow, ...groups]),
  }
}

/** Who has signed out at the provider, as its logout token says. */
export interface LogoutToken {
  id: string
  /** At least one of the two is there. */
  subject: string | null
  session: string | null
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * Null if these are not the claims of a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4). A `sid` that
 * `readClaims` doesn't keep counts as none here too: with it alone, nobody could be found.
 */
export function readLogout({ jti, sub, sid, events, nonce }: Given): LogoutToken | null {
  const isLogout = typeof events === 'object' && events !== null && logoutEvent in events
  if (!isLogout || nonce !== undefined || typeof jti !== 'string' || jti === '') return null
  if (![sub, sid].every((id) => id === undefined || id === null || typeof id === 'string')) return null
  const subject = Subject.nullish().safeParse(sub)
  const session = Subject.safeParse(sid).data ?? null
  if (!subject.success) return null
  const known = subject.data ?? null
  return known === null && session === null ? null : { id: jti, subject: known, session }
}

function groupsIn(given: unknown, rules: readonly (AllowRule | GroupPlace)[]): string[] {
  const groups = new Set<unknown>(Array.isArray(given) ? given : [given])
  const named = new Set(rules.flatMap((rule) => ('group' in rule ? [rule.group] : [])))
  return [...named].filter((group) => groups.has(group))
}
