// Accounts: who they are, what their plan allows, and how they prove themselves. The face of the feature.
import type { Api } from '@linnet/contract'
import type { Database } from '../../db/database.ts'
import { type Clock, unixSeconds } from '../../platform/clock.ts'
import type { Command } from '../../platform/command.ts'
import type { Caller, Handlers } from '../../platform/handler.ts'
import type { RateLimiter } from '../../platform/rate-limit.ts'
import type { Tx } from '../../platform/transaction.ts'
import { accountCommands } from './commands.ts'
import { callerByKey, callerBySession } from './credentials.ts'
import { accountOperations } from './operations.ts'
import type { Metric, Plan, PlanBook } from './plans.ts'
import { takeUnit } from './quota.ts'
import { AccountStore } from './store.ts'
import { normalEmail } from './users.ts'

export { accountCommandShapes } from './commands.ts'
export { loadPlans, type Plan, type PlanBook } from './plans.ts'

export interface Accounts {
  operations: Handlers<Api['accounts']>
  commands: Command[]
  /** Who sends this API key, or null. */
  callerByKey(token: string): Promise<Caller | null>
  /** Whose session cookie this is, or null. */
  callerBySession(token: string): Promise<Caller | null>
  planOf(caller: Caller): Plan
  /** Books one unit of the plan within the transaction of what it is for, or refuses with `plan_limit`. */
  takeUnit(tx: Tx, wanted: { userId: number; plan: Plan; metric: Metric; now: number }): Promise<void>
  userIdByEmail(email: string): Promise<number | null>
  hasUsers(): Promise<boolean>
  /** Deletes what has expired. */
  prune(): Promise<void>
}

export interface AccountsNeeds {
  db: Database
  clock: Clock
  plans: PlanBook
  limiter: RateLimiter
}

export function createAccounts({ db, clock, plans, limiter }: AccountsNeeds): Accounts {
  const store = new AccountStore(db)
  return {
    operations: accountOperations(store, plans, limiter),
    commands: accountCommands(store, plans, clock),
    callerByKey: (token) => callerByKey(store, plans, token, clock.now()),
    callerBySession: (token) => callerBySession(store, plans, token, clock.now()),
    planOf: (caller) => plans.get(caller.plan),
    takeUnit: (tx, wanted) => takeUnit(store, tx, wanted),
    userIdByEmail: async (email) => (await store.userByEmail(normalEmail(email)))?.id ?? null,
    hasUsers: () => store.hasUsers(),
    prune: () => store.deleteExpiredSessions(unixSeconds(clock.now())),
  }
}
