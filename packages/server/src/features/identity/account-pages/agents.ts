// Finds the browser and operating system in a user agent, for lists of sessions and activity.
import type { Agent } from '@linnet/pages'
import Bowser from 'bowser'

/** Null for what is unknown. A program that isn't a browser is called by its first word, such as `curl`. */
export function agentOf(userAgent: string): Agent {
  if (userAgent === '') return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent)
  return { browser: browser.name || programOf(userAgent), system: os.name || null }
}

function programOf(userAgent: string): string | null {
  return /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? null
}
