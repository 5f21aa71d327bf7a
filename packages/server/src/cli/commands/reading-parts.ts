// A small composition root: the features that an account's belongings are read by, beside a server that may be running.
import { allScopes, api } from '@linnet/contract'
import { type CoreServices, openCoreServices, type RuntimeContext } from '../../core-services.ts'
import { isDatabaseAway } from '../../db/faults.ts'
import type { Clicks } from '../../features/clicks/index.ts'
import { createOauth } from '../../features/developer/oauth/index.ts'
import { createWebhooks } from '../../features/developer/webhooks/index.ts'
import { createAuthenticators } from '../../features/identity/authenticators/index.ts'
import { createLinks } from '../../features/links/links/index.ts'
import { createQr } from '../../features/links/qr/index.ts'
import { createAssets } from '../../features/microsites/assets/index.ts'
import { createMicrosites } from '../../features/microsites/microsites/index.ts'
import { createStaticPages } from '../../features/microsites/pages/index.ts'
import { createShop } from '../../features/microsites/shop/index.ts'
import { createExport } from '../../features/portability/export/index.ts'
import { operationsOf } from '../../module.ts'
import { createRun } from '../../platform/operations/execute.ts'
import { type Call, implement, type Run } from '../../platform/operations/handler.ts'
import { addDays, utcDay } from '../../platform/time/clock.ts'

export interface ReadingParts {
  foundation: CoreServices
  run: Run
  links: ReturnType<typeof createLinks>
  assets: ReturnType<typeof createAssets>
  exports: ReturnType<typeof createExport>
  drawStill: ReturnType<typeof createStaticPages>
  /** As an account's owner would call, whatever it is allowed. */
  callOf(userId: number): Promise<Call>
}

/** To be closed with `foundation.db.close()`. */
export async function openReadingParts(surroundings: RuntimeContext): Promise<ReadingParts> {
  const { config, clock, log } = surroundings
  const { origins } = config
  const foundation = await openCoreServices(surroundings, null)
  const {
    db,
    accounts,
    domains,
    destinations,
    audit,
    sessions,
    applications,
    limiter,
    outgoing,
    requestsPerMinute,
  } = foundation
  // What a list blocks is blocked in files as well: a server that just started may answer meanwhile, an export must not.
  await destinations.reread()
  // What clicks a running server has not counted yet is its own to know: a few seconds' worth.
  const clicks = onlyReading<Clicks>({
    settle: async () => {},
    catchUp: async () => {},
    keptSince: () =>
      config.clickRetentionDays > 0 ? addDays(utcDay(clock.now()), -config.clickRetentionDays) : null,
  })
  const outbox = onlyReading<Parameters<typeof createLinks>[0]['outbox']>({})
  const shortOrigin = origins.short
  const links = createLinks({
    db,
    clock,
    shortOrigin,
    listeningOn: config,
    otherHosts: config.otherHosts,
    accounts,
    domains,
    clicks,
    outbox,
    destinations,
  })
  const microsites = createMicrosites({
    db,
    clock,
    shortOrigin,
    accounts,
    clicks,
    outbox,
    requireAllAllowed: destinations.requireAllAllowed,
  })
  const shop = createShop({ db, clock, clicks, requireAllowed: destinations.requireAllowed })
  const assets = createAssets({
    db,
    clock,
    log,
    dataDirectory: config.dataDirectory,
    bucket: config.assetsBucket,
    drawing: onlyReading({}),
  })
  const qr = createQr({
    db,
    clock,
    log,
    links,
    outgoing,
    drawing: onlyReading({}),
    limiter,
    during: (_, work) => work(),
    audit,
    mailer: onlyReading({}),
    dashboardUrl: `${origins.public}/dashboard/qr`,
    pseudonym: nobodyAsks,
  })
  const secrets = onlyReading<Parameters<typeof createWebhooks>[0]['secrets']>({})
  const webhooks = createWebhooks({
    db,
    clock,
    audit,
    secrets,
    outgoing,
    mailer: onlyReading({}),
    deliveries: onlyReading({}),
    requireAllowed: destinations.requireAllowed,
    shortOrigin,
    dashboardUrl: `${origins.public}/dashboard/developer/webhooks`,
    nudge: nobodyAsks,
  })
  const authenticators = createAuthenticators({
    db,
    audit,
    accounts,
    limiter,
    secrets,
    publicOrigin: origins.public,
    origins: new Set([origins.public]),
    cookieDomain: config.cookieDomain,
  })
  const oauth = createOauth({
    db,
    clock,
    log,
    limiter,
    accounts,
    sessions,
    applications,
    audit,
    origins,
    registration: false,
    failuresPerMinute: 0,
    requestsPerMinute,
    pseudonym: nobodyAsks,
    isAway: isDatabaseAway,
    onRevoked: nobodyAsks,
  })
  const operations = implement(
    {
      qr: api.qr,
      microsites: api.microsites,
      components: api.components,
      assets: api.assets,
      shopItems: api.shopItems,
      accounts: api.accounts,
      authenticators: api.authenticators,
      sessions: api.sessions,
      applications: api.applications,
      oauth: api.oauth,
      audit: api.audit,
      domains: api.domains,
      webhooks: api.webhooks,
    },
    operationsOf([
      qr,
      microsites,
      assets,
      shop,
      accounts,
      authenticators,
      sessions,
      applications,
      oauth,
      audit,
      domains,
      webhooks,
    ]),
  )
  const run = createRun({
    operations,
    now: () => clock.now(),
    log,
    transaction: db.transaction,
    idempotency: onlyReading({}),
    isAway: isDatabaseAway,
    // A command serves no requests that could wait for its thread.
    begin: () => {},
  })
  return {
    foundation,
    run,
    links,
    assets,
    exports: createExport({ db, clock, clicks, links, microsites, run }),
    drawStill: createStaticPages({ microsites, assets, shop, destinations, clock, origin: shortOrigin }),
    async callOf(userId) {
      const account = await accounts.byId(userId)
      if (!account) throw new Error('the account is gone')
      return {
        caller: {
          userId,
          plan: account.plan,
          credential: 'command-line',
          keyOwner: 'command-line',
          session: null,
          app: null,
          scopes: new Set(allScopes),
          requestsPerMinute: requestsPerMinute(account.plan),
          blocked: account.blocked_at === null ? null : (account.blocked_reason ?? ''),
        },
        requestId: 'command-line',
        client: { address: '', userAgent: '' },
        setSession: () => {},
        device: null,
        setDevice: () => {},
      }
    },
  }
}

/** Stands for what only changes need: calling anything of it that is not given would change something. */
function onlyReading<T extends object>(given: Partial<T>): T {
  return new Proxy(given, {
    get: (target, name) => (name in target ? target[name as keyof typeof target] : nobodyAsks),
  }) as T
}

function nobodyAsks(): never {
  throw new Error('an export only reads, and answers nobody')
}
