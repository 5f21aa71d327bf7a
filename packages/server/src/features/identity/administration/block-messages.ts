// What owners are told by mail: that something of theirs was blocked, why, what they can do, and what was decided.
import type { Mailer, Message } from '../../../platform/net/mail.ts'
import type { RunTransaction } from '../../../platform/transaction.ts'
import type { Account } from '../accounts/index.ts'
import type { OneTimeLinks } from '../one-time-links/index.ts'

/** What is kept with the address under which the owner of a blocked account, who can't sign in, appeals. */
export interface AppealPayloads {
  appeal: Record<never, never>
}

const appealDays = 90
/** In seconds. */
export const appealLifetimes = { appeal: appealDays * 24 * 60 * 60 }

type Blocked = { what: 'link' | 'microsite'; address: string; reason: string }

export interface BlockMessages {
  blocked(account: Account, blocked: Blocked): void
  /** Several links at once, because of a block list. */
  listed(account: Account, links: readonly { address: string; reason: string }[]): void
  accountBlocked(account: Account, reason: string, now: number): Promise<void>
  decided(account: Account, decision: { what: string; lifted: boolean; answer: string | null }): void
  appealTokens: OneTimeLinks<AppealPayloads>
}

export interface BlockMessageNeeds {
  transaction: RunTransaction
  appealTokens: OneTimeLinks<AppealPayloads>
  mailer: Mailer
  publicOrigin: string
}

const mostNamed = 10

export function blockMessages({
  transaction,
  appealTokens,
  mailer,
  publicOrigin,
}: BlockMessageNeeds): BlockMessages {
  const { host } = new URL(publicOrigin)
  const send = ({ email }: Account, subject: string, paragraphs: string[]): void => {
    const message: Message = { to: email, subject, text: paragraphs.join('\n\n') }
    mailer.send(message)
  }
  const place = { link: 'dashboard/links', microsite: 'dashboard/microsites' }
  const howToAppeal = (what: keyof typeof place) =>
    `If you think that this is a mistake, open it in your dashboard and choose "Appeal". Those who run ${host} will look at it again: ${publicOrigin}/${place[what]}`
  return {
    appealTokens,
    blocked(account, { what, address, reason }) {
      const name = what === 'link' ? 'link' : 'page'
      send(account, `Your ${name} was blocked`, [
        `Your ${name} ${address} was blocked by those who run ${host}. Visitors are told so, and get no further.`,
        `The reason: ${reason}`,
        howToAppeal(what),
      ])
    },
    listed(account, links) {
      const named = links.slice(0, mostNamed).map(({ address, reason }) => `${address}: ${reason}`)
      const more = links.length > mostNamed ? [`and ${links.length - mostNamed} more`] : []
      send(account, links.length === 1 ? 'Your link was blocked' : 'Some of your links were blocked', [
        `What these links lead to is on a block list that ${host} uses. Visitors are told that they are blocked, and get no further:`,
        [...named, ...more].join('\n'),
        'A link works again as soon as it leads elsewhere. Of more links that this concerns within a day, the dashboard alone tells.',
        howToAppeal('link'),
      ])
    },
    async accountBlocked(account, reason, now) {
      const token = await transaction((tx) =>
        appealTokens.issueToMailbox(tx, {
          purpose: 'appeal',
          userId: account.id,
          subject: account.email,
          payload: {},
          now,
        }),
      )
      send(account, 'Your account was blocked', [
        `Your account at ${host} was blocked by those who run it. You can't sign in, and all your links and pages are blocked.`,
        `The reason: ${reason}`,
        ...(token === null
          ? []
          : [
              `If you think that this is a mistake, tell them why, once and within ${appealDays} days: ${publicOrigin}/account/appeal?token=${token}`,
            ]),
      ])
    },
    decided(account, { what, lifted, answer }) {
      send(account, lifted ? 'Your appeal was granted' : 'Your appeal was turned down', [
        lifted ? `${what} is not blocked any more.` : `${what} stays blocked.`,
        ...(answer === null ? [] : [`Those who run ${host} write: ${answer}`]),
      ])
    },
  }
}
