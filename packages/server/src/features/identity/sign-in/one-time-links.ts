// The one-time links of signing in: the data stored with each, and how long it is valid.
import { sha256 } from '../../../platform/security/ids.ts'
import type {
  OneTimeLink as AnyOneTimeLink,
  OneTimeLinks as AnyOneTimeLinks,
} from '../one-time-links/index.ts'

/** The data stored with a token until it is used, by purpose. */
export interface Payloads {
  setup: Record<never, never>
  /** `invitation`: the hash of the token of an invitation to a workspace, which the person accepts with it. */
  'sign-up': { name: string; passwordHash: string; returnTo: string; invitation?: string }
  invitation: Record<never, never>
  /** `password` identifies the current password: once that has changed, the token is no longer valid. */
  reset: { password: string }
  /** Issued on the command line; `password` as above. */
  'sign-in link': { password: string }
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
  'sign-in link': 60 * 60,
  'second-factor': 10 * 60,
}
export const invitationDays = lifetimes.invitation / (24 * 60 * 60)

/** Identifies a password of an account without revealing it. */
export function passwordMark({ password_hash }: { password_hash: string }): string {
  return sha256(password_hash).slice(0, 16)
}
