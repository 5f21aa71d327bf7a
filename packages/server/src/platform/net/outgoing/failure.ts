// Why an outgoing request failed: a closed list of reasons, each with a sentence for people.

const sentences = {
  'bad-address': 'The address is not one that requests can be sent to.',
  'private-target':
    'The address leads to this machine or to a private network. Requests go there only where ALLOW_PRIVATE_TARGETS is true.',
  unreachable: 'No server could be reached at the address.',
  tls: 'The server could not prove by TLS that it is the one that the address names.',
  timeout: 'The server took too long.',
  'too-large': 'The answer is larger than what is read of it.',
  'bad-answer': 'The server broke off, or its answer is not one that can be understood.',
  cancelled: 'The request was given up before the server had answered.',
} as const

export type FailureReason = keyof typeof sentences

/**
 * A request that was refused or failed. The message is for the person who gave the address, so it doesn't reveal what a
 * name resolves to or what was found there. `cause`, if any, is for the log.
 */
export class OutgoingFailure extends Error {
  override name = 'OutgoingFailure'
  readonly reason: FailureReason
  /** The status of the answer, if one had begun: then its body could not be read. */
  readonly status: number | null

  constructor(
    reason: FailureReason,
    { message, status = null, cause }: { message?: string; status?: number | null; cause?: unknown } = {},
  ) {
    super(message ?? sentences[reason], cause === undefined ? undefined : { cause })
    this.reason = reason
    this.status = status
  }
}
