// Sends deliveries: signs them with the secrets of their endpoint, and can cancel all attempts in flight.
import type { Outgoing } from '../../../platform/net/outgoing/index.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Tracing } from '../../../platform/observability/tracing/index.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import { type Attempted, attemptDelivery } from '../attempts.ts'
import { OpenedSecrets } from '../secrets.ts'
import type { DeliveryContent, Endpoint } from './endpoint-queue.ts'

export interface AttemptRunnerNeeds {
  outgoing: Outgoing
  secrets: Pick<Secrets, 'open'>
  /** Milliseconds since the Unix epoch. */
  now(): number
  log: Log
  tracing: Tracing | null
}

export class AttemptRunner {
  private readonly cancellation = new AbortController()
  private readonly secrets: OpenedSecrets

  constructor(private readonly needs: AttemptRunnerNeeds) {
    this.secrets = new OpenedSecrets(needs.secrets)
  }

  /** Cancels all attempts in flight. */
  cancelAll(): void {
    this.cancellation.abort()
  }

  async run(endpoint: Endpoint, content: DeliveryContent): Promise<Attempted> {
    const { outgoing, now, log } = this.needs
    const attempted = await attemptDelivery(outgoing, {
      url: endpoint.url,
      event: content,
      secrets: this.secrets.validAt(unixSeconds(now()), endpoint),
      now,
      log,
      signal: this.cancellation.signal,
    })
    this.trace(attempted)
    return attempted
  }

  /** The span names neither the endpoint nor its owner: trace collectors don't need to know them. */
  private trace({ outcome, attempt }: Attempted): void {
    const { milliseconds } = attempt
    this.needs.tracing?.record('deliver', {
      kind: 'client',
      begun: Date.now() - milliseconds,
      milliseconds,
      attributes: { 'http.request.method': 'POST', 'linnet.outcome': outcome ?? 'given up' },
      failed: outcome !== 'delivered',
    })
  }
}
