// The other worker processes of this node, which a worker reaches through the parent process.
import type { FromWorker, ToWorker } from './worker-protocol.ts'

/** What a worker asks of the others of its node, and they of it. */
export class Siblings {
  private requests = 0
  private readonly asked = new Map<number, () => void>()

  constructor(private readonly send: (message: FromWorker) => void) {}

  /** Resolves once the others have counted what they have of an account's clicks (null: of all), or can't. */
  settle(userId: number | null): Promise<void> {
    const request = ++this.requests
    const { promise, resolve } = Promise.withResolvers<void>()
    this.asked.set(request, resolve)
    this.send({ kind: 'settle', request, userId })
    return promise
  }

  /** What became of it. */
  hear({ request }: Extract<ToWorker, { kind: 'siblings settled' }>): void {
    this.asked.get(request)?.()
    this.asked.delete(request)
  }

  /** Nobody answers any more. */
  end(): void {
    for (const resolve of this.asked.values()) resolve()
    this.asked.clear()
  }
}
