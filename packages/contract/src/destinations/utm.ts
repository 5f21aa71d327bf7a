// Reads and writes the campaign parameters in a destination's query, and leaves the rest of the URL as it was typed.

export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
export type UtmName = (typeof utmNames)[number]
export type Utm = Partial<Record<UtmName, string>>

interface UrlParts {
  before: string
  pairs: string[]
  hash: string
}

function split(url: string): UrlParts {
  const hashIndex = url.indexOf('#')
  const [address, hash] = hashIndex < 0 ? [url, ''] : [url.slice(0, hashIndex), url.slice(hashIndex)]
  const queryIndex = address.indexOf('?')
  if (queryIndex < 0) return { before: address, pairs: [], hash }
  const query = address.slice(queryIndex + 1)
  return { before: address.slice(0, queryIndex), pairs: query === '' ? [] : query.split('&'), hash }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const nameOf = (pair: string): string => decode(pair.split('=', 1)[0] ?? '')

export function readUtm(url: string): Utm {
  const found: Utm = {}
  for (const pair of split(url).pairs) {
    const name = utmNames.find((name) => name === nameOf(pair))
    // A name alone has the empty value (https://url.spec.whatwg.org/#concept-urlencoded-parser).
    if (name && found[name] === undefined) found[name] = decode(pair.split('=').slice(1).join('='))
  }
  return found
}

/** Sets one parameter where it stands, or after all others; an empty value removes it. */
export function writeUtm(url: string, name: UtmName, value: string): string {
  const { before, pairs, hash } = split(url)
  const index = pairs.findIndex((pair) => nameOf(pair) === name)
  const others = pairs.filter((pair) => nameOf(pair) !== name)
  if (value !== '')
    others.splice(index < 0 ? others.length : index, 0, `${name}=${encodeURIComponent(value.toWellFormed())}`)
  return before + (others.length > 0 ? `?${others.join('&')}` : '') + hash
}

/** Sets all of these parameters; those that are empty or missing stay as they are. */
export function addUtm(url: string, utm: Utm): string {
  return utmNames.reduce((address, name) => (utm[name] ? writeUtm(address, name, utm[name]) : address), url)
}
