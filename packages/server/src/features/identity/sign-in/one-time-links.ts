// The addresses and tokens of signing in that work once: what is kept with each, and for how long it works.
import { sha256 } from '../../../platform/security/ids.ts'
import type {
  OneTimeLink as AnyOneTimeLink,
  OneTimeLinks as AnyOneTimeLinks,
} from '../one-time-links/index.ts'

/** What is kept with a token until it is used, by its purpose. */
export interface Payloads {
  setup: Record<never, never>
  'sign-up': { name: string; passwordHash: string; returnTo: string }
  invitation: Record<never, never>
  /** `password` tells passwords apart: when it is another one by now, the token is good for nothing. */
  reset: { password: string }
  'second-factor': { password: string; how: string; returnTo: string; tries: number }
}

export type OneTimeLinks = AnyOneTimeLinks<Payloads>
export type OneTimeLink<P extends keyof Payloads> = AnyOneTimeLink<Payloads, P>

/** In seconds. */
export const lifetimes: Record<keyof Payloads, number> = {
  setup: 7 * 24 * 60 * 60,
  'sign-up': 24 * 60 * 60,
  invitation: 7 * 24 * 60 * 60,
  reset: 60 * 60,
  'second-factor': 10 * 60,
}
export const invitationDays = lifetimes.invitation / (24 * 60 * 60)

/** Tells one password of an account from the next, without telling it. */
export function passwordMark({ password_hash }: { password_hash: string }): string {
  return sha256(password_hash).slice(0, 16)
}
