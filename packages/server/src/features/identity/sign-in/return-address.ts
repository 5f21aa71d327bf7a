// Where somebody goes on to after signing in: an address of this service's own pages and nothing else (CWE-601).

export const home = '/dashboard'
const longest = 8192
// The rooms that have pages for who is signed in. Anything else could be a short link, and lead anywhere.
const rooms = new Set(['', 'account', 'oauth', 'consent', 'dashboard'])

/**
 * `text` as an address to send a browser to, or the dashboard's where it is none of ours. A path stays a path; an address
 * with an origin must begin with one of `origins`, of which the first is the one that paths belong to.
 */
export function judgeReturnAddress(text: string | null, origins: readonly string[]): string {
  // Browsers take a backslash for a slash, and leave out what a log or a proxy would stumble over.
  if (!text || text.length > longest || /[\p{Cc}\p{Cf}\p{Z}\\]/u.test(text)) return home
  const isPath = text.startsWith('/')
  if (!isPath && !origins.some((origin) => text === origin || text.startsWith(`${origin}/`))) return home
  const url = URL.parse(text, origins[0])
  // An origin and a slash leave no room for user information. Paths are judged as the browser resolves them: "/.//evil.example" becomes "//evil.example".
  if (!url || !origins.includes(url.origin)) return home
  if (url.pathname.startsWith('//') || !rooms.has(url.pathname.split('/')[1] ?? '')) return home
  return isPath ? url.pathname + url.search + url.hash : url.href
}

/** Whether a judged address is a page of ours that leads nowhere else by itself. */
export const isOwnPage = (address: string): boolean => /^\/(account|dashboard)(?![^/?#])/.test(address)
