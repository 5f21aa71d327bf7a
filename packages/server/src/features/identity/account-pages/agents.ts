// Which browser and system a user agent tells of, for people who look at where they are signed in.
import type { Agent } from '@linnet/pages'
import Bowser from 'bowser'

/** What is not told, or not known, is null. A program that is no browser goes by its first word, such as `curl`. */
export function agentOf(userAgent: string): Agent {
  if (userAgent === '') return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent)
  return { browser: browser.name || programOf(userAgent), system: os.name || null }
}

function programOf(userAgent: string): string | null {
  return /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? null
}
