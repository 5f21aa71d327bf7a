// Why an outgoing request failed: a closed list of reasons, each with a sentence for people.
import { type Fault, faultSentence } from '@linnet/contract/faults'

const sentences = {
  unreachable: 'No server could be reached at the address.',
  tls: 'The server could not prove by TLS that it is the one in the address.',
  timeout: 'The server took too long.',
  'too-large': 'The answer is too large.',
  'bad-answer': 'The connection was lost, or the answer is not valid HTTP.',
  cancelled: 'The request was cancelled before the server answered.',
} as const

/** The first two are for addresses that may never be used. After any other, another attempt may succeed. */
export type FailureReason = 'bad-address' | 'private-target' | keyof typeof sentences

interface FailureCircumstances {
  /** What is wrong with a bad address. */
  fault?: Fault
  /** The status of the answer, if one had begun: then its body could not be read. */
  status?: number | null
  /** Whether the server had been reached. */
  hasConnected?: boolean
  /** For the log. */
  cause?: unknown
}

/**
 * A request that was refused or failed. The message is for the person who gave the address, so it doesn't reveal what a
 * name resolves to or what was found there.
 */
export class OutgoingFailure extends Error {
  override name = 'OutgoingFailure'
  /** What is wrong with an address that may never be used. */
  readonly fault: Fault | null
  readonly status: number | null
  /** Whether the server was reached, so that it may answer other requests. */
  readonly hasConnected: boolean

  constructor(
    readonly reason: FailureReason,
    { fault, status = null, hasConnected = false, cause }: FailureCircumstances = {},
  ) {
    const wrong = fault ?? addressFault(reason)
    super(messageOf(reason, wrong), cause === undefined ? undefined : { cause })
    this.fault = wrong
    this.status = status
    this.hasConnected = hasConnected
  }
}

function addressFault(reason: FailureReason): Fault | null {
  if (reason === 'private-target') return { code: 'private_target' }
  return reason === 'bad-address' ? { code: 'unusable_address' } : null
}

function messageOf(reason: FailureReason, fault: Fault | null): string {
  if (fault) return `The address ${faultSentence(fault)}`.replace(/\.?$/, '.')
  return reason in sentences ? sentences[reason as keyof typeof sentences] : reason
}
