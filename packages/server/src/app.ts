// The application: makes every module of the core services and the modules below it, and folds what they give. A server and
// a command are made of the same application; only a server opens it. A new feature is a line here and its name in the list.
import { api } from '@linnet/contract'
import type { CoreServices } from './core-services.ts'
import { createClicks } from './features/clicks/index.ts'
import { createDashboard, createMe } from './features/dashboard/index.ts'
import { createApplications } from './features/developer/applications/index.ts'
import { createIdempotency } from './features/developer/idempotency/index.ts'
import { createOauth } from './features/developer/oauth/index.ts'
import { createWebhooks } from './features/developer/webhooks/index.ts'
import { createEvents } from './features/events/index.ts'
import { createAccountPages } from './features/identity/account-pages/index.ts'
import { createAccounts, loadPlans } from './features/identity/accounts/index.ts'
import { createAdministration, createBlockMessages } from './features/identity/administration/index.ts'
import { createAudit } from './features/identity/audit/index.ts'
import { createAuthenticators } from './features/identity/authenticators/index.ts'
import { createSecurityNotices } from './features/identity/security-notices/index.ts'
import { createSessions } from './features/identity/sessions/index.ts'
import { createSignIn } from './features/identity/sign-in/index.ts'
import { createDestinations } from './features/links/destinations/index.ts'
import { createDomains } from './features/links/domains/index.ts'
import { createLinks } from './features/links/links/index.ts'
import { createQr } from './features/links/qr/index.ts'
import { createRedirectFeature } from './features/links/redirect/index.ts'
import { createAssets } from './features/microsites/assets/index.ts'
import { createMicrosites } from './features/microsites/microsites/index.ts'
import { createMicrositePages } from './features/microsites/pages/index.ts'
import { createShop } from './features/microsites/shop/index.ts'
import { createModeration } from './features/moderation/index.ts'
import { createExport } from './features/portability/export/index.ts'
import { createImport } from './features/portability/import/index.ts'
import { createStatistics } from './features/statistics/index.ts'
import type { ShortAddresses } from './http/router.ts'
import { erasers, type Module, operationsOf } from './module.ts'
import { createRun } from './platform/operations/execute.ts'
import { implement } from './platform/operations/handler.ts'
import { PasswordTries } from './platform/security/password-tries.ts'
import { oneNode } from './platform/time/schedule.ts'
import { clickWorkerFile, deliveryWorkerFile } from './workers/entries.ts'

export type App = ReturnType<typeof createApp>

/** Makes the modules. Nothing of them is opened: no file, no thread, no timer. */
export function createApp(core: CoreServices) {
  const plans = loadPlans(core.plansFile, core.defaultPlan)
  const requestsPerMinute = (plan: string) => plans.get(plan).requests_per_minute
  const { begin } = core.heartbeat

  const events = createEvents({ ...core, deliveryWorkerFile })
  const { outbox } = events
  const clicks = createClicks({ ...core, clickWorkerFile })
  const { pseudonym } = clicks

  const audit = createAudit(core)
  const sessions = createSessions({ ...core, audit, requestsPerMinute })
  const accounts = createAccounts({ ...core, plans, audit, sessions })
  const authenticators = createAuthenticators({ ...core, audit, accounts })
  const { countryOf } = clicks
  const notices = createSecurityNotices({ ...core, accounts, audit, countryOf })

  const destinations = createDestinations(core)
  const { requireAllowed, requireAllAllowed } = destinations
  const applications = createApplications({ ...core, audit, accounts })
  const { records: deliveries, nudge } = events
  const webhooks = createWebhooks({ ...core, audit, accounts, deliveries, nudge, requireAllowed })
  const { endRevoked: onRevoked } = webhooks
  const clients = { accounts, sessions, applications, requestsPerMinute }
  const oauth = createOauth({ ...core, ...clients, audit, pseudonym, onRevoked })
  const idempotency = createIdempotency(core)

  const endings = {
    passkeys: authenticators.endPasskeys,
    keys: inTurn(accounts.revokeKeys, webhooks.endRevoked),
    applications: inTurn(oauth.revokeApps, applications.endSecrets),
    webhooks: webhooks.disableAll,
  }
  const signIn = createSignIn({ ...core, sessions, audit, notices, accounts, authenticators, endings })
  const blockMessages = createBlockMessages(core)
  const { invitations } = signIn
  const administrators = { accounts, audit, messages: blockMessages }
  const administration = createAdministration({ ...core, ...administrators, clicks, invitations })

  const domains = createDomains({ ...core, accounts })
  const links = createLinks({ ...core, accounts, domains, clicks, outbox, destinations })
  const qr = createQr({ ...core, links, audit, pseudonym })

  const microsites = createMicrosites({ ...core, accounts, clicks, outbox, requireAllAllowed })
  const assets = createAssets(core)
  const shop = createShop({ ...core, clicks, requireAllowed })
  const passwordTries = new PasswordTries(core.limiter)
  const pageContents = { microsites, assets, shop }
  const pages = createMicrositePages({ ...core, ...pageContents, clicks, passwordTries, destinations })
  const redirect = createRedirectFeature({ ...core, links, pages, clicks, passwordTries })

  const statistics = createStatistics({ ...core, accounts, links, microsites, clicks })
  const reported = { links, microsites, domains, pseudonym }
  const moderation = createModeration({ ...core, ...administrators, ...reported })
  const imports = createImport({ ...core, accounts, domains, destinations })
  const me = createMe({ ...core, accounts, domains })
  const dashboard = createDashboard({ ...core, sessions })

  // Commands are listed in this order. An account is erased from the last to the first: QR codes before the links, whose
  // numbers new links may be given.
  const modules = [
    ...[audit, accounts, authenticators, signIn, applications, oauth, sessions, domains, destinations],
    ...[webhooks, imports, clicks, events, idempotency, administration, moderation, statistics, me],
    ...[dashboard, shop, assets, pages, microsites, links, qr],
  ] as const

  const executor = {
    operations: notices.after(implement(api, operationsOf(modules))),
    idempotency: idempotency.idempotency,
    begin,
    ...{ now: core.now, log: core.log, transaction: core.transaction, isAway: core.isAway },
  }
  const run = createRun(executor)
  const exports = createExport({ ...core, clicks, links, microsites, run })
  const { pendingEnrolment } = authenticators
  const { returnAddress, goOn } = signIn
  const accountPages = createAccountPages({ ...core, run, accounts, pendingEnrolment, returnAddress, goOn })
  const shortAddresses: ShortAddresses = {
    home: ({ request, requestId }) => redirect.home(request, requestId),
    code: (incoming) => qr.picture(incoming) ?? redirect.visit(incoming),
    belowCode: pages.below,
  }

  return {
    ...{ accounts, assets, clicks, destinations, domains, exports, links, microsites, oauth },
    ...{ sessions, shop, signIn, statistics },
    modules,
    executor,
    run,
    requestsPerMinute,
    shortAddresses,
    commands: modules.flatMap((module: Module) => module.commands ?? []),
    pages: [...modules.flatMap((module: Module) => module.pages ?? []), ...accountPages],
    routes: modules.flatMap((module: Module) => module.routes ?? []),
    jobs: [
      ...modules.flatMap((module: Module) => module.jobs ?? []),
      oneNode('erase accounts', 10_000, () => accounts.eraseDeleted(erasers(modules))),
    ],
  }
}

/** Runs steps one after the other, each with the same arguments. */
function inTurn<Given extends unknown[]>(...steps: ((...given: Given) => Promise<unknown>)[]) {
  return async (...given: Given): Promise<void> => {
    for (const step of steps) await step(...given)
  }
}
