// The address that a request comes from: the peer's, or what a trusted proxy reports. Visitors can't forge it.
import ipaddr from 'ipaddr.js'
import { BoundedCache } from '../concurrency/bounded-cache.ts'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Parses the addresses and CIDR ranges of `TRUST_PROXY`; throws if one is neither. */
export function parseRanges(list: readonly string[]): Range[] {
  return list.map((entry) =>
    entry.includes('/')
      ? ipaddr.parseCIDR(entry)
      : [ipaddr.process(entry), ipaddr.parse(entry).kind() === 'ipv4' ? 32 : 128],
  )
}

/** An entry of `X-Forwarded-For`. Its address is in the usual notation, or null if it isn't an address. */
interface Hop {
  address: string | null
  isTrusted: boolean
}

// No request passes more proxies than this, so further entries aren't worth the time.
const mostHops = 20
const rememberedHops = 50_000
// An IPv6 address with a port has 47 characters. Longer entries, with a zone, are read but not cached.
const rememberedLength = 64

/**
 * Returns the function that finds a client's address, in its usual notation. `X-Forwarded-For` is read from the right,
 * because each proxy appends the peer that it saw: the first address that isn't a trusted proxy's is the client's, and
 * everything to the left of it is what the client claims. Without trusted proxies, the header is ignored.
 */
export function createClientAddress(
  trusted: readonly Range[],
): (peer: string, forwardedFor: string | null) => string {
  // Parsing an address takes longer than the rest of a redirect, and the same addresses recur.
  const remembered = new BoundedCache<Hop>(rememberedHops)

  function readHop(text: string): Hop {
    const known = remembered.get(text)
    if (known) return known
    const address = canonical(text)
    const hop = { address, isTrusted: address !== null && isWithin(address, trusted) }
    if (text.length <= rememberedLength) remembered.set(text, hop)
    return hop
  }

  // Behind a proxy, nearly all requests have the same peer.
  let latestPeer = ''
  let latestHop = readHop(latestPeer)

  return (peer, forwardedFor) => {
    if (peer !== latestPeer) {
      latestPeer = peer
      latestHop = readHop(peer)
    }
    let hop = latestHop
    let address = hop.address ?? peer
    if (forwardedFor === null) return address
    let end = forwardedFor.length
    for (let hops = 0; hop.isTrusted && hops < mostHops && end >= 0; hops++) {
      const comma = forwardedFor.lastIndexOf(',', end - 1)
      hop = readHop(forwardedFor.slice(comma + 1, end).trim())
      address = hop.address ?? address
      end = comma
    }
    return address
  }
}

/** Whether an address, in its usual notation, is in one of the ranges. */
export function isWithin(address: string, ranges: readonly Range[]): boolean {
  const parsed = ipaddr.parse(address)
  return ranges.some(
    ([range, bits]) => parsed.kind() === range.kind() && parsed.match([range, bits] as never),
  )
}

/** Without port and brackets, and IPv4-mapped addresses as IPv4; null if it isn't an address. */
function canonical(text: string): string | null {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : null
}

/** The group that shares a limit per address: an IPv6 customer has a /64, with 2^64 addresses to try. */
export function addressGroup(address: string): string {
  return networkOf(address, 64) ?? address
}

/**
 * The /48 of an IPv6 address, which is what a site gets, and contains 65,536 /64s (RFC 6177); null for IPv4, where
 * addresses are scarce and one is shared by many.
 */
export function siteGroup(address: string): string | null {
  return networkOf(address, 48)
}

/** The site of an address: its IPv6 /48 or IPv4 /24, the smallest prefixes that are routed separately. */
export function neighbourhood(address: string): string {
  return (
    siteGroup(address) ?? (/^\d+\.\d+\.\d+\.\d+$/.test(address) ? address.replace(/\.\d+$/, '') : address)
  )
}

function networkOf(address: string, bits: number): string | null {
  if (!address.includes(':') || !ipaddr.isValid(address)) return null
  return ipaddr
    .parse(address)
    .toByteArray()
    .slice(0, bits / 8)
    .join('.')
}
