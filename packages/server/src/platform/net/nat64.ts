// NAT64 addresses, by which networks without IPv4 reach IPv4 servers.
import ipaddr from 'ipaddr.js'

// RFC 6052, section 2.1. The local prefix, 64:ff9b:1::/48, is translated as the network's operator decides.
const wellKnown = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** The IPv4 address to which a NAT64 translates it; null if there is none. */
export function behindNat64(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  return address.match(wellKnown) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : null
}
