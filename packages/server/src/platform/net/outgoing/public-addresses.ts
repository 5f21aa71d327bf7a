// Which addresses belong to the public internet, and so may be reached on a stranger's behalf.
import ipaddr from 'ipaddr.js'
import { behindNat64 } from '../nat64.ts'

// All of IPv6 that has been allocated so far (RFC 4291, section 2.4, and IANA's registry of IPv6 address space). Everything
// else is not unicast, or not public: IPv4-mapped and -compatible, unique-local, site-local and link-local.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

// Looks public, but is the host of each Azure virtual machine, which serves its provisioning data.
const azureHost = '168.63.129.16'

/** Whether a string, in any notation, is a globally reachable unicast address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  return address instanceof ipaddr.IPv6 ? isPublic6(address) : isPublic4(address as ipaddr.IPv4)
}

// `range` tells IANA's special-purpose blocks apart (RFC 6890 and its registries): 'unicast' means in none of them.
function isPublic4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== azureHost
}

function isPublic6(address: ipaddr.IPv6): boolean {
  const translated = behindNat64(address)
  if (translated) return isPublic4(translated)
  // 6to4 and Teredo, which embed an IPv4 address too, have their own blocks.
  return address.match(globalUnicast) && address.range() === 'unicast' && !isIsatap(address.toByteArray())
}

/** ISATAP embeds an IPv4 address, often a private one, after 0000:5efe or 0200:5efe (RFC 5214, section 6.1). */
function isIsatap(bytes: number[]): boolean {
  return ((bytes[8] as number) & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe
}
