// The cookies of sessions and known devices, and the protection against requests by other sites.
import { Refusal } from '@linnet/contract'
import { generateCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'

export interface CookieRules {
  /** Under https the name binds the cookie to this host, unless several hosts share it (RFC 6265bis, 4.1.3.2). */
  secure: boolean
  domain: string | null
  /** Origins whose pages may make changes. */
  origins: ReadonlySet<string>
}

type CookieName = 'linnet_session' | 'linnet_device' | 'linnet_sign_in'

const sessionSeconds = 30 * 24 * 60 * 60
// Browsers keep no cookie longer (RFC 6265bis, section 5.5).
const deviceSeconds = 400 * 24 * 60 * 60

const prefixOf = ({ domain }: CookieRules) => (domain ? 'secure' : 'host')
const prefixes = { secure: '__Secure-', host: '__Host-' }

function cookieValue(headers: Headers, cookie: CookieName, rules: CookieRules): string | null {
  const name = rules.secure ? `${prefixes[prefixOf(rules)]}${cookie}` : cookie
  return parse(headers.get('cookie') ?? '', name)[name] || null
}

function setCookie(cookie: CookieName, value: string, maxAge: number, rules: CookieRules): string {
  return generateCookie(cookie, value, {
    prefix: rules.secure ? prefixOf(rules) : undefined,
    domain: rules.domain?.replace(/^\./, ''),
    httpOnly: true,
    sameSite: 'Lax',
    maxAge,
  })
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

// As long as a sign-in at the provider may take.
const signInSeconds = 10 * 60

/** The token of a browser that is signing in at the provider of single sign-on. Only the host that set it gets it. */
export function signInOf(headers: Headers, rules: CookieRules): string | null {
  return cookieValue(headers, 'linnet_sign_in', { ...rules, domain: null })
}

/** It stays after a sign-in, because other tabs may have begun theirs with it; each works once. */
export function signInCookie(token: string, rules: CookieRules): string {
  return setCookie('linnet_sign_in', token, signInSeconds, { ...rules, domain: null })
}

/** Refuses a change that another site's page requests with the visitor's cookie. */
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
