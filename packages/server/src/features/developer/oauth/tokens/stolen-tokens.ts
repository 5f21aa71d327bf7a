// Ends the grant of a code or refresh token that is used a second time: somebody has copied it, and nobody can tell who.
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Audit } from '../../../identity/audit/index.ts'
import type { EndpointContext } from '../endpoint-context.ts'
import type { OnRevoked } from '../operations.ts'
import type { OauthStore } from '../store.ts'

export interface StolenTokenNeeds {
  store: OauthStore
  audit: Audit
  onRevoked: OnRevoked
}

/** Ends a grant with all of its tokens, and adds a line to the person's audit log. */
export async function revokeStolen(
  { store, audit, onRevoked }: StolenTokenNeeds,
  { grantId, reason }: { grantId: string; reason: string },
  { client, now }: EndpointContext,
): Promise<void> {
  await store.transaction(async (tx) => {
    const grant = await store.revokeGrant(tx, grantId, unixSeconds(now))
    if (!grant) return
    const detail = { client_id: grant.app_id, reason }
    await audit.write(tx, { userId: grant.user_id, action: 'app_revoked', detail, client, now })
    await onRevoked(tx, { userId: grant.user_id, client, now })
  })
}
