// Codes and refresh tokens that are used a second time: somebody has copied them, and nobody can tell who (RFC 6749, section
// 4.1.2; RFC 9700, section 4.14).
import { unixSeconds } from '../../../../platform/time/clock.ts'
import { OauthError } from '../oauth-error.ts'
import type { GrantNeeds, TokenRequest } from './token-request.ts'

/** Thrown for a code or refresh token that was used before. */
export class UsedTwice extends OauthError {
  constructor(description: string) {
    super('invalid_grant', description)
  }
}

interface Stolen {
  /** For the user's audit log. */
  reason: string
  /** The grant of the code or token; null if it has none. */
  grantId(): Promise<string | null>
}

/** Calls `answer`. If that throws UsedTwice, revokes the grant with all of its tokens. */
export async function revokingStolen<Answer>(
  needs: GrantNeeds,
  request: TokenRequest,
  stolen: Stolen,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof UsedTwice) await revoke(needs, request, stolen)
    throw error
  }
}

async function revoke(
  { store, audit, onRevoked }: GrantNeeds,
  { client, now }: TokenRequest,
  { reason, grantId }: Stolen,
): Promise<void> {
  const id = await grantId()
  if (id === null) return
  await store.transaction(async (tx) => {
    const grant = await store.revokeGrant(tx, id, unixSeconds(now))
    if (!grant) return
    const detail = { client_id: grant.app_id, reason }
    await audit.write(tx, { userId: grant.user_id, action: 'app_revoked', detail, client, now })
    await onRevoked(tx, { userId: grant.user_id, client, now })
  })
}
