// Administering a server: its people, invitations, overview and health. The feature's public API.
import type { Api, Overview } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Handler, Handlers } from '../../../platform/operations/handler.ts'
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
import { showHealth } from './health.ts'
import { type InvitationNeeds, invitationOperations } from './invitations.ts'
import { showOverview } from './overview.ts'
import { peopleOperations } from './people.ts'
import { AdministrationStore } from './store.ts'

export type { BlockMessages } from './block-messages.ts'

/** The e-mails that tell owners about blocks, and about the decisions on their appeals. */
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
  invitations: InvitationNeeds['invitations']
  signUps: Overview['sign_ups']
  version: string
  messages: BlockMessages
}

export function createAdministration(needs: AdministrationNeeds): {
  operations: { administration: Handlers<Api['administration']> }
} {
  const { db, accounts, audit, clicks, invitations, signUps, version, messages } = needs
  const { transaction } = db
  const store = new AdministrationStore(db)
  return {
    operations: {
      administration: onlyAdministrators(accounts, {
        ...peopleOperations({ store, accounts, messages, transaction }),
        ...invitationOperations({ transaction, audit, invitations }),
        overview: showOverview({ store, accounts, clicks, signUps }),
        health: showHealth({ store, clicks, version }),
      }),
    },
  }
}

/** Refuses everyone but administrators, before anything is read: others must not learn what exists. */
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
