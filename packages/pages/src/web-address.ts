// Checks an address from a user before it is shown or linked: only http and https pass.

export type AddressParts = { before: string; host: string; after: string }

function parseWebAddress(text: string): URL | null {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}

/** The address for a link, or null if it could do anything other than open a web page. */
export const linkableAddress = (text: string): string | null => parseWebAddress(text)?.href ?? null

/**
 * The address for a sentence: as a browser would request it, so that no character can reverse the text direction, and
 * shortened to what identifies it.
 */
export function shortAddress(text: string): string {
  const address = linkableAddress(text) ?? ''
  return address.length > 80 ? `${address.slice(0, 79)}…` : address
}

/**
 * The address as a browser would request it, split around its host. It is all ASCII, so look-alike letters and
 * right-to-left marks can't disguise the host. Null if it isn't a web address.
 */
export function splitAddress(text: string): AddressParts | null {
  const url = parseWebAddress(text)
  if (url === null) return null
  const authority = `${url.protocol}//`.length
  const credentials = url.href.slice(authority).match(/^[^/?#]*@/)?.[0].length ?? 0
  const start = authority + credentials
  const end = start + url.host.length
  return { before: url.href.slice(0, start), host: url.host, after: url.href.slice(end) }
}
