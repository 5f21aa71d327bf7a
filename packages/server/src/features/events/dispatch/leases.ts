// Leases: only one process at a time sends to an endpoint, and another one takes over soon after it has died.
import { hostname } from 'node:os'
import { randomText } from '../../../platform/security/ids.ts'
import type { DispatchStore } from './dispatch-store.ts'
import type { Endpoint } from './endpoint-queue.ts'

// A lease is renewed long before it ends.
const leaseSeconds = 10
const renewMilliseconds = 3000

/** The result of a request for leases. `at` is by the clock of this process. */
export interface LeaseRenewal {
  granted: ReadonlySet<number>
  refused: readonly number[]
  at: number
}

export class Leases {
  /** Names this process. On SQLite there is only one, which continues with the leases of the one before it. */
  private readonly holder: string

  constructor(private readonly store: DispatchStore) {
    this.holder = store.isAlone ? 'server' : `${hostname()}.${randomText(12)}`
  }

  /** The endpoints with deliveries due at `now` (Unix seconds) that no other process has leased. */
  due(now: number): Promise<Endpoint[]> {
    return this.store.due(this.holder, now)
  }

  /** Leases those of the endpoints that this process has not leased yet, or not recently. */
  async renew(
    endpoints: readonly Endpoint[],
    leasedAt: (id: number) => number | undefined,
  ): Promise<LeaseRenewal> {
    const at = performance.now()
    const wanted = endpoints
      .map(({ id }) => id)
      .filter((id) => at - (leasedAt(id) ?? -Infinity) > renewMilliseconds)
    const granted =
      wanted.length > 0 ? await this.store.lease(this.holder, wanted, leaseSeconds) : new Set<number>()
    return { granted, refused: wanted.filter((id) => !granted.has(id)), at }
  }

  async releaseAll(): Promise<void> {
    await this.store.release(this.holder)
  }
}

/** Whether a lease may have ended: if the database was away for long, another process may be sending by now. */
export function isExpired(leasedAt: number): boolean {
  return performance.now() - leasedAt > leaseSeconds * 1000
}
