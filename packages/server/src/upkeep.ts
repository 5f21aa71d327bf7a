// What is done again and again while a server runs: archiving what is due, and deleting what is over.
import type { Database } from './db/database.ts'
import type { Clicks } from './features/clicks/index.ts'
import type { Applications } from './features/developer/applications/index.ts'
import type { Idempotency } from './features/developer/idempotency/index.ts'
import type { Oauth } from './features/developer/oauth/index.ts'
import type { Webhooks } from './features/developer/webhooks/index.ts'
import type { Deliveries } from './features/events/index.ts'
import type { Accounts } from './features/identity/accounts/index.ts'
import type { Audit } from './features/identity/audit/index.ts'
import type { Sessions } from './features/identity/sessions/index.ts'
import type { SignIn } from './features/identity/sign-in/index.ts'
import type { Destinations } from './features/links/destinations/index.ts'
import type { Domains } from './features/links/domains/index.ts'
import type { Links } from './features/links/links/index.ts'
import type { Qr } from './features/links/qr/index.ts'
import type { Assets } from './features/microsites/assets/index.ts'
import type { Microsites } from './features/microsites/microsites/index.ts'
import type { Shop } from './features/microsites/shop/index.ts'
import type { Abuse } from './features/moderation/index.ts'
import type { RateLimiter } from './platform/security/rate-limit.ts'
import { type Clock, unixSeconds } from './platform/time/clock.ts'
import type { Schedule } from './platform/time/schedule.ts'

export interface Kept {
  db: Database
  clock: Clock
  limiter: RateLimiter
  idempotency: Idempotency
  abuse: Abuse
  accounts: Accounts
  applications: Applications
  assets: Assets
  audit: Audit
  clicks: Clicks
  deliveries: Deliveries
  destinations: Destinations
  domains: Domains
  links: Links
  microsites: Microsites
  oauth: Oauth
  qr: Qr
  sessions: Sessions
  shop: Shop
  signIn: SignIn
  webhooks: Webhooks
}

/** Each job alone, as often as its milliseconds say: on every node what it keeps itself, on one what is in the database. */
export function scheduleUpkeep(
  schedule: Schedule,
  {
    db,
    clock,
    limiter,
    idempotency,
    abuse,
    accounts,
    applications,
    assets,
    audit,
    clicks,
    deliveries,
    destinations,
    domains,
    links,
    microsites,
    oauth,
    qr,
    sessions,
    shop,
    signIn,
    webhooks,
  }: Kept,
): void {
  schedule.onOneNode('archive links', 20_000, links.archiveDue)
  schedule.onOneNode('fetch logos', 5_000, qr.fetchLogos)
  schedule.onOneNode('notify owners of given-up logos', 10_000, qr.notifyOwners)
  schedule.every('read block lists', 10_000, destinations.reread)
  // Each process has what its own visitors met.
  schedule.every('tell owners of listed links', 60_000, abuse.reportNewlyBlocked)
  schedule.every('renew salts', 30_000, clicks.renewSalts)
  schedule.every('write counted units', 200, accounts.writeCounts)
  schedule.every('write uses of keys', 5_000, accounts.writeKeyUses)
  schedule.onOneNode('prune limits', 60_000, () => limiter.prune())
  schedule.onOneNode('prune clicks', 600_000, clicks.prune)
  schedule.onOneNode('make months of clicks', 600_000, clicks.makeMonths)
  schedule.onOneNode('compact days', 10_000, clicks.compact)
  schedule.onOneNode('prune deliveries', 600_000, deliveries.prune)
  schedule.onOneNode('prune idempotency keys', 600_000, () => idempotency.prune(unixSeconds(clock.now())))
  schedule.onOneNode('prune sessions', 600_000, sessions.prune)
  schedule.onOneNode('sweep images', 60_000, assets.sweep)
  schedule.onOneNode('sweep shop items', 60_000, shop.sweep)
  schedule.onOneNode('erase accounts', 10_000, () =>
    accounts.eraseDeleted([
      // Before the links, for the number of a deleted link may be given to a new one.
      qr.erase,
      links.erase,
      microsites.erase,
      assets.erase,
      shop.erase,
      webhooks.erase,
      clicks.eraseDays,
      domains.erase,
      oauth.erase,
      (userId) => applications.erase(userId, oauth.eraseOfApp),
      audit.erase,
    ]),
  )
  schedule.onOneNode('sweep microsites', 60_000, microsites.sweep)
  schedule.onOneNode('prune one-time links', 600_000, signIn.prune)
  schedule.onOneNode('prune tokens', 600_000, oauth.prune)
  schedule.onOneNode('prune applications', 60_000, () => applications.prune(oauth.eraseOfApp))
  schedule.onOneNode('disable failing webhooks', 60_000, webhooks.disableFailing)
  schedule.onOneNode('tell owners of disabled webhooks', 10_000, webhooks.tellOwners)
  schedule.onOneNode('prune webhooks', 30_000, webhooks.prune)
  schedule.onOneNode('prune audit log', 3_600_000, audit.prune)
  schedule.onOneNode('prune changes', 600_000, () => db.pruneChanges())
}
