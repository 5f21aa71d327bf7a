// Addresses of servers that have only IPv4, as a network without IPv4 calls them.
import ipaddr from 'ipaddr.js'

// RFC 6052, section 2.1. Its local sibling, 64:ff9b:1::/48, leads wherever an operator likes.
const wellKnown = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** The IPv4 address that a NAT64 makes of it; null where it makes none. */
export function behindNat64(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  return address.match(wellKnown) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : null
}
