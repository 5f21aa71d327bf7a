// The refusal for blocked accounts, on every transport.
import { Refusal } from '@linnet/contract'

/** 403 `forbidden`, with the reason. */
export function blockedAccount(reason: string): Refusal {
  return new Refusal(
    'forbidden',
    `This account is blocked: ${reason} Ask those who run this server if that is a mistake.`,
  )
}

/** Refuses the credentials of a blocked account. */
export function requireUnblocked({ blocked }: { blocked: string | null }): void {
  if (blocked !== null) throw blockedAccount(blocked)
}
