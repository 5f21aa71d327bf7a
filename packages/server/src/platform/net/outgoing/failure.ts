// Why a request of ours to somebody else's server came to nothing: a closed list, each with a sentence for people.

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
 * A request that was refused or failed. The message is for the person who gave the address: it says nothing of what a
 * name resolves to or of what was found there. `cause`, where there is one, is for the log.
 */
export class OutgoingFailure extends Error {
  override name = 'OutgoingFailure'
  readonly reason: FailureReason
  /** The status of the answer, where one had begun: its body is then what could not be had. */
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
