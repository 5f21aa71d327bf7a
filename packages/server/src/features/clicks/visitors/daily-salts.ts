// The secret of the day under which visitors' addresses are hashed, and what is known of recent addresses.
import { BoundedCache } from '../../../platform/concurrency/bounded-cache.ts'
import { randomText } from '../../../platform/security/ids.ts'
import { addDays, utcDay } from '../../../platform/time/clock.ts'
import type { ClickStore } from '../store.ts'
import type { LookUpCountry } from './countries.ts'

/** What the journal keeps of an address: never the address itself. */
export interface Visitor {
  high: number
  low: number
  country: string
}

const rememberedAddresses = 50_000
const dayMilliseconds = 86_400_000

/**
 * Hashes addresses with HMAC-SHA-256 under a salt that is another one each day (UTC) and is then destroyed, in the
 * database as well: after that not even the operator can tell who a visitor was, or that one came back.
 */
export class VisitorSalts {
  private readonly visitors = new BoundedCache<Visitor>(rememberedAddresses)
  private salts = new Map<string, string>()
  private today = -1
  private salt = ''

  constructor(
    private readonly store: ClickStore,
    private readonly countryOf: LookUpCountry,
  ) {}

  /** Has the salts of today and tomorrow ready, and destroys all others. */
  async renew(now: number): Promise<void> {
    const today = utcDay(now)
    this.salts = await this.store.salts([today, addDays(today, 1)], () => randomText(43))
    const salt = this.salts.get(utcDay(this.today * dayMilliseconds))
    if (salt !== this.salt) this.today = -1
  }

  visitor(address: string, now: number): Visitor {
    const today = Math.floor(now / dayMilliseconds)
    if (today !== this.today) this.beginDay(today)
    const known = this.visitors.get(address)
    if (known) return known
    const hash = new Bun.CryptoHasher('sha256', this.salt).update(address).digest()
    const visitor = {
      high: hash.readUInt32LE(0),
      low: hash.readUInt32LE(4),
      country: this.countryOf(address),
    }
    this.visitors.set(address, visitor)
    return visitor
  }

  /** What a text counts under today. */
  hash(text: string, now: number): string {
    const today = Math.floor(now / dayMilliseconds)
    if (today !== this.today) this.beginDay(today)
    return new Bun.CryptoHasher('sha256', this.salt).update(text).digest('base64url').slice(0, 22)
  }

  private beginDay(today: number): void {
    this.today = today
    this.visitors.clear()
    // A clock that jumped past the prepared days gets a salt of its own until the next renewal.
    this.salt = this.salts.get(utcDay(today * dayMilliseconds)) ?? randomText(43)
  }
}
