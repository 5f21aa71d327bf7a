// E-mails the owner of an account when its security changes: what, when and from where. The feature's public API.
import { type AnswerOf, type AuditAction, api, type Operation } from '@linnet/contract'
import { renderSecurityNotice, type SecurityNoticeKind } from '@linnet/pages'
import type { Mailer } from '../../../platform/net/mail.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Client, ImplementedOperation } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { RunTransaction } from '../../../platform/transaction.ts'
import { agentOf } from '../account-pages/index.ts'
import type { Account, Accounts } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'

export interface SecurityNotices {
  /**
   * Notifies the owner of an action that is already in the account's audit log. Sends nothing once the action has
   * happened more than 20 times in a day. Never throws: the action is done.
   */
  send(notice: {
    account: Account
    kind: SecurityNoticeKind
    deed: AuditAction
    name?: string
    /** The number of the workspace whose audit log has it; by default, the person's own. */
    inLog?: number
    by: Requester
  }): Promise<void>
  /** Wraps the operations, so that some of them notify the owner after they succeed. */
  after(operations: ImplementedOperation[]): ImplementedOperation[]
}

interface Requester {
  client: Client
  /** Milliseconds. */
  now: number
}

export interface SecurityNoticesNeeds {
  accounts: Pick<Accounts, 'byId'>
  audit: Audit
  mailer: Mailer
  log: Log
  transaction: RunTransaction
  publicOrigin: string
  /** ISO 3166-1 alpha-2, or null. */
  countryOf(address: string): string | null
}

const mostPerDay = 20
const daySeconds = 24 * 60 * 60
const longestUserAgent = 300

interface NoticeRule {
  kind: SecurityNoticeKind
  deed: AuditAction
  nameOf?(answer: never): string
}

const rule = <O extends Operation>(
  operation: O,
  kind: SecurityNoticeKind,
  deed: AuditAction,
  nameOf?: (answer: AnswerOf<O>) => string,
): [Operation, NoticeRule] => [operation, { kind, deed, nameOf }]

/** The operations that owners are notified of. */
const noticeRules = new Map([
  rule(api.accounts.changePassword, 'password-changed', 'password_changed'),
  rule(api.authenticators.disableSecondFactor, 'second-factor-off', 'second_factor_disabled'),
  rule(api.authenticators.addPasskey, 'passkey-added', 'passkey_added', ({ data }) => data.name),
  rule(api.authenticators.removePasskey, 'passkey-removed', 'passkey_removed'),
  rule(api.singleSignOn.removeIdentity, 'identity-removed', 'identity_removed'),
  rule(api.accounts.createKey, 'key-added', 'key_created', ({ data }) => data.name),
  rule(api.accounts.adoptKey, 'key-added', 'key_adopted', ({ data }) => data.name),
])

export function createSecurityNotices(needs: SecurityNoticesNeeds): SecurityNotices {
  const { accounts, audit, mailer, log, transaction, publicOrigin, countryOf } = needs
  const { host } = new URL(publicOrigin)

  /** Whether the action really happened in this request, and no more than 20 times in the last day. */
  function isDue(inLog: number, deed: AuditAction, now: number): Promise<boolean> {
    const time = unixSeconds(now)
    return transaction(async (tx) => {
      if ((await audit.latest(tx, inLog, deed, 1, time - 1)) === null) return false
      return (await audit.latest(tx, inLog, deed, mostPerDay + 1, time - daySeconds)) === null
    })
  }

  const send: SecurityNotices['send'] = async ({
    account,
    kind,
    deed,
    name,
    inLog = account.id,
    by: { client, now },
  }) => {
    try {
      if (!(await isDue(inLog, deed, now))) return
      const notice = {
        kind,
        host,
        name: name ?? null,
        at: unixSeconds(now),
        address: client.address,
        country: countryOf(client.address),
        agent: agentOf(client.userAgent.slice(0, longestUserAgent)),
        securityAddress: `${publicOrigin}/account/security`,
        forgotPasswordAddress: `${publicOrigin}/account/forgot-password`,
      }
      mailer.send({ to: account.email, ...renderSecurityNotice(notice, client.language ?? 'en') })
    } catch (error) {
      log.error('a security notice could not be sent', error, { kind })
    }
  }

  return {
    send,
    after: (operations) =>
      operations.map((implemented) => {
        const noticeRule = noticeRules.get(implemented.operation)
        if (!noticeRule) return implemented
        const { kind, deed, nameOf } = noticeRule
        return {
          ...implemented,
          async handler(input, context) {
            const answer = await implemented.handler(input, context)
            const account = await accounts.byId(context.caller.personId).catch((error: unknown) => {
              log.error('a security notice could not be sent', error, { kind })
              return null
            })
            // Operations of a workspace are in its log, whoever did them.
            const { personId, workspaceId } = context.caller
            const inLog = implemented.operation.role === null ? personId : workspaceId
            const name = nameOf?.(answer as never)
            if (account) await send({ account, kind, deed, name, inLog, by: context })
            return answer
          },
        }
      }),
  }
}
