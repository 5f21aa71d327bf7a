// `linnet doctor` asks a server how its requests arrive, and proves that it has the same key. Only a server with that key
// answers, which also confirms that it is the right instance.
import type { Secrets } from '../security/secrets.ts'

type Prover = Pick<Secrets, 'proof'>
type Verifier = Pick<Secrets, 'isProof'>

// Long enough for two machines with different clocks.
const validSeconds = 300

export const probeHeader = 'x-linnet-probe'

/** How a probe arrived. */
export interface ProbeReport {
  /** The `Host` header. */
  host: string
  /** What the server takes for the client's address, and the value of `X-Forwarded-For`. */
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
