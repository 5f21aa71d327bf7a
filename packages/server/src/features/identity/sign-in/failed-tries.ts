// Notes failed sign-ins in the audit log of the account: beside the answer, which must not tell that there is one.

import type { Log } from '../../../platform/observability/log.ts'
import type { Client } from '../../../platform/operations/handler.ts'
import type { RateLimiter } from '../../../platform/security/rate-limit.ts'
import type { RunTransaction } from '../../../platform/transaction.ts'
import type { Audit } from '../audit/index.ts'

// Enough to see that somebody tries, and where from; a flood of tries must not become a flood of lines.
const linesPerMinute = 5
// A year of five a minute would be millions.
const linesPerDay = { most: 50, seconds: 24 * 60 * 60 }

interface FailedTriesNeeds {
  audit: Audit
  limiter: RateLimiter
  log: Log
  transaction: RunTransaction
}

export class FailedTries {
  private readonly writing = new Set<Promise<void>>()
  /** Since the process started, of whatever account, also of none. */
  count = 0

  constructor(private readonly needs: FailedTriesNeeds) {}

  note(userId: number, client: Client, now: number): void {
    const line = this.write(userId, client, now).finally(() => this.writing.delete(line))
    this.writing.add(line)
  }

  /** Waits for the lines that are being written. */
  async stop(): Promise<void> {
    await Promise.all(this.writing)
  }

  private async write(userId: number, client: Client, now: number): Promise<void> {
    const { audit, limiter, log, transaction } = this.needs
    try {
      const line = await limiter.take(`sign-in:failed:${userId}`, linesPerMinute)
      if (line.admitted)
        await transaction((tx) =>
          audit.writeAtMost(tx, { userId, action: 'sign_in_failed', client, now }, linesPerDay),
        )
    } catch (error) {
      log.warn('a failed sign-in could not be noted', { reason: String(error) })
    }
  }
}
