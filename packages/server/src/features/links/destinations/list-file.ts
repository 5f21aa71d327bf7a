// Reads the file of a block list, a chunk at a time, so that a long one never keeps visitors waiting.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import ipaddr from 'ipaddr.js'
import { type HostSet, HostSetBuilder } from './host-set.ts'
import { rangeKey, readLine } from './list-lines.ts'

export interface BlockList {
  hosts: HostSet
  excepted: HostSet
  /** The keys of ranges, and the prefix lengths that occur. */
  ranges: HostSet
  lengths: { ipv4: readonly number[]; ipv6: readonly number[] }
  /** Hosts and ranges together. */
  size: number
  /** How many lines were not understood. */
  unknownLines: number
}

/** A file's state. The file has changed if any of it differs. */
export interface FileState {
  modified: number
  bytes: number
}

const longestLine = 4096
const chunkBytes = 32 * 1024

export async function stateOf(path: string): Promise<FileState | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? { modified: found.mtimeMs, bytes: found.size } : null
}

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export async function readList(path: string): Promise<BlockList> {
  const [hosts, excepted, ranges] = [new HostSetBuilder(), new HostSetBuilder(), new HostSetBuilder()]
  const lengths = { 4: new Set<number>(), 6: new Set<number>() }
  let unknownLines = 0
  for await (const line of linesOf(path)) {
    const entries = line === null ? undefined : readLine(line)
    if (entries === undefined) unknownLines++
    for (const { kind, key, except } of entries ?? []) {
      if (kind === 'range' && !except) lengths[key[0] === '4' ? 4 : 6].add(Number(key.split(':')[1]))
      const set = except ? excepted : kind === 'range' ? ranges : hosts
      set.add(key)
    }
  }
  const list = {
    hosts: await hosts.build(pause),
    excepted: await excepted.build(pause),
    ranges: await ranges.build(pause),
    lengths: { ipv4: [...lengths[4]], ipv6: [...lengths[6]] },
    unknownLines,
  }
  return { ...list, size: list.hosts.size + list.ranges.size }
}

/** The lines of a file; null for one that is far too long, which is never held in memory as a whole. */
async function* linesOf(path: string): AsyncGenerator<string | null> {
  let rest = ''
  let isTooLong = false
  // Not Latin-1, because hosts in other scripts are lines as well.
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: chunkBytes })) {
    const lines = `${rest}${chunk}`.split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      yield isTooLong || line.length > longestLine ? null : line
      isTooLong = false
    }
    if (rest.length > longestLine) [rest, isTooLong] = ['', true]
    await pause()
  }
  if (isTooLong) yield null
  else if (rest !== '') yield rest
}

/** Whether a list makes an exception for a host or a parent domain of it. */
export function isExcepted({ excepted }: BlockList, host: string): boolean {
  if (excepted.size === 0) return false
  if (ipaddr.isValid(host)) return excepted.has(host)
  for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1))
    if (excepted.has(name)) return true
  return false
}

/** The list's entry for a host, in the form of `hostnameOf`, or for a parent domain of it; null if there is none. */
export function entryFor(list: BlockList, host: string): string | null {
  if (ipaddr.isValid(host)) return addressEntry(list, host)
  for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1))
    if (list.hosts.has(name)) return name
  return null
}

function addressEntry(list: BlockList, host: string): string | null {
  if (list.hosts.has(host)) return host
  const address = ipaddr.process(host)
  const length = list.lengths[address.kind()].find((bits) => list.ranges.has(rangeKey(address, bits)))
  if (length === undefined) return null
  const addresses = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${addresses.networkAddressFromCIDR(`${address}/${length}`)}/${length}`
}
