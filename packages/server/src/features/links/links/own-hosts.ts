// Hosts that lead back to this server: its short domain, and every name of the machine that it listens on.
import { hostname as machineName, networkInterfaces } from 'node:os'
import { hostOf } from '@linnet/contract'
import ipaddr from 'ipaddr.js'

export interface OwnHosts {
  /** Origin of the default short domain. */
  shortOrigin: string
  /** Further hosts of the default domain. */
  otherHosts: readonly string[]
  listeningOn: { host: string; port: number }
}

/** Returns a function that tells whether a host, in the form of `hostOf`, is the server's own. */
export function ownHosts({ shortOrigin, otherHosts, listeningOn }: OwnHosts): (host: string) => boolean {
  const shortHost = hostOf(shortOrigin)
  const shortName = new URL(shortOrigin).hostname
  return (host) => {
    if (host === shortHost) return true
    const hostname = host.replace(/:\d+$/, '')
    const bare = hostname.replace(/^\[(.*)\]$/, '$1')
    const local = isThisMachine(bare)
    // A public name is the short domain at every port; the machine's own names are shared with its other servers.
    if (!local && (hostname === shortName || otherHosts.includes(hostname))) return true
    const port = hostname === host ? 80 : Number(host.slice(hostname.length + 1))
    if (port !== listeningOn.port) return false
    return local || bare === listeningOn.host || (isWildcard(listeningOn.host) && machineNames().has(bare))
  }
}

function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::'
}

/** The name and the addresses by which other machines know this one. */
function machineNames(): Set<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return new Set([machineName().toLowerCase(), ...addresses.map(({ address }) => address)])
}

/** The names under `localhost` (RFC 6761, section 6.3), and all spellings of the addresses that mean the machine itself. */
function isThisMachine(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return ipaddr.isValid(hostname) && ['loopback', 'unspecified'].includes(ipaddr.process(hostname).range())
}
