// Where links may lead: hosts on block lists are refused and hidden from visitors, and what deceives is shown first. The face of the feature.
import { invalidField } from '@linnet/contract'
import type { Module } from '../../../module.ts'
import { BoundedCache } from '../../../platform/concurrency/bounded-cache.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { everyProcess } from '../../../platform/time/schedule.ts'
import { BlockLists, type Listed } from './block-lists.ts'
import { hostnameOf } from './list-lines.ts'
import { createLookAlikes } from './look-alikes.ts'
import { isShortener } from './shorteners.ts'

export type { Listed } from './block-lists.ts'
export { hostnameOf } from './list-lines.ts'

/** What is done about a kind of destination: nothing, visitors see first where it leads, or nobody can link to it. */
export type Policy = 'allow' | 'warn' | 'refuse'

/** Why visitors are shown first where a link leads. */
export type Suspicion = 'look_alike' | 'shortener'

export interface Destinations extends Module {
  /** Refuses with `validation_failed`, at this path, an address that must not be led to. */
  requireAllowed(address: string, path: string): Promise<void>
  /** The same of every web address in what was sent as JSON. */
  requireAllAllowed(value: unknown, path: string): Promise<void>
  /** Whether a block list names the host of an address, or one above it; not before the lists were read. */
  listed(address: string): Listed | null
  /** Why visitors shall see an address before they go there; null where they need not. */
  suspicion(address: string): Suspicion | null
  /** Hears that addresses may be judged otherwise from now on. */
  onChange(listener: () => void): void
  /** Reads the lists that are other ones than before. */
  reread(): Promise<void>
}

export interface DestinationsNeeds {
  /** Paths of block lists. */
  blockedHostsFiles: readonly string[]
  lookAlikes: Policy
  shorteners: Policy
  /** Domains that nothing may look like, besides those that everybody knows and our own. */
  protectedDomains: readonly string[]
  shortOrigin: string
  clock: Clock
  log: Log
}

/** Verdicts on addresses, cached until the lists change. */
interface Verdict {
  listed: Listed | null
  suspicion: Suspicion | null
  /** About how many bytes it takes. */
  weight: number
}

const rememberedBytes = 8 * 1024 * 1024
// Of what is around an address, of which each character takes two bytes at most.
const baseWeight = 200

export function createDestinations(needs: DestinationsNeeds): Destinations {
  const { blockedHostsFiles, shortOrigin, protectedDomains, clock, log } = needs
  const hasBlockLists = blockedHostsFiles.length > 0
  const policies: Record<Suspicion, Policy> = { look_alike: needs.lookAlikes, shortener: needs.shorteners }
  const listeners: (() => void)[] = []
  const verdicts = new BoundedCache<Verdict>(rememberedBytes, ({ weight }) => weight)
  const onChange = () => {
    verdicts.clear()
    for (const listener of listeners) listener()
  }
  const lists = new BlockLists({ files: blockedHostsFiles, clock, log, onChange })
  const isLookAlike = createLookAlikes([new URL(shortOrigin).hostname, ...protectedDomains])
  const looksFor = (policy: Policy) => Object.values(policies).includes(policy)
  const [warns, refuses] = [looksFor('warn'), looksFor('refuse')]
  const listedHost = (host: string) => (hasBlockLists ? lists.find(host) : null)

  function kindOf(host: string, policy: Policy): Suspicion | null {
    if (policies.look_alike === policy && isLookAlike(host)) return 'look_alike'
    return policies.shortener === policy && isShortener(host) ? 'shortener' : null
  }

  function verdictOn(address: string): Verdict {
    const known = verdicts.get(address)
    if (known) return known
    const host = hostnameOf(address)
    const verdict = {
      listed: host === null ? null : listedHost(host),
      suspicion: host === null || !warns ? null : kindOf(host, 'warn'),
      weight: baseWeight + address.length * 2,
    }
    verdicts.set(address, verdict)
    return verdict
  }

  async function requireAllowed(address: string, path: string): Promise<void> {
    if (hasBlockLists) await lists.ready()
    else if (!refuses) return
    // Writes don't fill the cache: they would evict addresses that are visited.
    const host = hostnameOf(address)
    if (host === null) return
    const found = listedHost(host)
    if (found) throw invalidField(path, refusals.listed(found.entry))
    const kind = refuses ? kindOf(host, 'refuse') : null
    if (kind) throw invalidField(path, refusals[kind](host))
  }

  async function requireAllAllowed(value: unknown, path: string): Promise<void> {
    if (typeof value === 'string') return await requireAllowed(value, path)
    if (typeof value !== 'object' || value === null || (!hasBlockLists && !refuses)) return
    for (const [name, part] of Object.entries(value)) await requireAllAllowed(part, `${path}.${name}`)
  }

  return {
    requireAllowed,
    requireAllAllowed,
    listed: (address) => (hasBlockLists ? verdictOn(address).listed : null),
    suspicion: (address) => (warns ? verdictOn(address).suspicion : null),
    onChange: (listener) => void listeners.push(listener),
    reread: () => lists.reread(),
    jobs: [everyProcess('read block lists', 10_000, () => lists.reread())],
  }
}

const mistake = 'If that is a mistake, write to whoever runs this service'
const refusals = {
  listed: (host: string) => `must not lead to ${host}, which is on a block list of this service. ${mistake}`,
  look_alike: (host: string) =>
    `must not lead to ${host}, a host that looks like another, well-known one. ${mistake}`,
  shortener: (host: string) =>
    `must not lead to ${host}, another service of short links, which hides where it goes: name the destination itself. ${mistake}`,
}

/** What the owner of a link reads of why it is blocked. */
export function listedReason({ entry }: Listed): string {
  return `${entry} is on a block list of this service.`
}
