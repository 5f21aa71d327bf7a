// Why signing in at the provider failed.

/**
 * `away`: the provider can't be reached. `cancelled`: the person, or the provider, said no. `invalid`: its answer can't be
 * trusted. `expired`: there is no such sign-in in this browser, or it took too long. `refused`: who they are is clear, but they
 * get no account.
 */
export const failureReasons = ['away', 'cancelled', 'invalid', 'expired', 'refused'] as const
export type FailureReason = (typeof failureReasons)[number]

/** The message is for the log; it holds no tokens. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'

  constructor(
    readonly reason: 'away' | 'cancelled' | 'invalid',
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options)
  }
}

/** What the protocol library or the network has thrown, as a failure of the provider. */
export function providerFailure(error: unknown): ProviderFailure {
  const causes = causesOf(error)
  const known = causes.find((cause) => cause instanceof ProviderFailure)
  if (known instanceof ProviderFailure) return known
  const code = causes
    .map((cause) => (cause as { error?: unknown }).error)
    .find((code) => typeof code === 'string')
  if (typeof code === 'string')
    return new ProviderFailure(reasonOf(code), `the provider said: ${code.slice(0, 100)}`)
  const messages = causes.map((cause) => (cause instanceof Error ? cause.message : '')).filter(Boolean)
  return new ProviderFailure('invalid', messages.join(': ').slice(0, 500), { cause: error })
}

/** Error codes of OAuth 2.0 (RFC 6749, section 4.1.2.1) that aren't about an invalid request. */
function reasonOf(code: string): 'away' | 'cancelled' | 'invalid' {
  if (code === 'access_denied') return 'cancelled'
  return code === 'temporarily_unavailable' || code === 'server_error' ? 'away' : 'invalid'
}

const mostCauses = 5

function causesOf(error: unknown): object[] {
  const causes: object[] = []
  for (let one = error; typeof one === 'object' && one !== null && causes.length < mostCauses; ) {
    causes.push(one)
    one = (one as { cause?: unknown }).cause
  }
  return causes
}
