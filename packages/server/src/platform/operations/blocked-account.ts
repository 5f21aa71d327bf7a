// The refusal for blocked accounts, on every transport.
import { Refusal } from '@linnet/contract'

/** 403 `forbidden`, with the reason. */
export function blockedAccount(reason: string): Refusal {
  return new Refusal(
    'forbidden',
    `This account is blocked: ${reason} If this is a mistake, contact the administrators of this server.`,
  )
}

/** Refuses the credentials of a blocked account. */
export function requireUnblocked({ blocked }: { blocked: string | null }): void {
  if (blocked !== null) throw blockedAccount(blocked)
}
