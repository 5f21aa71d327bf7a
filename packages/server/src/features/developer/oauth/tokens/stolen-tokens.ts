// What is done when a code or a refresh token comes a second time: somebody has copied it, and nobody can tell who.
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Asked, GrantNeeds } from './token-endpoint.ts'

/** Ends a grant with all of its tokens, and tells the person in the audit log. */
export async function revokeStolen(
  { store, audit, onRevoked }: GrantNeeds,
  grantId: string,
  reason: string,
  { client, now }: Asked,
): Promise<void> {
  await store.transaction(async (tx) => {
    const grant = await store.revokeGrant(tx, grantId, unixSeconds(now))
    if (!grant) return
    const detail = { client_id: grant.app_id, reason }
    await audit.write(tx, { userId: grant.user_id, action: 'app_revoked', detail, client, now })
    await onRevoked(tx, { userId: grant.user_id, client, now })
  })
}
