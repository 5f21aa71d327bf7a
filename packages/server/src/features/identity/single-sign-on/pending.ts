// What one request begins and a later one completes: signing in at the provider, and joining an account.
import { sha256 } from '../../../platform/security/ids.ts'
import type {
  OneTimeLink as AnyOneTimeLink,
  OneTimeLinks as AnyOneTimeLinks,
} from '../one-time-links/index.ts'
import type { Claims } from './claims.ts'

/** Why somebody goes to the provider: to sign in, to join their account, or to confirm who they are. */
export type Purpose = 'sign-in' | 'join' | 'confirm'

/** The data stored until it is completed, by purpose. */
export interface Payloads {
  'single sign-on': {
    nonce: string
    verifier: string
    purpose: Purpose
    /** The hash of the token in the browser's cookie. */
    browser: string
    /** The id of the session that began it; null for signing in. */
    session: string | null
    returnTo: string
    /** Milliseconds. */
    begun: number
  }
  joining: { claims: Claims; browser: string; returnTo: string }
  'logout token': Record<never, never>
}

export type Pending = AnyOneTimeLinks<Payloads>
export type PendingLink<P extends keyof Payloads> = AnyOneTimeLink<Payloads, P>

/** In seconds. */
export const lifetimes: Record<keyof Payloads, number> = {
  'single sign-on': 10 * 60,
  joining: 10 * 60,
  // Longer than a logout token is valid.
  'logout token': 20 * 60,
}

/** Whether a browser with this cookie has begun it. */
export function isOfBrowser({ browser }: { browser: string }, token: string | null): boolean {
  return token !== null && sha256(token) === browser
}
