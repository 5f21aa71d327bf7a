// Hosts that imitate another one: with letters of other scripts, with a typo, or by starting with its name.
import { domainToUnicode } from 'node:url'
import { mixesScripts, skeletonOf } from './confusables.ts'
import { wellKnownDomains } from './well-known-domains.ts'

// In shorter names, a single different letter often makes another genuine name.
const leastForTypos = 6

/** Returns a function that tells whether a host looks like a well-known domain or a protected one. */
export function createLookAlikes(protectedDomains: readonly string[]): (host: string) => boolean {
  const domains = new Set([...wellKnownDomains, ...protectedDomains])
  const names = new Set([...domains].map(nameOf))
  const skeletons = new Set([...names].map(skeletonOf))
  const mostLabels = Math.max(...[...domains].map((domain) => domain.split('.').length))
  const longNames = [...new Set(protectedDomains.map(nameOf))].filter((name) => name.length >= leastForTypos)

  function isLikeName(label: string): boolean {
    const shown = label.startsWith('xn--') ? domainToUnicode(label) : label
    if (mixesScripts(shown)) return true
    if (names.has(shown)) return false
    const skeleton = skeletonOf(shown)
    return skeletons.has(skeleton) || longNames.some((name) => isOneTypoAway(name, skeleton))
  }

  /** Whether one of the domains begins at the label `from`, and `isFollowedBy` accepts what follows it in the host. */
  function hasDomain(labels: string[], from: number, isFollowedBy: (rest: string[]) => boolean): boolean {
    for (let end = from + 1; end <= Math.min(from + mostLabels, labels.length); end++)
      if (domains.has(labels.slice(from, end).join('.')) && isFollowedBy(labels.slice(end))) return true
    return false
  }

  // Every link is judged at its first visit, so this looks up the host's labels instead of searching it for each domain.
  return (host) => {
    if (!host.includes('.')) return false
    const labels = host.split('.')
    if (labels.some((_, from) => hasDomain(labels, from, isNothing))) return false
    return (
      labels.slice(0, -1).some(isLikeName) || labels.some((_, from) => hasDomain(labels, from, isForeign))
    )
  }
}

const isNothing = (rest: string[]) => rest.length === 0

/** As in `paypal.com.example.net`. But `google.com.au` is genuine. */
const isForeign = (rest: string[]) =>
  rest.length > 1 || (rest.length === 1 && !/^[a-z]{2}$/.test(rest[0] ?? ''))

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
