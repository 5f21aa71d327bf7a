// Reads the file of a block list, a piece at a time, so that visitors never wait for a long one.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import ipaddr from 'ipaddr.js'
import { type HostSet, HostSetBuilder } from './host-set.ts'
import { rangeKey, readLine } from './list-lines.ts'

export interface BlockList {
  hosts: HostSet
  excepted: HostSet
  /** Keys of ranges, and how long those are that there are. */
  ranges: HostSet
  lengths: { ipv4: readonly number[]; ipv6: readonly number[] }
  /** Hosts and ranges together. */
  size: number
  /** Lines that were not understood. */
  strange: number
}

/** A file as it was when it was looked at: another one when any of it is another. */
export interface FileState {
  modified: number
  bytes: number
}

const longestLine = 4096
const pieceBytes = 32 * 1024

export async function stateOf(path: string): Promise<FileState | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? { modified: found.mtimeMs, bytes: found.size } : null
}

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export async function readList(path: string): Promise<BlockList> {
  const [hosts, excepted, ranges] = [new HostSetBuilder(), new HostSetBuilder(), new HostSetBuilder()]
  const lengths = { 4: new Set<number>(), 6: new Set<number>() }
  let strange = 0
  for await (const line of linesOf(path)) {
    const entries = line === null ? undefined : readLine(line)
    if (entries === undefined) strange++
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
    strange,
  }
  return { ...list, size: list.hosts.size + list.ranges.size }
}

/** The lines of a file; null for one that is far too long to be a host's, of which no more than a piece is ever held. */
async function* linesOf(path: string): AsyncGenerator<string | null> {
  let rest = ''
  let isTooLong = false
  // Latin letters alone would do, but hosts of other writings are lines as well.
  for await (const piece of createReadStream(path, { encoding: 'utf8', highWaterMark: pieceBytes })) {
    const lines = `${rest}${piece}`.split(/\r?\n/)
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

/** Whether a list takes back whatever lists say of a host, or of one that it is below. */
export function isExcepted({ excepted }: BlockList, host: string): boolean {
  if (excepted.size === 0) return false
  if (ipaddr.isValid(host)) return excepted.has(host)
  for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1))
    if (excepted.has(name)) return true
  return false
}

/** Whether a host, as `hostnameOf` gives it, or one that it is below, is on the list; the entry that says so. */
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
