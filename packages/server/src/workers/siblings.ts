// The other server processes of this node, reached through the supervisor.
import type { FromWorker, ToWorker } from './worker-protocol.ts'

export class Siblings {
  private requests = 0
  private readonly pending = new Map<number, () => void>()

  constructor(private readonly send: (message: FromWorker) => void) {}

  /** Resolves once the others have counted their clicks of an account (null: of all accounts), or can't. */
  settle(userId: number | null): Promise<void> {
    const request = ++this.requests
    const { promise, resolve } = Promise.withResolvers<void>()
    this.pending.set(request, resolve)
    this.send({ kind: 'settle', request, userId })
    return promise
  }

  /** Receives the answer. */
  settled({ request }: Extract<ToWorker, { kind: 'siblings settled' }>): void {
    this.pending.get(request)?.()
    this.pending.delete(request)
  }

  /** Call this when no more answers can arrive. */
  end(): void {
    for (const resolve of this.pending.values()) resolve()
    this.pending.clear()
  }
}
