// Accounts: their owners, plans, API keys and quotas. The feature's public API.
import { type Api, type Quota, Refusal, type User } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { Command } from '../../../platform/command.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Caller, Client, Handlers } from '../../../platform/operations/handler.ts'
import type { RateLimiter } from '../../../platform/security/rate-limit.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import { everyProcess } from '../../../platform/time/schedule.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../audit/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { Workspaces } from '../workspaces/index.ts'
import {
  type Actor,
  type AdministeringNeeds,
  changeAdministrator,
  changeBlock,
  changePlan,
} from './administering.ts'
import { accountCommands } from './commands.ts'
import { confirmPassword } from './confirming.ts'
import { callerByKey, isKey, revokeKeys } from './credentials.ts'
import { createEraser, type Erase } from './deletion.ts'
import { KeyUses } from './key-uses.ts'
import { accountOperations } from './operations.ts'
import type { Metric, Plan, PlanBook } from './plans.ts'
import { createQuarantine, type QuarantineOf, trust } from './quarantine.ts'
import { giveBackToolCall, giveBackUnit, readQuota, takeToolCall, takeUnit, takeUnits } from './quota.ts'
import { AccountStore, type UserRow } from './store.ts'
import { UnitCounts } from './unit-counts.ts'
import { createUser, type NewUser, normalEmail, userRecord } from './users.ts'
import { requireAnotherWayIn, type WaysInNeeds } from './ways-in.ts'

export { type Actor, logAdministratorAction } from './administering.ts'
export { accountCommandShapes } from './commands.ts'
export type { Erase } from './deletion.ts'
export { type PasswordFault, passwordFault } from './passwords.ts'
export { loadPlans, type Plan, type PlanBook } from './plans.ts'
export { matchesPerson } from './store.ts'

/** An account as stored, including its password hash. */
export type Account = UserRow
/** Without a plan it gets the default one. */
export type NewAccount = Omit<NewUser, 'plan'> & { plan?: string }

/** A workspace, for its quota: its number and its plan. */
export type Owner = Pick<Account, 'id' | 'plan'>

export interface Accounts extends Module {
  operations: { accounts: Handlers<Api['accounts']> }
  commands: Command[]
  /** Whether a bearer token has the prefix of an API key. */
  isKey(token: string): boolean
  /** The caller with this API key, or null if it isn't valid. */
  callerByKey(token: string): Promise<Caller | null>
  /**
   * Makes the keys of another member the caller's own, in the workspace of both, and counts nothing: they stay as many. Their
   * maker must be a member still.
   */
  adoptKeysOf(tx: Tx, caller: Pick<Caller, 'workspaceId' | 'personId'>, from: number): Promise<void>
  /** Revokes the keys that a member has made in a workspace. */
  revokeKeysOf(tx: Tx, workspaceId: number, personId: number, now: number): Promise<void>
  /** Revokes all keys that a person has made. */
  revokeKeys(tx: Tx, of: { userId: number; client: Client; now: number }): Promise<void>
  planOf(caller: Caller): Plan
  /** Takes one unit of the plan's limit in the same transaction as the change, or refuses with `plan_limit`. */
  takeUnit(tx: Tx, wanted: { userId: number; plan: Plan; metric: Metric; now: number }): Promise<void>
  /** Takes as many of these links as the plan's limit still allows, in the same transaction as the change; returns how many. */
  takeLinks(tx: Tx, owner: Owner, links: number, now: number): Promise<number>
  /** Gives a unit back in the transaction that deletes what it was taken for; `now` is when it was taken. */
  giveBackUnit(tx: Tx, unit: { userId: number; metric: 'microsites'; now: number }): Promise<void>
  /** Takes one tool call of the plan's month in a transaction of its own, or refuses with `plan_limit`. */
  takeToolCall(caller: Caller, now: number): Promise<void>
  /** Gives back a tool call that was taken at `now`. */
  giveBackToolCall(caller: Caller, now: number): Promise<void>
  /** Writes the times of use of API keys that are still in memory. */
  writeKeyUses(): Promise<void>
  /** The limits of the account's plan and how much of them is used; `now` in milliseconds. */
  quotaOf(owner: Owner, now: number): Promise<Quota>
  userIdByEmail(email: string): Promise<number | null>
  hasUsers(tx?: Tx): Promise<boolean>
  /** The account with this e-mail address, in upper or lower case; null if there is none. */
  byEmail(email: string): Promise<Account | null>
  byId(userId: number): Promise<Account | null>
  byPublicId(id: string): Promise<Account | null>
  /** The caller's account if it is an administrator's; otherwise refuses with `forbidden`. */
  administrator(caller: Caller): Promise<Account>
  /** All plans. */
  plans(): ({ name: string; is_default: boolean } & Plan)[]
  /** The plan with this name, or the default one if it no longer exists. */
  plan(name: string): Plan
  /** The name of the plan that an account has: the default one if its own no longer exists. */
  planName(plan: string): string
  /** Changes the plan of an account, or refuses with `validation_failed`. */
  changePlan(tx: Tx, account: Account, plan: string, actor: Actor): Promise<void>
  /** Grants or removes administrator rights; `forbidden` for the last administrator or a blocked account. */
  changeAdministrator(tx: Tx, account: Account, isAdministrator: boolean, actor: Actor): Promise<void>
  /** Blocks an account, or unblocks it (null); refuses with `forbidden` for an administrator. False if nothing changed. */
  changeBlock(tx: Tx, account: Account, reason: string | null, actor: Actor): Promise<boolean>
  /** When a new account's quarantine ends; until then, visitors see a warning before its links lead on. */
  quarantineOf: QuarantineOf
  /** Ends the quarantine of a new account early. */
  trust(tx: Tx, account: Account, actor: Actor): Promise<void>
  /** Creates an account; null if the e-mail address already has one. */
  create(tx: Tx, wanted: NewAccount): Promise<Account | null>
  /** The caller's account if this is its password; refuses with `wrong_password` or `rate_limited`. */
  confirmPassword(caller: Caller, password: string): Promise<Account>
  /** Erases more data of deleted accounts: runs `erase` in order, and deletes the account itself last. */
  eraseDeleted(erase: readonly Erase[]): Promise<void>
  /** Whether the account still exists with the same password; locks it until the transaction ends. */
  lockIfUnchanged(tx: Tx, account: Account): Promise<boolean>
  setPasswordHash(tx: Tx, userId: number, passwordHash: string): Promise<void>
  /** Refuses with `forbidden` to remove the passkey or identity with this id if it is the last way to sign in. */
  requireAnotherWayIn(tx: Tx, account: Account, removed: string): Promise<void>
  /** The person as the API shows them, in their own workspace. */
  record(account: Account): User
  /** The person as the API shows them, in the caller's workspace; refuses with `unauthenticated` without a person. */
  recordFor(
    caller: Pick<Caller, 'workspaceId' | 'personId' | 'role' | 'plan'>,
    account: Account | null | undefined,
  ): Promise<User>
}

export interface AccountsNeeds extends Pick<WaysInNeeds, 'identityProvider' | 'passwordSignIn'> {
  db: Database
  clock: Clock
  plans: PlanBook
  audit: Audit
  sessions: Sessions
  workspaces: Workspaces
  limiter: RateLimiter
  log: Log
  quarantineHours: number
}

export function createAccounts(needs: AccountsNeeds): Accounts {
  const { db, clock, plans, audit, sessions, workspaces, limiter, log } = needs
  const store = new AccountStore(db)
  const counts = new UnitCounts(store)
  const uses = new KeyUses(store)
  const limits = planLimits({ store, counts, plans })
  const eraseAccounts = createEraser(store, workspaces)
  const recordFor: Accounts['recordFor'] = async (caller, account) => {
    if (!account) throw new Refusal('unauthenticated', 'Sign in first.')
    return userRecord(account, {
      workspace: await workspaces.summaryFor(caller),
      plan: plans.nameOf(caller.plan),
    })
  }
  return {
    ...limits,
    ...accountLookups(store),
    ...administratorActions({ ...needs, store }),
    operations: {
      accounts: accountOperations({
        ...{ store, counts, uses, audit, sessions, limiter, workspaces, recordFor },
        quotaOf: limits.quotaOf,
      }),
    },
    commands: accountCommands({ store, plans, audit, sessions, workspaces, clock }),
    isKey,
    callerByKey: (token) => callerByKey({ store, plans, uses }, token, clock.now()),
    revokeKeys: (tx, of) => revokeKeys({ store, audit }, tx, of),
    adoptKeysOf: async (tx, caller, from) => void (await store.adoptKeys(tx, caller, { from })),
    revokeKeysOf: async (tx, workspaceId, personId, now) =>
      void (await store.revokeKeysOfMember(tx, workspaceId, personId, unixSeconds(now))),
    writeKeyUses: () => uses.write(),
    jobs: [
      everyProcess('write unit counts', 200, () => counts.write()),
      everyProcess('write key uses', 5_000, () => uses.write()),
    ],
    async close() {
      await counts.write().catch((error) => log.error('tool calls could not be counted', error))
      await uses.write().catch((error) => log.error('the last use of API keys could not be recorded', error))
    },
    create: (tx, wanted) =>
      createUser({ store, audit }, tx, { ...wanted, plan: wanted.plan ?? plans.defaultName }),
    confirmPassword: (caller, password) => confirmPassword({ store, limiter }, caller, password),
    eraseDeleted: (erase) => eraseAccounts(erase, clock.now()),
    lockIfUnchanged: (tx, account) => store.lockIfUnchanged(tx, account),
    setPasswordHash: (tx, userId, hash) => store.setPasswordHash(tx, userId, hash),
    requireAnotherWayIn: (tx, account, removed) =>
      requireAnotherWayIn({ ...needs, store }, tx, account, removed),
    record: (account) => userRecord(account, { plan: plans.nameOf(account.plan) }),
    recordFor,
  }
}

type PlanLimits = Pick<
  Accounts,
  | 'planOf'
  | 'plans'
  | 'plan'
  | 'planName'
  | 'takeUnit'
  | 'takeLinks'
  | 'giveBackUnit'
  | 'takeToolCall'
  | 'giveBackToolCall'
  | 'quotaOf'
>

interface PlanLimitNeeds {
  store: AccountStore
  counts: UnitCounts
  plans: PlanBook
}

function planLimits({ store, counts, plans }: PlanLimitNeeds): PlanLimits {
  return {
    planOf: (caller) => plans.get(caller.plan),
    plans: () =>
      plans.names.map((name) => ({ name, is_default: name === plans.defaultName, ...plans.get(name) })),
    plan: (name) => plans.get(name),
    planName: (plan) => plans.nameOf(plan),
    takeUnit: (tx, wanted) => takeUnit(store, tx, wanted),
    takeLinks: (tx, { id, plan }, units, now) =>
      takeUnits(store, tx, { userId: id, plan: plans.get(plan), metric: 'links', now, units }),
    giveBackUnit: (tx, unit) => giveBackUnit(store, tx, unit),
    takeToolCall: ({ workspaceId: userId, plan }, now) =>
      takeToolCall({ store, counts }, { userId, plan: plans.get(plan), now }),
    giveBackToolCall: ({ workspaceId: userId, plan }, now) =>
      giveBackToolCall({ store, counts }, { userId, plan: plans.get(plan), now }),
    async quotaOf(owner, now) {
      const planName = plans.nameOf(owner.plan)
      await counts.write()
      return await readQuota(store, { userId: owner.id, planName, plan: plans.get(planName), now })
    },
  }
}

type AccountLookups = Pick<
  Accounts,
  'userIdByEmail' | 'hasUsers' | 'byEmail' | 'byId' | 'byPublicId' | 'administrator'
>

function accountLookups(store: AccountStore): AccountLookups {
  const unlessDeleted = (user: UserRow | undefined) => (user && user.deleted_at === null ? user : null)
  return {
    userIdByEmail: async (email) => (await store.userByEmail(normalEmail(email)))?.id ?? null,
    hasUsers: (tx) => store.hasUsers(tx),
    byEmail: async (email) => unlessDeleted(await store.userByEmail(normalEmail(email))),
    byId: async (id) => unlessDeleted(await store.userById(id)),
    byPublicId: async (id) => (await store.userByPublicId(id)) ?? null,
    async administrator(caller) {
      const account = unlessDeleted(await store.userById(caller.personId))
      if (account?.is_admin !== 1) throw new Refusal('forbidden', 'Only administrators can do this.')
      return account
    },
  }
}

type AdministratorActions = Pick<
  Accounts,
  'changePlan' | 'changeAdministrator' | 'changeBlock' | 'quarantineOf' | 'trust'
>

function administratorActions({
  quarantineHours,
  ...needs
}: AdministeringNeeds & { quarantineHours: number }): AdministratorActions {
  return {
    changePlan: (tx, user, plan, actor) => changePlan(needs, tx, { user, plan, actor }),
    changeAdministrator: (tx, user, isAdministrator, actor) =>
      changeAdministrator(needs, tx, { user, isAdministrator, actor }),
    changeBlock: (tx, user, reason, actor) => changeBlock(needs, tx, { user, reason, actor }),
    quarantineOf: createQuarantine(quarantineHours),
    trust: (tx, account, actor) => trust(needs, tx, account, actor),
  }
}
