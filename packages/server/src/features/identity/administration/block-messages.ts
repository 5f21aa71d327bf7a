// The e-mails to owners about blocks: what was blocked, why, how to appeal, and the decision on an appeal.
import { dashboardPath } from '@linnet/contract/workspace-addresses'
import type { Mailer } from '../../../platform/net/mail.ts'
import type { RunTransaction } from '../../../platform/transaction.ts'
import type { Account } from '../accounts/index.ts'
import type { OneTimeLinks } from '../one-time-links/index.ts'

/** The data stored with an appeal link, for the owner of a blocked account, who can't sign in. */
export interface AppealPayloads {
  appeal: Record<never, never>
}

const appealDays = 90
/** In seconds. */
export const appealLifetimes = { appeal: appealDays * 24 * 60 * 60 }

interface BlockedItem {
  what: 'link' | 'microsite'
  address: string
  reason: string
}

interface AppealDecision {
  what: string
  lifted: boolean
  answer: string | null
}

/** Who gets a message: a person, or all owners of a workspace. */
interface Addressees {
  emails: readonly string[]
  /** The id of the workspace; null: it is the person's own. */
  shared: string | null
}

export interface BlockMessages {
  blocked(to: Addressees, blocked: BlockedItem): void
  /** Several links at once, because of a block list. */
  listed(to: Addressees, links: readonly { address: string; reason: string }[]): void
  accountBlocked(account: Account, reason: string, now: number): Promise<void>
  workspaceBlocked(to: Addressees & { label: string }, reason: string): void
  decided(to: Addressees, decision: AppealDecision): void
  appealTokens: OneTimeLinks<AppealPayloads>
}

export interface BlockMessageNeeds {
  transaction: RunTransaction
  appealTokens: OneTimeLinks<AppealPayloads>
  mailer: Mailer
  publicOrigin: string
}

const mostNamed = 10

export function blockMessages(needs: BlockMessageNeeds): BlockMessages {
  const { appealTokens, mailer, publicOrigin } = needs
  const { host } = new URL(publicOrigin)
  const send = ({ emails }: Addressees, { subject, paragraphs }: BlockMessage): void => {
    for (const to of emails) mailer.send({ to, subject, text: paragraphs.join('\n\n') })
  }
  return {
    appealTokens,
    blocked: (to, blocked) => send(to, blockedMessage(publicOrigin, to, blocked)),
    listed: (to, links) => send(to, listedMessage(publicOrigin, to, links)),
    async accountBlocked(account, reason, now) {
      const token = await issueAppealToken(needs, account, now)
      send({ emails: [account.email], shared: null }, accountBlockedMessage(publicOrigin, reason, token))
    },
    workspaceBlocked: (to, reason) => send(to, workspaceBlockedMessage(host, to.label, reason)),
    decided: (to, decision) => send(to, decisionMessage(host, decision)),
  }
}

interface BlockMessage {
  subject: string
  paragraphs: string[]
}

function blockedMessage(
  publicOrigin: string,
  { shared }: Addressees,
  { what, address, reason }: BlockedItem,
): BlockMessage {
  const { host } = new URL(publicOrigin)
  return {
    subject: `Your ${what} was blocked`,
    paragraphs: [
      `Your ${what} ${address} was blocked by the administrators of ${host}. Visitors now see a page that says so.`,
      `Reason: ${reason}`,
      howToAppeal(publicOrigin, shared, what),
    ],
  }
}

function listedMessage(
  publicOrigin: string,
  { shared }: Addressees,
  links: readonly { address: string; reason: string }[],
): BlockMessage {
  const { host } = new URL(publicOrigin)
  const named = links.slice(0, mostNamed).map(({ address, reason }) => `${address}: ${reason}`)
  const more = links.length > mostNamed ? [`and ${links.length - mostNamed} more`] : []
  return {
    subject: links.length === 1 ? 'Your link was blocked' : 'Some of your links were blocked',
    paragraphs: [
      `The destinations of these links are on a block list that ${host} uses. Visitors now see a page that says so:`,
      [...named, ...more].join('\n'),
      'A link works again once you change its destination. If more links are affected within a day, they are only shown in your dashboard.',
      howToAppeal(publicOrigin, shared, 'link'),
    ],
  }
}

function howToAppeal(publicOrigin: string, shared: string | null, what: BlockedItem['what']): string {
  const { host } = new URL(publicOrigin)
  const path = `${dashboardPath(shared)}/${what}s`
  return `If you think this is a mistake, open it in your dashboard and choose "Appeal". The administrators of ${host} will review it: ${publicOrigin}${path}`
}

/** Null if the account's owner has received too many within the last hour. */
function issueAppealToken(
  { transaction, appealTokens }: BlockMessageNeeds,
  account: Account,
  now: number,
): Promise<string | null> {
  return transaction((tx) =>
    appealTokens.issueToMailbox(tx, {
      purpose: 'appeal',
      userId: account.id,
      subject: account.email,
      payload: {},
      now,
    }),
  )
}

function accountBlockedMessage(publicOrigin: string, reason: string, token: string | null): BlockMessage {
  const { host } = new URL(publicOrigin)
  const howToAppeal = `If you think this is a mistake, you can appeal once within ${appealDays} days: ${publicOrigin}/account/appeal?token=${token}`
  return {
    subject: 'Your account was blocked',
    paragraphs: [
      `Your account at ${host} was blocked by its administrators. You can't sign in, and all your links and microsites are blocked.`,
      `Reason: ${reason}`,
      ...(token === null ? [] : [howToAppeal]),
    ],
  }
}

function workspaceBlockedMessage(host: string, workspace: string, reason: string): BlockMessage {
  return {
    subject: 'Your workspace was blocked',
    paragraphs: [
      `Your workspace “${workspace}” was blocked by the administrators of ${host}. Visitors see that its links and microsites are blocked, and nobody can add or change links in it.`,
      `Reason: ${reason}`,
      `If you think this is a mistake, contact the administrators of ${host}.`,
    ],
  }
}

function decisionMessage(host: string, { what, lifted, answer }: AppealDecision): BlockMessage {
  return {
    subject: lifted ? 'Your appeal was accepted' : 'Your appeal was rejected',
    paragraphs: [
      lifted ? `${what} is no longer blocked.` : `${what} stays blocked.`,
      ...(answer === null ? [] : [`Message from the administrators of ${host}: ${answer}`]),
    ],
  }
}
