// Logs failed sign-ins in the account's audit log, after the response, which must not reveal that there is an account.
import type { Log } from '../../../platform/observability/log.ts'
import type { Client } from '../../../platform/operations/handler.ts'
import type { RateLimiter } from '../../../platform/security/rate-limit.ts'
import type { RunTransaction } from '../../../platform/transaction.ts'
import type { Audit } from '../audit/index.ts'

// Enough to see that somebody is trying, and where from; a flood of tries must not flood the log.
const entriesPerMinute = 5
// Five a minute would add up to millions a year.
const entriesPerDay = { most: 50, seconds: 24 * 60 * 60 }

interface FailedTriesNeeds {
  audit: Audit
  limiter: RateLimiter
  log: Log
  transaction: RunTransaction
}

export class FailedTries {
  private readonly writing = new Set<Promise<void>>()
  /** Since the process started, including tries with an unknown e-mail address. */
  count = 0

  constructor(private readonly needs: FailedTriesNeeds) {}

  note(userId: number, client: Client, now: number): void {
    const entry = this.write(userId, client, now).finally(() => this.writing.delete(entry))
    this.writing.add(entry)
  }

  /** Waits for entries that are still being written. */
  async stop(): Promise<void> {
    await Promise.all(this.writing)
  }

  private async write(userId: number, client: Client, now: number): Promise<void> {
    const { audit, limiter, log, transaction } = this.needs
    try {
      const entry = await limiter.take(`sign-in:failed:${userId}`, entriesPerMinute)
      if (entry.admitted)
        await transaction((tx) =>
          audit.writeAtMost(tx, { userId, action: 'sign_in_failed', client, now }, entriesPerDay),
        )
    } catch (error) {
      log.warn('a failed sign-in could not be recorded', { reason: String(error) })
    }
  }
}
