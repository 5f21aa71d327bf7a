// Sudo mode: a session that changes the security of its account must have proved its password or a passkey recently.
import { Refusal } from '@linnet/contract'
import { unixSeconds } from './clock.ts'
import type { Caller } from './handler.ts'

/** For how long a check holds. */
export const freshSeconds = 10 * 60

/** Whether the session was checked within the last ten minutes. Keys and tokens have nothing to check. */
export function isFresh({ session }: Pick<Caller, 'session'>, now: number): boolean {
  // Also not from the future: a clock that was set back must not make the check last longer.
  return session === null || Math.abs(unixSeconds(now) - session.authenticatedAt) < freshSeconds
}

/** Refuses with `reauthentication_required` a session that was not. `now` in milliseconds. */
export function requireFresh(caller: Pick<Caller, 'session'>, now: number): void {
  if (!isFresh(caller, now)) throw new Refusal('reauthentication_required')
}
