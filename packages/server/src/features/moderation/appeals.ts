// Sending an appeal against a block: one open appeal for each target, and not too many in a day.
import { Refusal } from '@linnet/contract'
import type { Client } from '../../platform/operations/handler.ts'
import { newId } from '../../platform/security/ids.ts'
import { unixSeconds } from '../../platform/time/clock.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { Audit } from '../identity/audit/index.ts'
import type { AppealRow, AppealStore } from './appeal-store.ts'

const daySeconds = 24 * 60 * 60
const mostADay = 10
// After this many rejected appeals about a target, no more are accepted.
const mostOfTarget = 3

export interface NewAppeal {
  userId: number
  linkId: number | null
  micrositeId: number | null
  reason: string
  message: string
  /** Where the link led when it was reported, blocked or appealed for; null without a link. */
  destinations: string[] | null
  client: Client
  now: number
}

/** Inserts an appeal, or refuses one too many. */
export async function sendAppeal(
  { store, audit }: { store: AppealStore; audit: Audit },
  tx: Tx,
  { userId, linkId, micrositeId, reason, message, destinations, client, now }: NewAppeal,
): Promise<AppealRow> {
  const row: AppealRow = {
    id: newId('apl', now),
    user_id: userId,
    link_id: linkId,
    microsite_id: micrositeId,
    reason,
    message,
    destinations: destinations && JSON.stringify(destinations),
    created_at: unixSeconds(now),
    decided_at: null,
    outcome: null,
    decided_by: null,
    answer: null,
  }
  await store.lock(tx, userId)
  const { recent, ofTarget, open } = await store.counts(tx, row, unixSeconds(now) - daySeconds)
  if (open > 0) throw new Refusal('forbidden', 'You have already appealed. Wait for the decision.')
  if (ofTarget >= mostOfTarget)
    throw new Refusal('forbidden', 'This decision is final: you have used all your appeals.')
  if (recent >= mostADay)
    throw new Refusal('rate_limited', 'Too many appeals today. Try again tomorrow.', undefined, 60 * 60)
  await store.insert(tx, row)
  await audit.write(tx, { userId, action: 'appeal_sent', detail: { id: row.id }, client, now })
  return row
}
