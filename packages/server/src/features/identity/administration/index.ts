// Administering the server: people, invitations, and how the server is. The face of the feature.
import { type Api, type Overview, type PendingInvitation, Refusal } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import { processFigures, startedAt } from '../../../platform/observability/process-metrics.ts'
import type { Handler, Handlers } from '../../../platform/operations/handler.ts'
import { addDays, utcDay } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import { createOneTimeLinks } from '../one-time-links/index.ts'
import {
  type AppealPayloads,
  appealLifetimes,
  type BlockMessageNeeds,
  type BlockMessages,
  blockMessages,
} from './block-messages.ts'
import { peopleOperations } from './people.ts'
import { AdministrationStore } from './store.ts'

export type { BlockMessages } from './block-messages.ts'

/** What tells owners of blocks, and of what was decided about their appeals. */
export function createBlockMessages({
  db,
  ...needs
}: Pick<BlockMessageNeeds, 'mailer' | 'publicOrigin'> & { db: Database }): BlockMessages {
  const appealTokens = createOneTimeLinks<AppealPayloads>(db, appealLifetimes)
  return blockMessages({ ...needs, transaction: db.transaction, appealTokens })
}

export interface AdministrationNeeds {
  db: Database
  accounts: Accounts
  audit: Audit
  clicks: Clicks
  invitations: {
    pending(): Promise<PendingInvitation[]>
    withdraw(tx: Tx, id: string): Promise<string | null>
  }
  signUps: Overview['sign_ups']
  version: string
  messages: BlockMessages
}

const daySeconds = 86_400

export function createAdministration(needs: AdministrationNeeds): {
  operations: Handlers<Api['administration']>
} {
  const { db, accounts, audit, clicks, invitations } = needs
  const store = new AdministrationStore(db)
  const people = peopleOperations({
    store,
    accounts,
    messages: needs.messages,
    transaction: db.transaction,
    writeKeyUses: () => accounts.writeKeyUses(),
  })
  return {
    operations: onlyAdministrators(accounts, {
      ...people,

      async invitations() {
        return { data: await invitations.pending() }
      },

      async withdrawInvitation({ id }, { caller, client, now }) {
        await db.transaction(async (tx) => {
          const email = await invitations.withdraw(tx, id)
          if (email === null)
            throw new Refusal('not_found', 'There is no such invitation, or it was used meanwhile.')
          const { userId } = caller
          await audit.write(tx, { userId, action: 'invitation_withdrawn', detail: { email }, client, now })
        })
        return { data: { id, withdrawn: true } }
      },

      async overview({ days }, { caller, now }) {
        await clicks.settle(null)
        const {
          accounts: byPlan,
          links,
          microsites,
          openReports,
          openAppeals,
        } = await store.sums(caller.userId)
        const first = addDays(utcDay(now), 1 - days)
        const since = { day: first, moment: Date.parse(first) / 1000 }
        const happened = await store.days(caller.userId, since)
        const sumOf = (name: 'total' | 'blocked' | 'administrators', plan?: string) =>
          byPlan
            .filter((row) => plan === undefined || accounts.planName(row.plan) === plan)
            .reduce((sum, row) => sum + row[name], 0)
        return {
          data: {
            accounts: {
              total: sumOf('total'),
              blocked: sumOf('blocked'),
              administrators: sumOf('administrators'),
            },
            links,
            microsites,
            open_reports: openReports,
            open_appeals: openAppeals,
            sign_ups: needs.signUps,
            plans: accounts.plans().map((plan) => ({ ...plan, accounts: sumOf('total', plan.name) })),
            days: Array.from({ length: days }, (_, index) => {
              const day = addDays(first, index)
              const { clicks = 0, bots = 0 } = happened.clicks.get(day) ?? {}
              const signUps = happened.signUps.get(Date.parse(day) / 1000 / daySeconds) ?? 0
              return { day, clicks, bots, sign_ups: signUps }
            }),
          },
        }
      },

      async health(_input, { caller }) {
        const { kept, waiting, journalBytes } = clicks.figures()
        const { memoryBytes, cpuSeconds, openFiles } = processFigures()
        return {
          data: {
            version: needs.version,
            started_at: startedAt,
            uptime: Math.floor(process.uptime()),
            database: { engine: db.engine, bytes: await db.size() },
            clicks: { kept, waiting, uncounted: clicks.uncounted(), journal_bytes: journalBytes },
            webhooks: { waiting: await store.waitingDeliveries(caller.userId) },
            process: { memory_bytes: memoryBytes, cpu_seconds: cpuSeconds, open_files: openFiles },
          },
        }
      },
    }),
  }
}

/** Refuses whoever does not administer the server, before anything is looked at: what there is, is nobody else's to learn. */
export function onlyAdministrators<Tree extends Handlers<object>>(accounts: Accounts, handlers: Tree): Tree {
  const guarded = Object.entries(handlers as Record<string, Handler<never>>).map(([name, handler]) => [
    name,
    async (input: never, context: Parameters<typeof handler>[1]) => {
      await accounts.administrator(context.caller)
      return await handler(input, context)
    },
  ])
  return Object.fromEntries(guarded) as Tree
}
