// The campaign parameters in a destination's query: read and written in its text, so that everything else stays as it was typed.

export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
export type UtmName = (typeof utmNames)[number]
export type Utm = Partial<Record<UtmName, string>>

interface Parts {
  before: string
  pairs: string[]
  hash: string
}

function split(url: string): Parts {
  const hashAt = url.indexOf('#')
  const [address, hash] = hashAt < 0 ? [url, ''] : [url.slice(0, hashAt), url.slice(hashAt)]
  const queryAt = address.indexOf('?')
  if (queryAt < 0) return { before: address, pairs: [], hash }
  const query = address.slice(queryAt + 1)
  return { before: address.slice(0, queryAt), pairs: query === '' ? [] : query.split('&'), hash }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const nameOf = (pair: string): string => decoded(pair.split('=', 1)[0] ?? '')

export function readUtm(url: string): Utm {
  const found: Utm = {}
  for (const pair of split(url).pairs) {
    const name = utmNames.find((name) => name === nameOf(pair))
    // A name alone has the empty value (https://url.spec.whatwg.org/#concept-urlencoded-parser).
    if (name && found[name] === undefined) found[name] = decoded(pair.split('=').slice(1).join('='))
  }
  return found
}

/** Sets one parameter where it stands, or after all others; an empty value takes it out. */
export function writeUtm(url: string, name: UtmName, value: string): string {
  const { before, pairs, hash } = split(url)
  const at = pairs.findIndex((pair) => nameOf(pair) === name)
  const others = pairs.filter((pair) => nameOf(pair) !== name)
  if (value !== '')
    others.splice(at < 0 ? others.length : at, 0, `${name}=${encodeURIComponent(value.toWellFormed())}`)
  return before + (others.length > 0 ? `?${others.join('&')}` : '') + hash
}
