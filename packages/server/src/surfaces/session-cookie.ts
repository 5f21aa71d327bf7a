// The session cookie, and the guard against other sites that would use it.
import { Refusal } from '@linnet/contract'

export interface CookieRules {
  /** Under https the name binds the cookie to this host, unless several hosts share it (RFC 6265bis, 4.1.3.2). */
  secure: boolean
  domain: string | null
  /** Origins whose pages may change something. */
  origins: ReadonlySet<string>
}

const seconds = 30 * 24 * 60 * 60

function cookieName({ secure, domain }: CookieRules): string {
  if (!secure) return 'linnet_session'
  return domain ? '__Secure-linnet_session' : '__Host-linnet_session'
}

export function sessionOf(headers: Headers, rules: CookieRules): string | null {
  const name = cookieName(rules)
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return null
}

/** The `Set-Cookie` header that starts a session (or, without a token, ends it). */
export function sessionCookie(token: string | null, rules: CookieRules): string {
  const parts = [
    `${cookieName(rules)}=${token ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${token ? seconds : 0}`,
  ]
  if (rules.secure) parts.push('Secure')
  if (rules.domain) parts.push(`Domain=${rules.domain.replace(/^\./, '')}`)
  return parts.join('; ')
}

/** Refuses a change that a page of another site asked for with the visitor's cookie. */
export function requireOwnOrigin(request: Request, rules: CookieRules): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  // The address that the browser has open is its own origin too, whatever PUBLIC_URL calls it; another name for this
  // server does not carry the session's cookie.
  const opened = `${rules.secure ? 'https' : 'http'}://${new URL(request.url).host}`
  const isOwn = (given: string) => rules.origins.has(given) || given === opened
  const foreign =
    origin !== null ? !isOwn(origin) : site !== null && site !== 'same-origin' && site !== 'none'
  if (foreign) throw new Refusal('forbidden', 'This request came from the page of another site.')
}
