// What somebody is told whose account an administrator has blocked, whichever way they come.
import { Refusal } from '@linnet/contract'

/** 403 `forbidden`, with the reason. */
export function blockedAccount(reason: string): Refusal {
  return new Refusal(
    'forbidden',
    `This account is blocked: ${reason} Ask those who run this server if that is a mistake.`,
  )
}

/** Refuses who comes with a credential of a blocked account. */
export function requireUnblocked({ blocked }: { blocked: string | null }): void {
  if (blocked !== null) throw blockedAccount(blocked)
}
