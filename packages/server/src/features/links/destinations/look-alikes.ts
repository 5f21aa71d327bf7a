// Hosts that are made to look like another one: in letters of other writings, by a slip of a letter, or as the beginning of a host.
import { domainToUnicode } from 'node:url'
import { mixesWritings, skeletonOf } from './confusables.ts'
import { wellKnownDomains } from './well-known-domains.ts'

// In shorter names, one letter more or less is another name.
const leastForSlips = 6

/** Gives what tells whether a host looks like a well-known one, one of `guarded` (domains), or one of this service. */
export function createLookAlikes(guarded: readonly string[]): (host: string) => boolean {
  const domains = [...new Set([...wellKnownDomains, ...guarded])]
  const names = new Set(domains.map(nameOf))
  const skeletons = new Map(domains.map((domain) => [skeletonOf(nameOf(domain)), nameOf(domain)]))
  const slippery = [...new Set(guarded.map(nameOf))].filter((name) => name.length >= leastForSlips)

  const isOwn = (host: string) => domains.some((domain) => host === domain || host.endsWith(`.${domain}`))

  function isLikeName(label: string): boolean {
    const shown = label.startsWith('xn--') ? domainToUnicode(label) : label
    if (mixesWritings(shown)) return true
    if (names.has(shown)) return false
    const skeleton = skeletonOf(shown)
    return skeletons.has(skeleton) || slippery.some((name) => isOneSlipAway(name, skeleton))
  }

  return (host) => {
    if (!host.includes('.') || isOwn(host)) return false
    const labels = host.split('.')
    return labels.slice(0, -1).some(isLikeName) || domains.some((domain) => beginsLike(host, domain))
  }
}

/** `paypal.com.example.net`; but `google.com.au` is what it seems to be. */
function beginsLike(host: string, domain: string): boolean {
  const at = `.${host}`.indexOf(`.${domain}.`)
  return at >= 0 && !/^[a-z]{2}$/.test(host.slice(at + domain.length + 1))
}

const nameOf = (domain: string): string => domain.split('.', 1)[0] ?? domain

/** Whether one letter was changed, left out, put in, or two were swapped. */
function isOneSlipAway(name: string, other: string): boolean {
  if (name === other || Math.abs(name.length - other.length) > 1) return false
  let start = 0
  while (start < name.length && name[start] === other[start]) start++
  let end = 0
  while (
    end < Math.min(name.length, other.length) - start &&
    name[name.length - 1 - end] === other[other.length - 1 - end]
  )
    end++
  const [one, two] = [name.slice(start, name.length - end), other.slice(start, other.length - end)]
  if (one.length <= 1 && two.length <= 1) return true
  return one.length === 2 && two.length === 2 && one[0] === two[1] && one[1] === two[0]
}
