// Where a visitor came from: the site, not the page.
import { getDomain } from 'tldts'
import { BoundedCache } from '../../../platform/concurrency/bounded-cache.ts'

// An Android app sends its package name in place of a host; read as a host, `com.google.android.gm` would be Gambian.
const appPrefix = 'app:'

const rememberedReferers = 5000
// Most browsers tell no more than the site, so that few texts come again and again; longer ones tell a page.
const rememberedLength = 128

/**
 * Gives what finds the referring host. The service's own hosts are none: a visitor who comes from its own pages comes
 * from nowhere else.
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

/** The host in a `Referer` header, or an empty text; only this much of it is ever kept. */
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

/** The site that a referring host belongs to: its registrable domain where it has one, else the host itself. */
export function refererSite(host: string): string {
  if (host === '') return 'direct'
  if (host.startsWith(appPrefix)) return host.slice(appPrefix.length)
  const name = host.replace(/:\d+$/, '')
  return getDomain(name) ?? name
}
