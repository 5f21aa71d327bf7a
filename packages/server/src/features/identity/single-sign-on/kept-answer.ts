// Something that is fetched from the provider and kept: fetched by one request at a time, and not again too soon.
import type { Clock } from '../../../platform/time/clock.ts'
import { ProviderFailure } from './failures.ts'

const keptMilliseconds = 60 * 60_000
// So that strangers can't have Linnet send one request after the other.
const leastMilliseconds = 10_000

export class KeptAnswer<Answer> {
  private kept: { answer: Answer; at: number } | null = null
  private tried = Number.NEGATIVE_INFINITY
  private fetching: Promise<Answer> | null = null
  private failure: ProviderFailure | null = null

  constructor(
    private readonly clock: Pick<Clock, 'elapsed'>,
    /** Throws a ProviderFailure. */
    private readonly fetchAnswer: () => Promise<Answer>,
  ) {}

  /** The answer, at most an hour old unless the provider is away. Throws a ProviderFailure if there is none. */
  async get(): Promise<Answer> {
    const { kept } = this
    if (kept && this.clock.elapsed() - kept.at < keptMilliseconds) return kept.answer
    try {
      return await this.renew()
    } catch (error) {
      if (kept && error instanceof ProviderFailure && error.reason === 'away') return kept.answer
      throw error
    }
  }

  /** A newer answer than the last one, unless it was fetched within ten seconds: then that one again. */
  async renew(): Promise<Answer> {
    if (this.fetching) return await this.fetching
    const now = this.clock.elapsed()
    if (now - this.tried < leastMilliseconds) {
      if (this.failure) throw this.failure
      if (this.kept) return this.kept.answer
    }
    this.tried = now
    this.fetching = this.fetchNow(now)
    try {
      return await this.fetching
    } finally {
      this.fetching = null
    }
  }

  private async fetchNow(now: number): Promise<Answer> {
    try {
      const answer = await this.fetchAnswer()
      this.kept = { answer, at: now }
      this.failure = null
      return answer
    } catch (error) {
      this.failure = error instanceof ProviderFailure ? error : null
      throw error
    }
  }
}
