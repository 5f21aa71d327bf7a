// Checks whether a browser already has the current version of what it requests, by its entity tag.

/** Whether `If-None-Match` names this tag, quotes included: a list, compared weakly, or a star (RFC 9110, section 13.1.2). */
export function hasEntityTag(headers: Headers, etag: string): boolean {
  const known = headers.get('if-none-match')
  if (known === null) return false
  // Nearly always, the header is exactly this tag.
  if (known === etag || known.trim() === '*') return true
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*')
}
