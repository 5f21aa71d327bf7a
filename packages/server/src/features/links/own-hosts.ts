// Hosts that lead back to this server: its short domain, and every name of the machine that it listens on.
import { hostOf } from '@linnet/contract'
import ipaddr from 'ipaddr.js'

export interface OwnHosts {
  /** Origin of the default short domain. */
  shortOrigin: string
  listeningOn: { host: string; port: number }
}

/** Whether a host, in the form of `hostOf`, is the server's own. */
export function isOwnHost(host: string, { shortOrigin, listeningOn }: OwnHosts): boolean {
  if (host === hostOf(shortOrigin)) return true
  const { hostname, port } = new URL(`http://${host}`)
  if (Number(port || 80) !== listeningOn.port) return false
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return bare === listeningOn.host || isThisMachine(bare)
}

/** The names under `localhost` (RFC 6761, section 6.3), and all spellings of the addresses that mean the machine itself. */
function isThisMachine(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return ipaddr.isValid(hostname) && ['loopback', 'unspecified'].includes(ipaddr.process(hostname).range())
}
