// The site that a visitor came from, not the page.
import { getDomain } from 'tldts'
import { BoundedCache } from '../../../platform/concurrency/bounded-cache.ts'

// An Android app sends its package name in place of a host; read as a host, `com.google.android.gm` would be Gambian.
const appPrefix = 'app:'

const rememberedReferers = 5000
// Most browsers send only the site, so a few strings come again and again; longer ones name a page.
const rememberedLength = 128

/**
 * Returns a function that finds the referring host. The service's own hosts don't count: a visitor who comes from its own
 * pages has no referrer.
 */
export function createRefererHost(ownHosts: ReadonlySet<string>): (referer: string | null) => string {
  const remembered = new BoundedCache<string>(rememberedReferers)
  return (referer) => {
    if (!referer) return ''
    const known = remembered.get(referer)
    if (known !== undefined) return known
    const host = refererHost(referer)
    const counted = ownHosts.has(host) ? '' : host
    if (referer.length <= rememberedLength) remembered.set(referer, counted)
    return counted
  }
}

/** The host in a `Referer` header, or an empty string; nothing else of the header is ever stored. */
function refererHost(referer: string): string {
  const start = referer.indexOf('://')
  if (start < 0) return ''
  const app = referer.startsWith('android-app://') ? appPrefix : ''
  const rest = referer.slice(start + 3, start + 3 + 256)
  const end = rest.search(/[/?#\\]/)
  const authority = end < 0 ? rest : rest.slice(0, end)
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase()
  return /^[\p{L}\p{N}.\-_[\]:]{1,255}$/u.test(host) ? app + host : ''
}

/** The site that a referring host belongs to: its registrable domain if it has one, otherwise the host itself. */
export function refererSite(host: string): string {
  if (host === '') return 'direct'
  if (host.startsWith(appPrefix)) return host.slice(appPrefix.length)
  const name = host.replace(/:\d+$/, '')
  return getDomain(name) ?? name
}
