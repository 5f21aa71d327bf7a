// Renders the e-mail that notifies an owner of a change to the account's security.
import { accountWordsIn } from '../account/words.ts'
import type { Language } from '../language.ts'
import type { SecurityNotice } from './security-notice.ts'
import { securityNoticeWordsIn } from './words.ts'

/** A plain-text message for the mailer. */
export function renderSecurityNotice(
  notice: SecurityNotice,
  language: Language,
): { subject: string; text: string } {
  const words = securityNoticeWordsIn(language)
  const { subject, text } = words.kinds[notice.kind]
  // On one line, because an attacker may have chosen it.
  const name = (notice.name ?? '').replace(/\s+/g, ' ').trim()
  const paragraphs = [
    text(notice.host, name),
    [
      `${words.when}: ${timeIn(language, notice.at)}`,
      `${words.from}: ${placeIn(language, notice)}`,
      `${words.with}: ${agentIn(language, notice) ?? words.unknownBrowser}`,
    ].join('\n'),
    words.ifYou,
    words.ifNot,
    notice.securityAddress,
    words.forgotPassword,
    notice.forgotPasswordAddress,
  ]
  return { subject: subject(notice.host), text: `${paragraphs.join('\n\n')}\n` }
}

/** In UTC, and says so, because the reader's time zone is unknown. */
function timeIn(language: Language, at: number): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(at * 1000)} UTC`
}

function placeIn(language: Language, { address, country }: SecurityNotice): string {
  const name = country === null ? undefined : new Intl.DisplayNames(language, { type: 'region' }).of(country)
  return name ? `${address} (${name})` : address
}

function agentIn(language: Language, { agent }: SecurityNotice): string | null {
  return agent.browser || agent.system ? accountWordsIn(language).agent(agent) : null
}
