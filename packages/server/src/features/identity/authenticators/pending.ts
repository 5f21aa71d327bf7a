// What one request begins and a later one completes: enrolment in one-time codes, and passkey challenges.
import type { OneTimeLinks } from '../one-time-links/index.ts'

/** The data stored until it is completed, by purpose. */
export interface Payloads {
  'second factor': { sealed: string }
  passkey: Record<never, never>
}

export type Pending = OneTimeLinks<Payloads>

/** In seconds. */
export const lifetimes: Record<keyof Payloads, number> = {
  'second factor': 15 * 60,
  passkey: 5 * 60,
}
