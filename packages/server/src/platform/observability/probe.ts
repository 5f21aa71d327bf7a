// How `linnet doctor` asks a server what arrives of its requests: with a proof that it has the same key, so that the answer
// tells it too that it has come to its own instance. Nobody else is told anything.
import type { Secrets } from '../security/secrets.ts'

type Prover = Pick<Secrets, 'proof'>
type Verifier = Pick<Secrets, 'isProof'>

// Also where the clocks of the two machines differ.
const validSeconds = 300

export const probeHeader = 'x-linnet-probe'

/** What arrived of a probe. */
export interface Seen {
  /** The `Host` header. */
  host: string
  /** Whom the server takes for the client, and what it was told by `X-Forwarded-For`. */
  address: string
  forwardedFor: string | null
}

/** The header's value for a moment in Unix seconds. */
export function probeAt(secrets: Prover, seconds: number): string {
  return `${seconds}.${secrets.proof(`probe ${seconds}`)}`
}

export function isProbe(secrets: Verifier, given: string | null, now: number): boolean {
  const [, seconds, proof] = /^(\d{1,12})\.([\w-]{43})$/.exec(given ?? '') ?? []
  if (!seconds || !proof || Math.abs(now - Number(seconds)) > validSeconds) return false
  return secrets.isProof(`probe ${seconds}`, proof)
}
