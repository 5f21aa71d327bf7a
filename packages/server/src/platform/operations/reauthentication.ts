// Sudo mode: changes to an account's security need a session with a recent password or passkey check.
import { Refusal } from '@linnet/contract'
import { unixSeconds } from '../time/clock.ts'
import type { Caller } from './handler.ts'

/** How long a check is valid. */
export const freshSeconds = 10 * 60

/** Whether the session was checked within the last ten minutes. Keys and tokens have nothing to check. */
export function isFresh({ session }: Pick<Caller, 'session'>, now: number): boolean {
  // Not from the future either: setting the clock back must not make the check last longer.
  return session === null || Math.abs(unixSeconds(now) - session.authenticatedAt) < freshSeconds
}

/** Refuses a session without a recent check with `reauthentication_required`. `now` in milliseconds. */
export function requireFresh(caller: Pick<Caller, 'session'>, now: number): void {
  if (!isFresh(caller, now)) throw new Refusal('reauthentication_required')
}
