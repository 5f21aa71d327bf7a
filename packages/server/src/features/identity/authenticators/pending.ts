// What is begun here and ended by a later request: turning one-time codes on, and the challenges of passkeys.
import type { OneTimeLinks } from '../one-time-links/index.ts'

/** What is kept until it is ended, by its purpose. */
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
