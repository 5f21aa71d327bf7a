// The browser and the operating system that a user agent names, for lists of where a user is signed in.
import type { Agent } from '@linnet/pages'
import Bowser from 'bowser'

/** Unknown ones are null. A program that is not a browser is named by the first word, such as `curl`. */
export function agentOf(userAgent: string): Agent {
  if (userAgent === '') return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent)
  return { browser: browser.name || programOf(userAgent), system: os.name || null }
}

function programOf(userAgent: string): string | null {
  return /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? null
}
