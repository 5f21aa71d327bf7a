// The cookies of sessions and known devices, and the protection against requests by other sites.
import { Refusal } from '@linnet/contract'

export interface CookieRules {
  /** Under https the name binds the cookie to this host, unless several hosts share it (RFC 6265bis, 4.1.3.2). */
  secure: boolean
  domain: string | null
  /** Origins whose pages may change something. */
  origins: ReadonlySet<string>
}

type CookieName = 'linnet_session' | 'linnet_device'

const sessionSeconds = 30 * 24 * 60 * 60
// Browsers keep no cookie for longer (RFC 6265bis, section 5.5).
const deviceSeconds = 400 * 24 * 60 * 60

function prefixed(name: CookieName, { secure, domain }: CookieRules): string {
  if (!secure) return name
  return domain ? `__Secure-${name}` : `__Host-${name}`
}

function cookieValue(headers: Headers, cookie: CookieName, rules: CookieRules): string | null {
  const name = prefixed(cookie, rules)
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return null
}

function setCookie(cookie: CookieName, value: string, seconds: number, rules: CookieRules): string {
  const parts = [
    `${prefixed(cookie, rules)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${seconds}`,
  ]
  if (rules.secure) parts.push('Secure')
  if (rules.domain) parts.push(`Domain=${rules.domain.replace(/^\./, '')}`)
  return parts.join('; ')
}

export function sessionOf(headers: Headers, rules: CookieRules): string | null {
  return cookieValue(headers, 'linnet_session', rules)
}

/** The `Set-Cookie` header that starts a session (or, without a token, ends it). */
export function sessionCookie(token: string | null, rules: CookieRules): string {
  return setCookie('linnet_session', token ?? '', token ? sessionSeconds : 0, rules)
}

/** The token that identifies a browser that was signed in before, even after its session. */
export function deviceOf(headers: Headers, rules: CookieRules): string | null {
  return cookieValue(headers, 'linnet_device', rules)
}

export function deviceCookie(token: string, rules: CookieRules): string {
  return setCookie('linnet_device', token, deviceSeconds, rules)
}

/** Refuses a change that a page of another site requests with the visitor's cookie. */
export function requireOwnOrigin(request: Request, rules: CookieRules): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  // The address that the browser has open is an own origin too, even if it isn't in PUBLIC_URL. Under another name of this
  // server, the browser has no session cookie.
  const opened = `${rules.secure ? 'https' : 'http'}://${new URL(request.url).host}`
  const isOwn = (given: string) => rules.origins.has(given) || given === opened
  const foreign =
    origin !== null ? !isOwn(origin) : site !== null && site !== 'same-origin' && site !== 'none'
  if (foreign) throw new Refusal('forbidden', 'This request came from the page of another site.')
}

/** Refuses requests by pages of other sites or hosts (Fetch Metadata Request Headers, section 2.2). */
export function requireOwnPage(headers: Headers): void {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none')
    throw new Refusal('forbidden', 'This request came from the page of another site.')
}
