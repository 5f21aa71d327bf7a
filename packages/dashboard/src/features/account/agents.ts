// Which browser and system a user agent tells of, in words.
import { accountMessagesIn } from '@linnet/pages/account-messages'
import Bowser from 'bowser'
import type { Language } from '../../lib/language.ts'

/** As the account's pages without script say it, such as "Chrome on Windows"; a program goes by its first word. */
export function agentIn(language: Language, userAgent: string): string {
  const { browser, os } = userAgent ? Bowser.parse(userAgent) : { browser: { name: '' }, os: { name: '' } }
  const program = /^[\w.-]{1,40}/.exec(userAgent)?.[0]
  return accountMessagesIn(language).agent({
    browser: browser.name || program || null,
    system: os.name || null,
  })
}

/** Whether it is one that is held in the hand. */
export function isHandheld(userAgent: string): boolean {
  return /\b(Mobile|Android|iPhone|iPad)\b/.test(userAgent)
}
