// Webhooks: the addresses that an account has told of its events. The face of the feature.
import type { Api } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Command } from '../../../platform/command.ts'
import type { Mailer } from '../../../platform/net/mail.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { automationOperations } from './automation.ts'
import { type WebhookCommandNeeds, webhookCommands } from './commands.ts'
import { disableAll, disableFailing, tellOwners } from './disabling.ts'
import { endRevoked, endWithCredentials, type Revocation } from './ending.ts'
import { eraseSome } from './erasing.ts'
import { type WebhookOperationNeeds, webhookOperations } from './operations.ts'
import { WebhookStore } from './store.ts'

export { webhookCommandShapes } from './commands.ts'
export { sealedWebhookSecrets } from './sealed-secrets.ts'

export interface Webhooks {
  operations: Handlers<Api['webhooks']>
  automation: Handlers<Api['automation']>
  /** Ends the subscriptions of an account that lose their credential by what a transaction takes back. */
  endRevoked(tx: Tx, revocation: Revocation): Promise<void>
  /** Switches off all of an account's. */
  disableAll(tx: Tx, of: Revocation): Promise<void>
  /** Switches off what has had no success for five days. */
  disableFailing(): Promise<void>
  /** Tells the owners of what was switched off by itself. */
  tellOwners(): Promise<void>
  /** Ends subscriptions whose credential has ended, and deletes, in short transactions, what deleted endpoints hold. */
  prune(): Promise<void>
  /** Deletes some of a deleted account's endpoints and what they were told; false where nothing is left. */
  erase(userId: number): Promise<boolean>
}

export interface WebhooksNeeds extends Omit<WebhookOperationNeeds, 'store'> {
  db: Database
  clock: Clock
  mailer: Mailer
  /** Where the dashboard has its webhooks. */
  dashboardUrl: string
}

// Until then every transaction that has found the endpoint listening is over: it leaves nothing behind.
const graceSeconds = 60
// So a server that is told to stop need not wait long for an endpoint that was told much.
const piecesAtOnce = 100

export function createWebhooks({ db, clock, mailer, dashboardUrl, ...needs }: WebhooksNeeds): Webhooks {
  const store = new WebhookStore(db)
  const { audit, deliveries } = needs
  return {
    operations: webhookOperations({ store, ...needs }),
    automation: automationOperations({ store, ...needs }),
    endRevoked: (tx, revocation) => endRevoked({ store, audit }, tx, revocation),
    disableAll: (tx, of) => disableAll({ store, audit }, tx, of),
    disableFailing: () => disableFailing(store, clock.now()),
    tellOwners: () => tellOwners({ store, mailer, dashboardUrl }, clock.now()),
    async prune() {
      await endWithCredentials({ store, audit }, clock.now())
      const now = unixSeconds(clock.now())
      for (let pieces = 0; pieces < piecesAtOnce; pieces++)
        if (!(await eraseSome(store, deliveries, { deletedBefore: now - graceSeconds }))) return
    },
    // First what waits, so that nothing of it is written down for endpoints in the meantime.
    erase: async (userId) =>
      (await deliveries.eraseFanouts(userId)) || (await eraseSome(store, deliveries, { userId })),
  }
}

/** What the command line does with webhooks, without the server. */
export function createWebhookCommands({
  db,
  ...needs
}: Omit<WebhookCommandNeeds, 'store'> & { db: Database }): Command[] {
  return webhookCommands({ store: new WebhookStore(db), ...needs })
}
