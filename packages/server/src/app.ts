// The application: creates all feature modules on top of the core services, and combines what they provide. Servers and
// commands use the same application; only a server opens its modules. A new feature is one line here, and its import.
import { api } from '@linnet/contract'
import {
  type CoreServices,
  openCommandServices,
  openServerServices,
  type RuntimeContext,
} from './core-services.ts'
import { createClicks } from './features/clicks/index.ts'
import { createDashboard, createMe } from './features/dashboard/index.ts'
import { createApplications } from './features/developer/applications/index.ts'
import { createIdempotency } from './features/developer/idempotency/index.ts'
import { createOauth } from './features/developer/oauth/index.ts'
import { createWebhooks } from './features/developer/webhooks/index.ts'
import { createEvents } from './features/events/index.ts'
import { createAccountPages } from './features/identity/account-pages/index.ts'
import { createAccounts, loadPlans, type PlanBook } from './features/identity/accounts/index.ts'
import { createAdministration, createBlockMessages } from './features/identity/administration/index.ts'
import { createAudit } from './features/identity/audit/index.ts'
import { createAuthenticators } from './features/identity/authenticators/index.ts'
import { createMembers } from './features/identity/members/index.ts'
import { createSecurityNotices } from './features/identity/security-notices/index.ts'
import { createSessions } from './features/identity/sessions/index.ts'
import { createSignIn } from './features/identity/sign-in/index.ts'
import { createSingleSignOn } from './features/identity/single-sign-on/index.ts'
import { createWorkspaces } from './features/identity/workspaces/index.ts'
import { createDestinationCards } from './features/links/destination-cards/index.ts'
import { createDestinations } from './features/links/destinations/index.ts'
import { createDomainSettings } from './features/links/domain-settings/index.ts'
import { createDomains } from './features/links/domains/index.ts'
import { createHistory } from './features/links/history/index.ts'
import { createLinkHealth } from './features/links/link-health/index.ts'
import { createLinks } from './features/links/links/index.ts'
import { createMistypedCodes } from './features/links/mistyped-codes/index.ts'
import { createPlacements } from './features/links/placements/index.ts'
import { createQr } from './features/links/qr/index.ts'
import { createRedirectFeature } from './features/links/redirect/index.ts'
import { createTags } from './features/links/tags/index.ts'
import { createUtmTemplates } from './features/links/utm-templates/index.ts'
import { createAssets } from './features/microsites/assets/index.ts'
import { createMicrosites } from './features/microsites/microsites/index.ts'
import { createMicrositePages } from './features/microsites/pages/index.ts'
import { createShop } from './features/microsites/shop/index.ts'
import { createModeration } from './features/moderation/index.ts'
import { createExport } from './features/portability/export/index.ts'
import { createImport } from './features/portability/import/index.ts'
import { createStatistics } from './features/statistics/index.ts'
import type { ShortAddresses } from './http/router.ts'
import { erasers, modulesOf, operationsOf } from './module.ts'
import { createRun } from './platform/operations/execute.ts'
import { implement } from './platform/operations/handler.ts'
import { PasswordTries } from './platform/security/password-tries.ts'
import { oneNode } from './platform/time/schedule.ts'
import { clickWorkerFile, deliveryWorkerFile } from './workers/entries.ts'

export type App = ReturnType<typeof createApp>

/** The application of a server, which opens its modules. */
export const makeServerApp = (context: RuntimeContext) => makeApp(context, openServerServices)

/** The application of a command, which opens no modules. Close it with `core.close()`. */
export const makeCommandApp = (context: RuntimeContext) => makeApp(context, openCommandServices)

async function makeApp(context: RuntimeContext, openServices: typeof openCommandServices) {
  // A plans file that can't be used is refused before the database is opened or created.
  const plans = loadPlans(context.config.plansFile, context.config.defaultPlan)
  const core = await openServices(context)
  return { core, app: createApp(core, plans) }
}

/**
 * Creates the modules but opens nothing: no files, threads or timers. A server opens them in the order in which the
 * functions below return them; an account is erased in the reverse order.
 */
function createApp(core: CoreServices, plans: PlanBook) {
  const base = baseModules(core, plans)
  const developer = developerModules(core, base)
  const identity = identityModules(core, { ...base, ...developer })
  const made = { ...base, ...developer, ...identity, ...linkModules(core, base) }
  const all = { ...made, ...upperModules(core, made) }
  const modules = modulesOf(all)
  const executor = {
    operations: base.notices.after(implement(api, operationsOf(all))),
    idempotency: developer.idempotency.idempotency,
    begin: core.heartbeat.begin,
    ...{ now: core.now, log: core.log, transaction: core.transaction, isAway: core.isAway },
  }
  const run = createRun(executor)
  const { pendingEnrolment } = base.authenticators
  const { returnAddress, goOn } = identity.signIn
  const pageNeeds = { ...core, run, accounts: base.accounts, pendingEnrolment, returnAddress, goOn }
  return {
    ...all,
    modules,
    executor,
    run,
    exports: createExport({ ...core, ...all, run }),
    shortAddresses: shortAddressesOf(made),
    commands: modules.flatMap((module) => module.commands ?? []),
    pages: [...modules.flatMap((module) => module.pages ?? []), ...createAccountPages(pageNeeds)],
    routes: modules.flatMap((module) => module.routes ?? []),
    jobs: [
      ...modules.flatMap((module) => module.jobs ?? []),
      oneNode('erase accounts', 10_000, () => base.accounts.eraseDeleted(erasers(modules))),
    ],
  }
}

/** What the modules above build on: events, clicks, accounts and authentication. */
function baseModules(core: CoreServices, plans: PlanBook) {
  const requestsPerMinute = (plan: string) => plans.get(plan).requests_per_minute
  const audit = createAudit(core)
  const events = createEvents({ ...core, deliveryWorkerFile })
  const clicks = createClicks({ ...core, clickWorkerFile })
  const sessions = createSessions({ ...core, audit, requestsPerMinute })
  const workspaces = createWorkspaces({ ...core, audit })
  const accounts = createAccounts({ ...core, plans, audit, sessions, workspaces })
  const authenticators = createAuthenticators({ ...core, audit, accounts })
  const { countryOf } = clicks
  const notices = createSecurityNotices({ ...core, accounts, audit, countryOf })
  const destinations = createDestinations(core)
  // The first module is erased last: the audit log.
  return {
    requestsPerMinute,
    audit,
    events,
    clicks,
    sessions,
    workspaces,
    accounts,
    authenticators,
    notices,
    destinations,
  }
}

type Base = ReturnType<typeof baseModules>

function developerModules(core: CoreServices, base: Base) {
  const { events, destinations, audit, accounts, workspaces } = base
  const { pseudonym } = base.clicks
  const applications = createApplications({ ...core, audit, accounts })
  const { records: deliveries, nudge } = events
  const { requireAllowed } = destinations
  const webhooks = createWebhooks({ ...core, audit, accounts, workspaces, deliveries, nudge, requireAllowed })
  const { endRevoked: onRevoked } = webhooks
  const oauth = createOauth({ ...core, ...base, applications, pseudonym, onRevoked })
  const idempotency = createIdempotency(core)
  return { applications, oauth, webhooks, idempotency }
}

function identityModules(core: CoreServices, needs: Base & ReturnType<typeof developerModules>) {
  const { accounts, workspaces, audit, authenticators, applications, oauth, webhooks } = needs
  const members = createMembers({ ...core, workspaces, accounts, audit, onLeave: webhooks.endRevoked })
  const { placeInWorkspaces } = members
  const singleSignOn = createSingleSignOn({ ...core, ...needs, placeInWorkspaces })
  const endings = {
    passkeys: [authenticators.endPasskeys],
    identities: [singleSignOn.endIdentities],
    keys: [accounts.revokeKeys, webhooks.endRevoked],
    applications: [oauth.revokeApps, applications.endSecrets],
    webhooks: [webhooks.disableAll],
  }
  const signIn = createSignIn({ ...core, ...needs, members, singleSignOn, endings })
  const messages = createBlockMessages(core)
  const { invitations } = signIn
  const { clicks } = needs
  const administration = createAdministration({ ...core, accounts, audit, clicks, invitations, messages })
  return { members, singleSignOn, signIn, messages, administration }
}

/** Links and microsites: everything that visitors open. */
function linkModules(
  core: CoreServices,
  { accounts, workspaces, audit, clicks, destinations, events }: Base,
) {
  const { outbox } = events
  const { pseudonym } = clicks
  const { requireAllowed, requireAllAllowed } = destinations
  const domains = createDomains({ ...core, accounts, audit, workspaces })
  const tags = createTags(core)
  const history = createHistory(core)
  const assets = createAssets(core)
  const images = { pathOf: assets.pathOf }
  const cards = createDestinationCards({ ...core, pictures: assets })
  const utmTemplates = createUtmTemplates(core)
  const linkNeeds = {
    accounts,
    workspaces,
    audit,
    domains,
    clicks,
    outbox,
    destinations,
    images,
    utmTemplates,
    cards,
    tags,
    history,
  }
  const links = createLinks({ ...core, ...linkNeeds })
  const linkHealth = createLinkHealth({ ...core, links, history, destinations, workspaces, outbox })
  const microsites = createMicrosites({
    ...{ ...core, accounts, clicks, outbox, requireAllAllowed, domains, assets, history },
    ...{ rules: links.domainRules, isTaken: links.isTaken, freeHeldCode: links.freeHeldCode },
  })
  const shop = createShop({ ...core, clicks, requireAllowed })
  const mistypedCodes = createMistypedCodes({ ...core, accounts, workspaces, links, domains, clicks })
  const misses = mistypedCodes
  const qr = createQr({ ...core, links, history, misses, domains, audit, workspaces, pseudonym })
  const placements = createPlacements({ ...core, accounts, links, clicks })
  const passwordTries = new PasswordTries(core.limiter)
  const contents = { microsites, assets, shop }
  const pages = createMicrositePages({
    ...{ ...core, ...contents, clicks, passwordTries, destinations, domains },
  })
  const redirect = createRedirectFeature({ ...core, links, misses, pages, clicks, passwordTries })
  const domainSettings = createDomainSettings({
    ...{ ...core, domains, links, accounts, audit },
    micrositeOn: microsites.publishedOn,
    hasImage: async (userId, path) => (await assets.sizesOf(userId, [path])).has(path),
  })
  // QR codes are erased before links: on SQLite, a new link may get the number of an erased one.
  const visited = { microsites, links, linkHealth, mistypedCodes, qr, micrositePages: pages, redirect }
  return { domains, domainSettings, utmTemplates, tags, history, placements, shop, assets, ...visited }
}

type Made = Base & ReturnType<typeof identityModules> & ReturnType<typeof linkModules>

/** The modules above links and microsites: statistics, moderation, imports and the dashboard. */
function upperModules(core: CoreServices, made: Made) {
  const { accounts, workspaces, domains, destinations, sessions, singleSignOn, tags, linkHealth } = made
  const { pseudonym } = made.clicks
  return {
    statistics: createStatistics({ ...core, ...made }),
    moderation: createModeration({ ...core, ...made, pseudonym }),
    imports: createImport({ ...core, accounts, domains, destinations, tags, linkHealth }),
    me: createMe({ ...core, accounts, workspaces, domains, singleSignOn }),
    dashboard: createDashboard({ ...core, sessions }),
  }
}

function shortAddressesOf({ redirect, qr, micrositePages, domains, domainSettings }: Made): ShortAddresses {
  return {
    home(incoming) {
      const usual = () => redirect.home(incoming.request, incoming.requestId)
      const leadsAway = domainSettings.rootRedirect(incoming)
      if (leadsAway) return leadsAway
      const { rootMicrosite } = domains.settingsOf(incoming.domainId)
      if (rootMicrosite === null) return usual()
      const page = micrositePages.root(incoming, rootMicrosite)
      return page instanceof Promise ? page.then((found) => found ?? usual()) : (page ?? usual())
    },
    code(incoming) {
      const picture = qr.picture(incoming)
      if (picture) return picture
      const file = domainSettings.fileAtRoot(incoming)
      if (file === null) return redirect.visit(incoming)
      return file instanceof Promise ? file.then((found) => found ?? redirect.visit(incoming)) : file
    },
    belowCode: (incoming) => micrositePages.below(incoming, redirect.below),
  }
}
