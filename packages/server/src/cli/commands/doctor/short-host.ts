// Checks whether published pages have a host of their own, separate from the dashboard and sign-in.
import type { Config } from '../../../config/config.ts'
import { type Finding, ok, warning } from './finding.ts'

const what = 'short links'
const local = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

export function examineShortHost({ origins, cookieDomain }: Config): Finding {
  const short = new URL(origins.short)
  const signedIn = [origins.public, origins.auth, origins.consent].map((origin) => new URL(origin).hostname)
  if (signedIn.includes(short.hostname)) {
    if (local.test(short.hostname))
      return ok(
        what,
        'share a host with the dashboard, which is fine on this machine; in production, give them their own (SHORT_URL)',
      )
    return warning(
      what,
      `share ${short.host} with the dashboard, so only the Content-Security-Policy separates published pages from the sign-in`,
      'give them a host of their own: set SHORT_URL (docs/self-hosting.md, "A host of its own for short links")',
    )
  }
  const shared = cookieDomain?.replace(/^\./, '')
  if (shared && (short.hostname === shared || short.hostname.endsWith(`.${shared}`)))
    return warning(
      what,
      `are at ${short.host}, which is under COOKIE_DOMAIN, so browsers send the session cookie there too`,
      'choose a host for SHORT_URL that is not under COOKIE_DOMAIN',
    )
  return ok(what, `have a host of their own, ${short.host}`)
}
