// Unknown codes: what visitors may have meant, how many one address may try, and what the owners see of them. The feature's
// public API.
import type { Api } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { IncomingRequest } from '../../../http/incoming-request.ts'
import { notFound, tooManyMisses } from '../../../http/visitor-answers.ts'
import type { Module } from '../../../module.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import { addressGroup } from '../../../platform/net/client-address.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { createMemoryRateLimiter } from '../../../platform/security/memory-rate-limiter.ts'
import { anonymousKey, secondsLeft, type Verdict } from '../../../platform/security/rate-limit.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import { everyProcess, oneNode } from '../../../platform/time/schedule.ts'
import { type Clicks, isCrawler } from '../../clicks/index.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { Workspaces } from '../../identity/workspaces/index.ts'
import type { Domains } from '../domains/index.ts'
import type { Links } from '../links/index.ts'
import { mistypedCodeCommands } from './commands.ts'
import { MissListStore } from './list-store.ts'
import { NeighbourStore } from './neighbour-store.ts'
import { type Neighbour, Neighbours } from './neighbours.ts'
import { missOperations, mistypedCodesOf } from './operations.ts'
import { MissSketch } from './sketch.ts'

export { mistypedCodeCommandShapes } from './commands.ts'

export interface MistypedCodes extends Module {
  operations: { mistypedCodes: Handlers<Api['mistypedCodes']> }
  /** Answers a request for an unknown code. `isWhole`: the path was just the code, as people type it. */
  answer(incoming: IncomingRequest, asked: { code: string; isWhole: boolean }): MaybePromise<Response>
}

export interface MistypedCodesNeeds {
  db: Database
  clock: Clock
  accounts: Pick<Accounts, 'userIdByEmail'>
  workspaces: Pick<Workspaces, 'byPublicId'>
  links: Pick<Links, 'addressOf' | 'resolve'>
  domains: Pick<Domains, 'codeAt' | 'settingsOf'>
  clicks: Pick<Clicks, 'pseudonym'>
  /** How many unknown codes one address may ask for. */
  unknownCodesPerMinute: number
}

// A full window takes about 1.5 KB.
const mostAddresses = 20_000
// Answers are held until the next multiple of this, so that their time doesn't tell how much of a code is right.
const answerStep = 10
const keptSeconds = 90 * 86_400

export function createMistypedCodes(needs: MistypedCodesNeeds): MistypedCodes {
  const { db, clock, links, domains, clicks } = needs
  const lists = new MissListStore(db)
  const neighbours = new Neighbours({
    store: new NeighbourStore(db),
    clock,
    ignoresCase: (domainId) => domains.settingsOf(domainId).caseInsensitive,
  })
  const limiter = createMemoryRateLimiter(() => clock.elapsed(), null, mostAddresses)
  const sketch = new MissSketch()
  const flush = async () => {
    const counted = sketch.take()
    if (counted.length > 0) await lists.add(counted)
  }

  /** The neighbour of a requested code, which is counted for whoever can fix it. */
  async function neighbourOf({ domainId, request, address }: IncomingRequest, code: string) {
    const found = await neighbours.find(domainId, code)
    const neighbour = found && (await stillLeads(domainId, found)) ? found : null
    // Links on the default domain belong to many people: only the owner of what was meant sees what was asked for.
    const isListed = domainId !== 0 || (neighbour !== null && neighbour.linkId !== null)
    if (isListed && found !== undefined && !isCrawler(request.headers.get('user-agent') ?? ''))
      sketch.add(
        { userId: domainId === 0 ? (neighbour?.userId ?? null) : null, domainId, code },
        {
          asker: clicks.pseudonym(address),
          at: unixSeconds(clock.now()),
          linkId: neighbour?.linkId ?? null,
        },
      )
    return neighbour
  }

  /** Whether a neighbour still redirects strangers: it may have been remembered, and block lists are not in the database. */
  async function stillLeads(domainId: number, { code, linkId }: Neighbour): Promise<boolean> {
    if (linkId === null) return true
    const target = await links.resolve(domainId, code)
    return target?.id === linkId && target.policy.blocked_at === null && target.policy.password_hash === null
  }

  async function suggest(incoming: IncomingRequest, code: string): Promise<Response> {
    const begun = performance.now()
    const neighbour = await neighbourOf(incoming, code)
    const passed = performance.now() - begun
    await Bun.sleep(Math.ceil(passed / answerStep) * answerStep - passed)
    const { request, requestId } = incoming
    return notFound(request, requestId, neighbour?.code)
  }

  return {
    operations: { mistypedCodes: missOperations({ store: lists, links }) },
    commands: mistypedCodeCommands({ ...needs, list: mistypedCodesOf({ store: lists, links }) }),
    answer(incoming, { code, isWhole }) {
      const { request, requestId, address, domainId } = incoming
      const verdict = limiter.take(
        anonymousKey(addressGroup(address)),
        needs.unknownCodesPerMinute,
      ) as Verdict
      if (!verdict.admitted) return tooManyMisses(request, requestId, secondsLeft(verdict))
      if (!isWhole || request.method !== 'GET') return notFound(request, requestId)
      return suggest(incoming, domains.codeAt(domainId, code))
    },
    jobs: [
      everyProcess('store mistyped codes', 60_000, async () => {
        limiter.prune()
        await flush()
      }),
      oneNode('forget mistyped codes', 3_600_000, () => lists.prune(unixSeconds(clock.now()) - keptSeconds)),
    ],
    close: flush,
    personalData: { erase: (userId) => lists.erase(userId) },
  }
}
