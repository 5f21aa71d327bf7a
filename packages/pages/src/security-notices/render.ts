// Renders the e-mail that notifies an owner of a change to the account's security.
import type { Language } from '@linnet/languages'
import { activityIn, securityNoticesIn } from '../messages.ts'
import type { SecurityNotice } from './security-notice.ts'

/** A plain-text message for the mailer. */
export function renderSecurityNotice(
  notice: SecurityNotice,
  language: Language,
): { subject: string; text: string } {
  const messages = securityNoticesIn(language)
  const { subject, text } = messages.kinds[notice.kind]
  // On one line, because an attacker may have chosen it.
  const name = (notice.name ?? '').replace(/\s+/g, ' ').trim()
  const paragraphs = [
    text(notice.host, name),
    [
      `${messages.when}: ${timeIn(language, notice.at)}`,
      `${messages.from}: ${placeIn(language, notice)}`,
      `${messages.with}: ${agentIn(language, notice) ?? messages.unknownBrowser}`,
    ].join('\n'),
    messages.ifYou,
    messages.ifNot,
    notice.securityAddress,
    messages.forgotPassword,
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
  return agent.browser || agent.system ? activityIn(language).agent(agent) : null
}
