// Names the browser and the operating system in a user agent.

import type { Language } from '@linnet/languages'
import Bowser from 'bowser'
import { activityIn } from './messages.ts'

/** In the words of the account pages, such as "Chrome on Windows"; a program by its first word. */
export function agentIn(language: Language, userAgent: string): string {
  const { browser, os } = userAgent ? Bowser.parse(userAgent) : { browser: { name: '' }, os: { name: '' } }
  const program = /^[\w.-]{1,40}/.exec(userAgent)?.[0]
  return activityIn(language).agent({
    browser: browser.name || program || null,
    system: os.name || null,
  })
}

/** Whether it is a phone or a tablet. */
export function isHandheld(userAgent: string): boolean {
  return /\b(Mobile|Android|iPhone|iPad)\b/.test(userAgent)
}
