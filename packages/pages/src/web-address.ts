// Judges an address that a user wrote before it is shown or linked: only the web's own schemes pass.

export type AddressParts = { before: string; host: string; after: string }

function parseWebAddress(text: string): URL | null {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}

/** The address as something to link to, or null where a link could do anything but open a web page. */
export const linkableAddress = (text: string): string | null => parseWebAddress(text)?.href ?? null

/**
 * The address as it stands in a sentence: as a browser would go to it, so that no character of it turns the writing
 * around, and only so much as tells one from another.
 */
export function shortAddress(text: string): string {
  const address = linkableAddress(text) ?? ''
  return address.length > 80 ? `${address.slice(0, 79)}…` : address
}

/**
 * The address as a browser would go to it, cut around its host. This form is ASCII throughout, so look-alike
 * letters and right-to-left marks cannot pass one host off as another. Null where it is no web address.
 */
export function partsOfAddress(text: string): AddressParts | null {
  const url = parseWebAddress(text)
  if (url === null) return null
  const authority = `${url.protocol}//`.length
  const credentials = url.href.slice(authority).match(/^[^/?#]*@/)?.[0].length ?? 0
  const start = authority + credentials
  const end = start + url.host.length
  return { before: url.href.slice(0, start), host: url.host, after: url.href.slice(end) }
}
