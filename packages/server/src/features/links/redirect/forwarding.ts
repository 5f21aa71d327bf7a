// Passing a visitor's query and path on to a destination, which otherwise stays byte for byte as it was stored.

// Clients limit the headers of a response; 16 KiB for all of them is a usual limit.
const longestLocation = 14_000

export interface Forwarded {
  /** The query of the visitor's address, without the question mark; empty if it isn't passed on. */
  query: string
  /** The path below the short code, without its leading slash; empty if it isn't passed on. */
  path: string
  /** A parameter that is never passed on, because it is meant for this server. */
  without?: string
}

/**
 * The destination with what is passed on. The visitor's parameters replace those of the same name, before the fragment; `qr` and
 * `via` are ours, and are taken off. The path is appended with exactly one slash. If the address would be too long for clients,
 * the destination stays as it is.
 */
export function forwarded(location: string, { query, path, without }: Forwarded): string {
  const pairs = query === '' ? [] : ownPairs(query, without)
  if (pairs.length === 0 && path === '') return location
  const [address, fragment] = splitAt(location, '#')
  const [base, ownQuery] = splitAt(address, '?')
  const longer = withQuery(withPath(base, path), ownQuery, pairs) + fragment
  return longer.length > longestLocation ? location : longer
}

/** What comes before a delimiter, and the rest with it. */
function splitAt(text: string, delimiter: string): [string, string] {
  const index = text.indexOf(delimiter)
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index)]
}

function ownPairs(query: string, without: string | undefined): string[] {
  return query.split('&').filter((pair) => {
    const name = nameOf(pair)
    return pair !== '' && name !== 'qr' && name !== 'via' && name !== without
  })
}

function withPath(base: string, path: string): string {
  if (path === '') return base
  // An address without a path, such as `https://example.com`, gets its slash here too.
  return base.endsWith('/') ? base + path : `${base}/${path}`
}

function withQuery(base: string, own: string, added: string[]): string {
  const replaced = new Set(added.map(nameOf))
  const kept =
    own === ''
      ? []
      : own
          .slice(1)
          .split('&')
          .filter((pair) => !replaced.has(nameOf(pair)))
  const all = added.length === 0 ? own.slice(1) : [...kept.filter((pair) => pair !== ''), ...added].join('&')
  return own === '' && all === '' ? base : `${base}?${all}`
}

/** The name of a parameter as servers read it (the URL Standard, section 5.1). */
function nameOf(pair: string): string {
  const [name] = splitAt(pair, '=')
  if (!/[%+]/.test(name)) return name
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}

/**
 * Whether a path below a code may be appended to a destination: it has no segment that would leave the destination's path, in
 * any spelling that a server may decode, and no backslash, which browsers read as a slash.
 */
export function isPlainPath(path: string): boolean {
  let decoded = path
  // Some servers decode twice.
  for (let round = 0; round < 3; round++) {
    if (/(?:^|[/\\])\.{1,2}(?:[/\\?;#]|$)/.test(decoded) || decoded.includes('\\')) return false
    const next = decoded.replace(/%(?:25|2e|2f|5c|3b)/gi, (encoded) => decodeURIComponent(encoded))
    if (next === decoded) return true
    decoded = next
  }
  return false
}
