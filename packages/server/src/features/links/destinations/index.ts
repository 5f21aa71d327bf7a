// Where links may lead: hosts on block lists are refused and hidden from visitors, and visitors see a deceptive destination
// before they go there. The feature's public API.
import { invalidField } from '@linnet/contract'
import type { Module } from '../../../module.ts'
import { BoundedCache } from '../../../platform/concurrency/bounded-cache.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { everyProcess } from '../../../platform/time/schedule.ts'
import { type BlockListEntry, BlockLists } from './block-lists.ts'
import { hostnameOf } from './list-lines.ts'
import { createSuspicions, type Policy, type Suspicion } from './suspicions.ts'

export type { BlockListEntry } from './block-lists.ts'
export { hostnameOf } from './list-lines.ts'
export type { Policy, Suspicion } from './suspicions.ts'

export interface Destinations extends Module {
  /** Refuses a forbidden address with `validation_failed` at this path. */
  requireAllowed(address: string, path: string): Promise<void>
  /** The same for every web address in a JSON value. */
  requireAllAllowed(value: unknown, path: string): Promise<void>
  /** The block list entry that covers an address; null if there is none, or before the lists are read. */
  blockListEntry(address: string): BlockListEntry | null
  /** Why visitors see an address before they go there; null if they don't. */
  suspicion(address: string): Suspicion | null
  /** Calls the listener when the lists have changed: answers about addresses may differ from then on. */
  onChange(listener: () => void): void
  /** Reads the lists that have changed. */
  reread(): Promise<void>
}

export interface DestinationsNeeds {
  /** Paths of block lists. */
  blockedHostsFiles: readonly string[]
  lookAlikes: Policy
  shorteners: Policy
  /** Domains that no host may imitate, besides the well-known ones and our own. */
  protectedDomains: readonly string[]
  shortOrigin: string
  clock: Clock
  log: Log
}

/** What is known about an address, cached until the lists change. */
interface Verdict {
  blockListEntry: BlockListEntry | null
  suspicion: Suspicion | null
  /** Its approximate size in bytes. */
  weight: number
}

const mostCachedBytes = 8 * 1024 * 1024
// Apart from the address, whose characters take at most two bytes each.
const baseWeight = 200

export function createDestinations(needs: DestinationsNeeds): Destinations {
  const { blockedHostsFiles, shortOrigin, protectedDomains, clock, log } = needs
  const hasBlockLists = blockedHostsFiles.length > 0
  const listeners: (() => void)[] = []
  const verdicts = new BoundedCache<Verdict>(mostCachedBytes, ({ weight }) => weight)
  const onChange = () => {
    verdicts.clear()
    for (const listener of listeners) listener()
  }
  const lists = new BlockLists({ files: blockedHostsFiles, clock, log, onChange })
  const suspicions = createSuspicions({ look_alike: needs.lookAlikes, shortener: needs.shorteners }, [
    new URL(shortOrigin).hostname,
    ...protectedDomains,
  ])
  const { warns, refuses } = suspicions
  const blockListEntryOf = (host: string) => (hasBlockLists ? lists.find(host) : null)

  function verdictOn(address: string): Verdict {
    const cached = verdicts.get(address)
    if (cached) return cached
    const host = hostnameOf(address)
    const verdict = {
      blockListEntry: host === null ? null : blockListEntryOf(host),
      suspicion: host === null || !warns ? null : suspicions.find(host, 'warn'),
      weight: baseWeight + address.length * 2,
    }
    verdicts.set(address, verdict)
    return verdict
  }

  async function requireAllowed(address: string, path: string): Promise<void> {
    if (hasBlockLists) await lists.ready()
    else if (!refuses) return
    // Not cached, because new addresses would evict those that are visited.
    const host = hostnameOf(address)
    if (host === null) return
    const found = blockListEntryOf(host)
    if (found) throw invalidField(path, { code: 'block_listed', params: { host: found.entry } })
    const kind = refuses ? suspicions.find(host, 'refuse') : null
    if (kind) throw invalidField(path, { code: kind, params: { host } })
  }

  async function requireAllAllowed(value: unknown, path: string): Promise<void> {
    if (typeof value === 'string') return await requireAllowed(value, path)
    if (typeof value !== 'object' || value === null || (!hasBlockLists && !refuses)) return
    for (const [name, field] of Object.entries(value)) await requireAllAllowed(field, `${path}.${name}`)
  }

  return {
    requireAllowed,
    requireAllAllowed,
    blockListEntry: (address) => (hasBlockLists ? verdictOn(address).blockListEntry : null),
    suspicion: (address) => (warns ? verdictOn(address).suspicion : null),
    onChange: (listener) => void listeners.push(listener),
    reread: () => lists.reread(),
    jobs: [everyProcess('read block lists', 10_000, () => lists.reread())],
  }
}

/** Why a link is blocked, as its owner reads it. */
export function blockListReason({ entry }: BlockListEntry): string {
  return `${entry} is on a block list of this service.`
}
