// What rules ask about a visitor's user agent, remembered by user agent, because parsing one takes longer than a redirect.
import type { OperatingSystem } from '@linnet/contract'
import { BoundedCache } from '../../../platform/concurrency/bounded-cache.ts'
import { type Agent, readUserAgent } from '../../clicks/index.ts'

export interface RuleAgent {
  os: OperatingSystem
  device: Agent['device']
  /** In lower case. */
  browser: string
  isBot: boolean
}

const remembered = new BoundedCache<RuleAgent>(10_000)
const longestUserAgent = 512

export function agentOf(userAgent: string): RuleAgent {
  const key = userAgent.slice(0, longestUserAgent)
  const known = remembered.get(key)
  if (known) return known
  const { os, device, browser, bot } = readUserAgent(key)
  const agent = { os: systemOf(os, key), device, browser: browser.toLowerCase(), isBot: bot }
  remembered.set(key, agent)
  return agent
}

const systems: Record<string, OperatingSystem> = {
  ios: 'ios',
  android: 'android',
  windows: 'windows',
  macos: 'macos',
  linux: 'linux',
}

/** The name that the parser gives an operating system, among those that rules have. */
function systemOf(name: string, userAgent: string): OperatingSystem {
  // ChromeOS and the distributions that name themselves are other systems than Linux to the parser, but not all to people.
  return systems[name.toLowerCase()] ?? (/\b(?:ubuntu|fedora|debian)\b/i.test(userAgent) ? 'linux' : 'other')
}
