// The daily salts with which visitors' addresses are hashed, and a cache of recent addresses.
import { BoundedCache } from '../../../platform/concurrency/bounded-cache.ts'
import { randomText } from '../../../platform/security/ids.ts'
import { addDays, utcDay } from '../../../platform/time/clock.ts'
import type { ClickStore } from '../store.ts'
import type { LookUpCountry } from './countries.ts'

/** What the journal stores about an address: never the address itself. */
export interface Visitor {
  high: number
  low: number
  country: string
}

const rememberedAddresses = 50_000
const dayMilliseconds = 86_400_000

/**
 * Hashes addresses with HMAC-SHA-256 and a salt that changes each day (UTC). Old salts are destroyed, in the database as
 * well: after that, not even the operator can find out who a visitor was, or that one came back.
 */
export class VisitorSalts {
  private readonly visitors = new BoundedCache<Visitor>(rememberedAddresses)
  private salts = new Map<string, string>()
  private today = -1
  private salt = ''
  private lastAddress = ''
  private lastVisitor: Visitor | null = null

  constructor(
    private readonly store: ClickStore,
    private readonly countryOf: LookUpCountry,
  ) {}

  /** Prepares the salts of today and tomorrow, and destroys all others. */
  async renew(now: number): Promise<void> {
    const today = utcDay(now)
    this.salts = await this.store.salts([today, addDays(today, 1)], () => randomText(43))
    const salt = this.salts.get(utcDay(this.today * dayMilliseconds))
    if (salt !== this.salt) this.today = -1
  }

  visitor(address: string, now: number): Visitor {
    const today = Math.floor(now / dayMilliseconds)
    if (today !== this.today) this.beginDay(today)
    // A visit whose link has rules asks twice.
    if (this.lastVisitor !== null && address === this.lastAddress) return this.lastVisitor
    const visitor = this.visitors.get(address) ?? this.newVisitor(address)
    this.lastAddress = address
    this.lastVisitor = visitor
    return visitor
  }

  private newVisitor(address: string): Visitor {
    const hash = new Bun.CryptoHasher('sha256', this.salt).update(address).digest()
    const visitor = {
      high: hash.readUInt32LE(0),
      low: hash.readUInt32LE(4),
      country: this.countryOf(address),
    }
    this.visitors.set(address, visitor)
    return visitor
  }

  /** Hashes a string with today's salt. */
  hash(text: string, now: number): string {
    const today = Math.floor(now / dayMilliseconds)
    if (today !== this.today) this.beginDay(today)
    return new Bun.CryptoHasher('sha256', this.salt).update(text).digest('base64url').slice(0, 22)
  }

  private beginDay(today: number): void {
    this.today = today
    this.visitors.clear()
    this.lastVisitor = null
    // If the clock jumps past the prepared days, a temporary salt is used until the next renewal.
    this.salt = this.salts.get(utcDay(today * dayMilliseconds)) ?? randomText(43)
  }
}
