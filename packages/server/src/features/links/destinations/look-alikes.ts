// Hosts that imitate another one: with letters of other scripts, with a typo, or by starting with its name.
import { domainToUnicode } from 'node:url'
import { mixesScripts, skeletonOf } from './confusables.ts'
import { wellKnownDomains } from './well-known-domains.ts'

// In shorter names, a single different letter often makes another genuine name.
const leastForTypos = 6

/** Returns a function that tells whether a host looks like a well-known domain or a protected one. */
export function createLookAlikes(protectedDomains: readonly string[]): (host: string) => boolean {
  const domains = [...new Set([...wellKnownDomains, ...protectedDomains])]
  const names = new Set(domains.map(nameOf))
  const skeletons = new Map(domains.map((domain) => [skeletonOf(nameOf(domain)), nameOf(domain)]))
  const longNames = [...new Set(protectedDomains.map(nameOf))].filter((name) => name.length >= leastForTypos)

  const isOwn = (host: string) => domains.some((domain) => host === domain || host.endsWith(`.${domain}`))

  function isLikeName(label: string): boolean {
    const shown = label.startsWith('xn--') ? domainToUnicode(label) : label
    if (mixesScripts(shown)) return true
    if (names.has(shown)) return false
    const skeleton = skeletonOf(shown)
    return skeletons.has(skeleton) || longNames.some((name) => isOneTypoAway(name, skeleton))
  }

  return (host) => {
    if (!host.includes('.') || isOwn(host)) return false
    const labels = host.split('.')
    return labels.slice(0, -1).some(isLikeName) || domains.some((domain) => beginsLike(host, domain))
  }
}

/** Such as `paypal.com.example.net`. But `google.com.au` is genuine. */
function beginsLike(host: string, domain: string): boolean {
  const at = `.${host}`.indexOf(`.${domain}.`)
  return at >= 0 && !/^[a-z]{2}$/.test(host.slice(at + domain.length + 1))
}

const nameOf = (domain: string): string => domain.split('.', 1)[0] ?? domain

/** Whether one letter was changed, left out, put in, or two were swapped. */
function isOneTypoAway(name: string, other: string): boolean {
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
