// Who a request comes from: the peer, or what a trusted proxy says of it. A visitor can't forge it.
import ipaddr from 'ipaddr.js'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** The addresses and CIDR ranges of `TRUST_PROXY`; throws on one that is neither. */
export function parseRanges(list: readonly string[]): Range[] {
  return list.map((entry) =>
    entry.includes('/')
      ? ipaddr.parseCIDR(entry)
      : [ipaddr.process(entry), ipaddr.parse(entry).kind() === 'ipv4' ? 32 : 128],
  )
}

/**
 * The client's address in its usual notation. `X-Forwarded-For` is read from the right, as each proxy appends the
 * peer that it saw: the first address that is not a trusted proxy is the client's, and what stands left of it is
 * whatever the client liked to claim. Without trusted proxies the header counts for nothing.
 */
export function clientAddress(peer: string, forwardedFor: string | null, trusted: readonly Range[]): string {
  let address = canonical(peer) ?? peer
  if (trusted.length === 0 || forwardedFor === null) return address
  const hops = forwardedFor.split(',').slice(-mostHops)
  while (isTrusted(address, trusted) && hops.length > 0) {
    const hop = canonical((hops.pop() ?? '').trim())
    if (hop === null) break
    address = hop
  }
  return address
}

// More proxies than this do not stand in a row; what a header says beyond them is not worth the time.
const mostHops = 20

function isTrusted(address: string, trusted: readonly Range[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return trusted.some(
    ([range, bits]) => parsed.kind() === range.kind() && parsed.match([range, bits] as never),
  )
}

/** IPv4-mapped addresses as IPv4; a port and brackets taken off; null for what is no address. */
function canonical(text: string): string | null {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : null
}

/** What a limit per address counts under: an IPv6 customer holds a /64, and would have 2^64 addresses to try. */
export function addressGroup(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address
  return ipaddr.parse(address).toByteArray().slice(0, 8).join('.')
}
