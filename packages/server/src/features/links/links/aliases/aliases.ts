// Aliases: other codes of a link, which work just like its own.
import { mostAliases, Refusal } from '@linnet/contract'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Tx } from '../../../../platform/transaction.ts'
import type { History } from '../../history/index.ts'
import { freeHeldCode } from '../history/held-codes.ts'
import type { LinkHistoryStore } from '../history/store.ts'
import type { LinkRow } from '../store.ts'
import type { AliasRow, AliasStore } from './store.ts'

export interface AliasNeeds {
  aliases: AliasStore
  linkHistory: LinkHistoryStore
  history: History
}

type AliasedLink = Pick<LinkRow, 'id' | 'user_id' | 'domain_id' | 'blocked_at'>

/** Refuses to change the addresses of a blocked link. */
export function requireUnblocked({ blocked_at }: Pick<LinkRow, 'blocked_at'>): void {
  // Otherwise a blocked address would be free for another link to the same destination.
  if (blocked_at !== null)
    throw new Refusal('forbidden', "This link is blocked. Its codes can't be changed until it is unblocked.")
}

/** Adds an alias to a link whose row is locked, or refuses. `now` in milliseconds. */
export async function addAlias(
  needs: AliasNeeds,
  tx: Tx,
  link: AliasedLink,
  { code, now }: { code: string; now: number },
): Promise<AliasRow> {
  const { aliases } = needs
  requireUnblocked(link)
  await aliases.stopTakingCodes(tx)
  if ((await aliases.count(tx, link.id)) >= mostAliases)
    throw new Refusal('plan_limit', `A link can have at most ${mostAliases} aliases. Remove one first.`)
  await freeHeldCode(needs, tx, { domainId: link.domain_id, code, userId: link.user_id })
  const added = await aliases.add(tx, {
    domain_id: link.domain_id,
    code,
    link_id: link.id,
    created_at: unixSeconds(now),
  })
  if (!added) throw new Refusal('slug_taken')
  return added
}
