// Parses an address before its name is resolved: whether requests can be sent there, and to which host.
import { isIP } from 'node:net'
import type { Fault } from '@linnet/contract'
import { OutgoingFailure } from './failure.ts'

// Ports of services that might take a request for their own commands: the "bad ports" of the Fetch standard, section 2.9,
// and those of databases that have been attacked this way.
const badPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  // SQL Server, Oracle, MySQL, PostgreSQL, Redis, memcached, MongoDB
  1433, 1521, 3306, 5432, 6379, 11211, 27017,
])

export interface RequestTarget {
  /** As the WHATWG parser returns it: a literal IPv4 address is in its usual notation. */
  url: URL
  /** The name, or the literal address without its brackets. */
  host: string
  /** The addresses that need no lookup: a literal address, or those of localhost. Otherwise null. */
  addresses: string[] | null
}

/** Parses an address. Throws an OutgoingFailure `bad-address` that says why if requests can't be sent there. */
export function targetOf(address: string): RequestTarget {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw badAddress({ code: 'unusable_address' })
  if (url.username || url.password) throw badAddress({ code: 'address_credentials' })
  if (url.port !== '' && badPorts.has(Number(url.port)))
    throw badAddress({ code: 'refused_port', params: { port: url.port } })
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return { url, host, addresses: isIP(host) ? [host] : isLocalhost(host) ? ['127.0.0.1', '::1'] : null }
}

function badAddress(fault: Fault): OutgoingFailure {
  return new OutgoingFailure('bad-address', { fault })
}

/** These names always mean the local machine, whatever a name server says (RFC 6761, section 6.3). */
function isLocalhost(host: string): boolean {
  return /(^|\.)localhost\.*$/.test(host)
}
