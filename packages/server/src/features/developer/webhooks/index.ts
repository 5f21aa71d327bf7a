// Webhooks: the addresses that receive an account's events. The feature's public API.
import type { Api } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { Mailer } from '../../../platform/net/mail.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import { oneNode } from '../../../platform/time/schedule.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { Workspaces } from '../../identity/workspaces/index.ts'
import { automationOperations } from './automation.ts'
import { type WebhookCommandNeeds, webhookCommands } from './commands.ts'
import { disableAll, disableFailing, notifyOwners } from './disabling.ts'
import { endRevoked, endWithCredentials, type Revocation } from './ending.ts'
import { eraseSome } from './erasing.ts'
import { type WebhookOperationNeeds, webhookOperations } from './operations.ts'
import { WebhookStore } from './store.ts'

export { webhookCommandShapes } from './commands.ts'
export { sealedWebhookSecrets } from './sealed-secrets.ts'

export interface Webhooks extends Module {
  operations: { webhooks: Handlers<Api['webhooks']>; automation: Handlers<Api['automation']> }
  /** Ends an account's subscriptions that lose their credential in this transaction. */
  endRevoked(tx: Tx, revocation: Revocation): Promise<void>
  /** Turns off all webhooks of an account. */
  disableAll(tx: Tx, of: Revocation): Promise<void>
}

export interface WebhooksNeeds extends Omit<WebhookOperationNeeds, 'store'> {
  db: Database
  clock: Clock
  mailer: Mailer
  publicOrigin: string
  accounts: Pick<Accounts, 'userIdByEmail'>
  workspaces: Pick<Workspaces, 'owners'>
  /** The secrets of the server, for a command that runs beside it. */
  serverSecrets: WebhookCommandNeeds['secrets']
}

// By then every transaction that still found the endpoint is over, so nothing more is added to it.
const graceSeconds = 60
// A server that stops must not wait long for an endpoint with many deliveries.
const batchesAtOnce = 100

export function createWebhooks(needs: WebhooksNeeds): Webhooks {
  const { db, clock, mailer, audit, deliveries, outgoing, accounts, workspaces } = needs
  const store = new WebhookStore(db)
  const { serverSecrets: secrets } = needs
  return {
    commands: webhookCommands({
      store,
      audit,
      clock,
      outgoing,
      secrets,
      userIdByEmail: accounts.userIdByEmail,
    }),
    operations: {
      webhooks: webhookOperations({ store, ...needs }),
      automation: automationOperations({ store, ...needs }),
    },
    endRevoked: (tx, revocation) => endRevoked({ store, audit }, tx, revocation),
    disableAll: (tx, of) => disableAll({ store, audit }, tx, of),
    jobs: [
      // Turns off webhooks whose deliveries have all failed for five days.
      oneNode('disable failing webhooks', 60_000, () => disableFailing(store, clock.now())),
      oneNode('notify owners of disabled webhooks', 10_000, () =>
        notifyOwners({ store, workspaces, mailer, publicOrigin: needs.publicOrigin }, clock.now()),
      ),
      // Ends subscriptions whose credential has ended, and erases deleted endpoints in short transactions.
      oneNode('prune webhooks', 30_000, async () => {
        await endWithCredentials({ store, audit }, clock.now())
        const now = unixSeconds(clock.now())
        for (let batches = 0; batches < batchesAtOnce; batches++)
          if (!(await eraseSome(store, deliveries, { deletedBefore: now - graceSeconds }))) return
      }),
    ],
    personalData: {
      // Pending events first, so that none of them becomes a delivery in the meantime.
      erase: async (userId) =>
        (await deliveries.eraseFanouts(userId)) || (await eraseSome(store, deliveries, { userId })),
    },
  }
}
