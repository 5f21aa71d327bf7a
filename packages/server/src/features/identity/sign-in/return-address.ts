// Where the browser goes after signing in: only to an address of this service's own pages (CWE-601).
export const home = '/dashboard'
const longest = 8192
// The first path segments of pages for signed-in users. Anything else could be a short link that leads anywhere.
const ownPaths = new Set(['', 'account', 'oauth', 'consent', 'dashboard'])

/**
 * The address if the browser may be redirected to it, otherwise the dashboard's. A path stays a path; an address with an
 * origin must begin with one of `origins`. Paths belong to the first of them.
 */
export function judgeReturnAddress(address: string | null, ownOrigins: ReadonlySet<string>): string {
  const origins = [...ownOrigins]
  // Browsers take a backslash for a slash, and drop control characters.
  if (!address || address.length > longest || /[\p{Cc}\p{Cf}\p{Z}\\]/u.test(address)) return home
  const isPath = address.startsWith('/')
  // The slash after the origin rules out user information.
  if (!isPath && !origins.some((origin) => address === origin || address.startsWith(`${origin}/`)))
    return home
  const url = URL.parse(address, origins[0])
  // Paths are checked as the browser resolves them: "/.//evil.example" becomes "//evil.example".
  if (!url || !origins.includes(url.origin)) return home
  if (url.pathname.startsWith('//') || !ownPaths.has(url.pathname.split('/')[1] ?? '')) return home
  return isPath ? url.pathname + url.search + url.hash : url.href
}

/** Whether a checked address is a page that never redirects to another site. */
export const isOwnPage = (address: string): boolean => /^\/(account|dashboard)(?![^/?#])/.test(address)
