// Accounts: who they are, what their plan allows, and how they prove themselves. The face of the feature.
import { type Api, type Quota, Refusal, type User } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Command } from '../../../platform/command.ts'
import type { Caller, Client, Handlers } from '../../../platform/operations/handler.ts'
import type { RateLimiter } from '../../../platform/security/rate-limit.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../audit/index.ts'
import type { Sessions } from '../sessions/index.ts'
import { changeAdministrator, changeBlock, changePlan, type Doer } from './administering.ts'
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

export { type Doer, logDeed } from './administering.ts'
export { accountCommandShapes } from './commands.ts'
export type { Erase } from './deletion.ts'
export { type PasswordFault, passwordFault } from './passwords.ts'
export { loadPlans, type Plan, type PlanBook } from './plans.ts'

/** An account with all that is kept of it, the hash of its password included. */
export type Account = UserRow
/** Without a plan it gets the usual one. */
export type NewAccount = Omit<NewUser, 'plan'> & { plan?: string }

export interface Accounts {
  operations: Handlers<Api['accounts']>
  commands: Command[]
  /** Whether a bearer token is meant as an API key, by its prefix. */
  isKey(token: string): boolean
  /** Who sends this API key, or null. */
  callerByKey(token: string): Promise<Caller | null>
  /** Revokes all keys of an account. */
  revokeKeys(tx: Tx, of: { userId: number; client: Client; now: number }): Promise<void>
  planOf(caller: Caller): Plan
  /** Books one unit of the plan within the transaction of what it is for, or refuses with `plan_limit`. */
  takeUnit(tx: Tx, wanted: { userId: number; plan: Plan; metric: Metric; now: number }): Promise<void>
  /** Books as many links as the account's plan has left of these, within the transaction of what they are for: how many. */
  takeLinks(tx: Tx, account: Account, links: number, now: number): Promise<number>
  /** Gives a unit back, within the transaction that ends what it was for; `now` is when it was booked. */
  giveBackUnit(tx: Tx, unit: { userId: number; metric: 'microsites'; now: number }): Promise<void>
  /** Books one tool call of the plan's month, or refuses with `plan_limit`; nothing of it is part of another transaction. */
  takeToolCall(caller: Caller, now: number): Promise<void>
  /** Gives a tool call back that was booked at `now`. */
  giveBackToolCall(caller: Caller, now: number): Promise<void>
  /** Writes the units that were counted without a limit. */
  writeCounts(): Promise<void>
  /** Writes down when keys were used. */
  writeKeyUses(): Promise<void>
  /** What its plan allows, and how much of it is used; `now` in milliseconds. */
  quotaOf(account: Account, now: number): Promise<Quota>
  userIdByEmail(email: string): Promise<number | null>
  hasUsers(tx?: Tx): Promise<boolean>
  /** The account of this e-mail address, in any case, or of this number. */
  byEmail(email: string): Promise<Account | null>
  byId(userId: number): Promise<Account | null>
  byPublicId(id: string): Promise<Account | null>
  /** The caller's account, where it administers the server; refuses with `forbidden` where it does not. */
  administrator(caller: Caller): Promise<Account>
  /** The plans that there are, the default one told apart. */
  plans(): ({ name: string; is_default: boolean } & Plan)[]
  /** The name of the plan that an account has: another one where that is not among the plans any more. */
  planName(plan: string): string
  /** Gives an account a plan, or refuses with `validation_failed`. */
  changePlan(tx: Tx, account: Account, plan: string, doer: Doer): Promise<void>
  /** Lets an account administer, or not any more; refuses with `forbidden` to leave nobody, and for a blocked one. */
  changeAdministrator(tx: Tx, account: Account, administers: boolean, doer: Doer): Promise<void>
  /** Blocks an account, or lifts that (null); refuses with `forbidden` for an administrator. False where it was so already. */
  changeBlock(tx: Tx, account: Account, reason: string | null, doer: Doer): Promise<boolean>
  /** Until when visitors are asked before they follow what an account links to, because it is new. */
  quarantineOf: QuarantineOf
  /** Ends that before its time. */
  trust(tx: Tx, account: Account, doer: Doer): Promise<void>
  /** Makes an account whose e-mail counts as verified, or gives null where the e-mail has one. */
  create(tx: Tx, wanted: NewAccount): Promise<Account | null>
  /** The caller's account, if this is its password; refuses with `wrong_password` or `rate_limited`. */
  confirmPassword(caller: Caller, password: string): Promise<Account>
  /** Goes on taking deleted accounts apart: `erase` is what to delete before the account itself, in this order. */
  eraseDeleted(erase: readonly Erase[]): Promise<void>
  /** Whether the account is still there with the password that was proved; holds it so until the transaction ends. */
  lockIfUnchanged(tx: Tx, account: Account): Promise<boolean>
  setPasswordHash(tx: Tx, userId: number, passwordHash: string): Promise<void>
  /** The record that the API answers. */
  record(account: Account): User
}

export interface AccountsNeeds {
  db: Database
  clock: Clock
  plans: PlanBook
  audit: Audit
  sessions: Sessions
  limiter: RateLimiter
  quarantineHours: number
}

export function createAccounts({
  db,
  clock,
  plans,
  audit,
  sessions,
  limiter,
  quarantineHours,
}: AccountsNeeds): Accounts {
  const store = new AccountStore(db)
  const counts = new UnitCounts(store)
  const uses = new KeyUses(store)
  const quotaOf = async (account: UserRow, now: number) => {
    const plan = plans.nameOf(account.plan)
    await counts.write()
    return await readQuota(store, account.id, plan, plans.get(plan), now)
  }
  const eraseAccounts = createEraser(store)
  const administering = { store, audit, sessions, plans }
  const living = (user: UserRow | undefined) => (user && user.deleted_at === null ? user : null)
  return {
    operations: accountOperations({ store, counts, uses, plans, audit, sessions, limiter, quotaOf }),
    commands: accountCommands({ store, plans, audit, sessions, clock }),
    isKey,
    callerByKey: (token) => callerByKey({ store, plans, uses }, token, clock.now()),
    revokeKeys: (tx, of) => revokeKeys({ store, audit }, tx, of),
    planOf: (caller) => plans.get(caller.plan),
    takeUnit: (tx, wanted) => takeUnit(store, tx, wanted),
    takeLinks: (tx, { id, plan }, units, now) =>
      takeUnits(store, tx, { userId: id, plan: plans.get(plan), metric: 'links', now, units }),
    giveBackUnit: (tx, unit) => giveBackUnit(store, tx, unit),
    takeToolCall: ({ userId, plan }, now) =>
      takeToolCall({ store, counts }, { userId, plan: plans.get(plan), now }),
    giveBackToolCall: ({ userId, plan }, now) =>
      giveBackToolCall({ store, counts }, { userId, plan: plans.get(plan), now }),
    writeCounts: () => counts.write(),
    writeKeyUses: () => uses.write(),
    quotaOf,
    userIdByEmail: async (email) => (await store.userByEmail(normalEmail(email)))?.id ?? null,
    hasUsers: (tx) => store.hasUsers(tx),
    byEmail: async (email) => living(await store.userByEmail(normalEmail(email))),
    byId: async (id) => living(await store.userById(id)),
    byPublicId: async (id) => (await store.userByPublicId(id)) ?? null,
    async administrator(caller) {
      const account = living(await store.userById(caller.userId))
      if (account?.is_admin !== 1) throw new Refusal('forbidden', 'This is for administrators of the server.')
      return account
    },
    plans: () =>
      plans.names.map((name) => ({ name, is_default: name === plans.defaultName, ...plans.get(name) })),
    planName: (plan) => plans.nameOf(plan),
    changePlan: (tx, account, plan, doer) => changePlan(administering, tx, account, plan, doer),
    changeAdministrator: (tx, account, administers, doer) =>
      changeAdministrator(administering, tx, account, administers, doer),
    changeBlock: (tx, account, reason, doer) => changeBlock(administering, tx, account, reason, doer),
    quarantineOf: createQuarantine(quarantineHours),
    trust: (tx, account, doer) => trust({ store, audit }, tx, account, doer),
    create: (tx, wanted) =>
      createUser({ store, audit }, tx, { ...wanted, plan: wanted.plan ?? plans.defaultName }),
    confirmPassword: (caller, password) => confirmPassword({ store, limiter }, caller, password),
    eraseDeleted: (erase) => eraseAccounts(erase, clock.now()),
    lockIfUnchanged: (tx, account) => store.lockIfUnchanged(tx, account),
    setPasswordHash: (tx, userId, hash) => store.setPasswordHash(tx, userId, hash),
    record: (account) => userRecord({ ...account, plan: plans.nameOf(account.plan) }),
  }
}
