// Parses the lines of block lists: a host, a range of addresses, or nothing. Lists come in three notations.
import { longestHost } from '@linnet/contract/values'
import ipaddr from 'ipaddr.js'
import { behindNat64 } from '../../../platform/net/nat64.ts'

/** `except` marks an exception to another line: `@@||host^`. */
export interface ListEntry {
  kind: 'host' | 'range'
  /** A host as `hostnameOf` gives it, or a range as `rangeKey` writes it. */
  key: string
  except: boolean
}

const plainName = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/
const comment = /^\s*(?:[#!;]|\[)/
const adblockRule =
  /^(@@)?\|\|([^^/$]+)\^?(?:\$(?:all|document|doc|important|popup)(?:,(?:all|document|doc|important|popup))*)?$/
// Names in hosts files for the machine itself.
const localNames = /^(?:localhost|broadcasthost|ip6-.*|.*\.localdomain|.*\.local)$/

/** Null if a line is empty or a comment; undefined if it is not understood. */
export function readLine(line: string): ListEntry[] | null | undefined {
  if (line.trim() === '' || comment.test(line)) return null
  const text = line.replace(/\s#.*/s, '').trim()
  const rule = adblockRule.exec(text)
  if (rule) return entryOf(rule[2] as string, rule[1] !== undefined)
  const words = text.split(/\s+/)
  if (words.length === 1) return entryOf(text, false)
  const [address, ...names] = words as [string, ...string[]]
  if (!ipaddr.isValid(address)) return undefined
  return names.flatMap((name) => (localNames.test(name) ? [] : (entryOf(name, false) ?? [])))
}

function entryOf(word: string, except: boolean): ListEntry[] | undefined {
  const name = word
    .toLowerCase()
    .replace(/^\*?\./, '')
    .replace(/\.$/, '')
  if (plainName.test(name)) return [{ kind: 'host', key: name, except }]
  if (name.includes('/')) return rangeOf(name, except)
  const host = hostnameOf(`http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}/`)
  // A single word is probably not meant as a host, and must not block a whole top-level domain by mistake.
  if (host === null || !(host.includes('.') || host.includes(':'))) return undefined
  // Hosts files use it as a placeholder; blocking it would only block this machine.
  if (host === '0.0.0.0') return []
  return [{ kind: 'host', key: host, except }]
}

function rangeOf(text: string, except: boolean): ListEntry[] | undefined {
  if (!ipaddr.isValidCIDR(text)) return undefined
  const [address, bits] = ipaddr.parseCIDR(text)
  // A range of all addresses is a mistake.
  return bits === 0 ? undefined : [{ kind: 'range', key: rangeKey(address, bits), except }]
}

export type Address = ReturnType<typeof ipaddr.process>

/** The key of a range: `4:8:10` is 10.0.0.0/8. */
export function rangeKey(address: Address, bits: number): string {
  const bytes = address.toByteArray()
  const network = bytes.map(
    (byte, at) => byte & (0xff << (8 - Math.min(8, Math.max(0, bits - at * 8)))) & 0xff,
  )
  const used = network.slice(0, Math.ceil(bits / 8))
  return `${address.kind() === 'ipv4' ? 4 : 6}:${bits}:${used.join('.')}`
}

/**
 * The host of a web address in the form in which lists are searched: without a port and trailing dots. Null for any other
 * address. A host longer than DNS allows, which only old data has, is cut to its last labels, because each label takes time.
 */
export function hostnameOf(address: string): string | null {
  const url = /^https?:/i.test(address) ? URL.parse(address) : null
  if (url === null) return null
  const host = endOf(withoutDots(url.hostname))
  if (!host.startsWith('[')) return host
  // An IPv4 address written as an IPv6 one is the same machine.
  const found = ipaddr.process(host.slice(1, -1))
  return ((found instanceof ipaddr.IPv6 && behindNat64(found)) || found).toString()
}

function withoutDots(hostname: string): string {
  let end = hostname.length
  while (hostname[end - 1] === '.') end--
  return hostname.slice(0, end)
}

/** As many of a host's last labels as fit into a DNS name. */
function endOf(host: string): string {
  if (host.length <= longestHost) return host
  const from = host.length - longestHost
  return host.slice(Math.max(from, host.indexOf('.', from - 1) + 1))
}
