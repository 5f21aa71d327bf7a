// What the command line needs as well as the server: the database, with the features that have commands.
import { join } from 'node:path'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/open.ts'
import { isSealingKey, knownSealingKey } from './db/sealing-key.ts'
import {
  type Applications,
  applicationCommandShapes,
  createApplications,
} from './features/developer/applications/index.ts'
import { createWebhookCommands, webhookCommandShapes } from './features/developer/webhooks/index.ts'
import {
  type Accounts,
  accountCommandShapes,
  createAccounts,
  loadPlans,
} from './features/identity/accounts/index.ts'
import { type Audit, createAudit } from './features/identity/audit/index.ts'
import {
  authenticatorCommandShapes,
  createAuthenticatorCommands,
} from './features/identity/authenticators/index.ts'
import { createSessions, type Sessions } from './features/identity/sessions/index.ts'
import { createInvitations, invitationCommandShapes } from './features/identity/sign-in/index.ts'
import { createDestinations, type Destinations } from './features/links/destinations/index.ts'
import { createDomains, type Domains, domainCommandShapes } from './features/links/domains/index.ts'
import { createImportCommand, importCommandShape } from './features/portability/import/index.ts'
import { type Command, CommandError, type CommandShape } from './platform/command.ts'
import { createOutgoing, createResolve, type Outgoing } from './platform/net/outgoing/index.ts'
import type { Log } from './platform/observability/log.ts'
import type { Tracing } from './platform/observability/tracing/index.ts'
import { AdmissionLedger } from './platform/security/admission-ledger.ts'
import { createMemoryRateLimiter } from './platform/security/memory-rate-limiter.ts'
import type { RateLimiter } from './platform/security/rate-limit.ts'
import { createSecrets, hasKey, type Secrets } from './platform/security/secrets.ts'
import type { Clock } from './platform/time/clock.ts'

export interface RuntimeContext {
  config: Config
  /** Which of the `config.workers` processes this is, from 0 on, and the others; left out where it is the only one. */
  worker?: { number: number; siblings: { settle(userId: number | null): Promise<void> } }
  clock: Clock
  log: Log
}

/** The database with the features that the command line needs as well as the server. */
export interface CoreServices {
  db: Database
  limiter: RateLimiter
  /** What a plan admits. */
  requestsPerMinute(plan: string): number
  outgoing: Outgoing
  audit: Audit
  sessions: Sessions
  accounts: Accounts
  applications: Applications
  domains: Domains
  destinations: Destinations
  authenticatorCommands: Command[]
  invitations: { commands: Command[] }
  webhookCommands: Command[]
  importCommand: Command
}

/**
 * `secrets` are a server's, which admits requests and remembers them; a command beside it has none, and reads the key
 * only where it seals something.
 */
export async function openCoreServices(
  { config, clock, log }: RuntimeContext,
  secrets: Secrets | null,
  tracing: Tracing | null = null,
): Promise<CoreServices> {
  const plans = loadPlans(config.plansFile, config.defaultPlan)
  const db = await openDatabase({
    url: config.databaseUrl,
    listenUrl: config.databaseListenUrl,
    replicaUrl: config.databaseReplicaUrl,
    dataDirectory: config.dataDirectory,
    poolSize: config.databasePool,
    clock,
    log,
    tracing,
  })
  const limiter = db.sharedRateLimiter ?? memoryRateLimiter()
  const audit = createAudit({ db, clock })
  const requestsPerMinute = (plan: string) => plans.get(plan).requests_per_minute
  const sessions = createSessions({ db, clock, audit, requestsPerMinute })
  const accounts = createAccounts({
    db,
    clock,
    plans,
    audit,
    sessions,
    limiter,
    log,
    quarantineHours: config.quarantineHours,
  })
  const { userIdByEmail } = accounts
  const { dnsServers, allowPrivateTargets } = config
  const outgoing = createOutgoing({ allowPrivateTargets, resolve: createResolve(dnsServers) })
  const applications = createApplications({
    db,
    clock,
    audit,
    outgoing,
    allowHttp: allowPrivateTargets,
    registration: config.oauthRegistration === 'open',
    userIdByEmail,
  })
  const authenticatorCommands = createAuthenticatorCommands({ db, clock, audit, accounts })
  const { signUps, origins } = config
  const domains = createDomains({ db, clock, dnsServers, shortOrigin: origins.short, userIdByEmail })
  const invitations = createInvitations({ db, clock, accounts, signUps, publicOrigin: origins.public })
  const webhookCommands = createWebhookCommands({
    db,
    clock,
    audit,
    outgoing,
    userIdByEmail,
    secrets: async () => secrets ?? (await secretsBesideServer(config, db)),
  })
  const destinations = createDestinations({
    blockLists: config.blockedHostsFiles,
    policies: { look_alike: config.lookAlikes, shortener: config.shorteners },
    guardedDomains: [new URL(origins.short).hostname, ...config.protectedDomains],
    clock,
    log,
  })
  const importCommand = createImportCommand({
    db,
    clock,
    accounts,
    domains,
    destinations,
    shortOrigin: origins.short,
    listeningOn: config,
    otherHosts: config.otherHosts,
  })
  return {
    db,
    limiter,
    requestsPerMinute,
    outgoing,
    audit,
    sessions,
    accounts,
    applications,
    authenticatorCommands,
    domains,
    destinations,
    invitations,
    webhookCommands,
    importCommand,
  }

  function memoryRateLimiter(): RateLimiter {
    const ledger = secrets ? new AdmissionLedger(join(config.dataDirectory, 'admissions'), clock, log) : null
    return createMemoryRateLimiter(() => clock.elapsed(), ledger)
  }
}

/** The keys of a running server, for a command; refuses other keys, because the server couldn't open what they seal. */
export async function secretsBesideServer(config: Config, db: Database): Promise<Secrets> {
  const { dataDirectory } = config
  // A key created here could only be wrong, and a server that starts later would use it.
  const isMissing = !hasKey(config.secretKey, dataDirectory) && (await knownSealingKey(db)) !== null
  const found = isMissing ? null : createSecrets(config, dataDirectory)
  if (found === null || !(await isSealingKey(db, found)))
    throw new CommandError(
      'the server encrypts its secrets with another key: give this command the SECRET_KEY and SECRET_KEY_FALLBACKS, or the DATA_DIR, of the server',
    )
  return found
}

/** How the features' commands are called. */
export const commandShapes: CommandShape[] = [
  ...Object.values(accountCommandShapes),
  ...Object.values(invitationCommandShapes),
  ...Object.values(applicationCommandShapes),
  ...Object.values(authenticatorCommandShapes),
  ...Object.values(domainCommandShapes),
  ...Object.values(webhookCommandShapes),
  importCommandShape,
]

/** What the command line offers of the features. */
export function commandsOf({
  accounts,
  applications,
  authenticatorCommands,
  domains,
  invitations,
  webhookCommands,
  importCommand,
}: Pick<
  CoreServices,
  | 'accounts'
  | 'applications'
  | 'authenticatorCommands'
  | 'domains'
  | 'invitations'
  | 'webhookCommands'
  | 'importCommand'
>): Command[] {
  return [
    ...accounts.commands,
    ...authenticatorCommands,
    ...invitations.commands,
    ...applications.commands,
    ...domains.commands,
    ...webhookCommands,
    importCommand,
  ]
}
