// The visitors that a person can describe, and how their programs call themselves.
import { secondsOf } from '../../../lib/local-minute.ts'

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

/** By what they visit with. */
export const userAgents = {
  iphone: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webKit} Mobile/15E148 Safari/604.1`,
  ipad: `Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${webKit} Mobile/15E148 Safari/604.1`,
  android: `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome} Mobile Safari/537.36`,
  androidTablet: `Mozilla/5.0 (Linux; Android 15; SM-X910) ${chrome} Safari/537.36`,
  windows: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`,
  mac: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Safari/605.1.15`,
  linux: `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`,
  messenger: 'WhatsApp/2.24.20.89 A',
  crawler: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
} as const
export type VisitorDevice = keyof typeof userAgents
export const visitorDevices = Object.keys(userAgents) as VisitorDevice[]

export interface DescribedVisitor {
  device: VisitorDevice
  /** Empty if unknown. */
  country: string
  /** Empty if unknown. */
  language: string
  /** Date and time in this browser's zone; empty for now. */
  time: string
  scan: boolean
  referer: string
  query: string
}

export const usualVisitor: DescribedVisitor = {
  device: 'iphone',
  country: '',
  language: '',
  time: '',
  scan: false,
  referer: '',
  query: '',
}

/** What the API is asked about the visitor. */
export function questionAbout(visitor: DescribedVisitor) {
  const { device, country, language, time, scan, referer, query } = visitor
  return {
    user_agent: userAgents[device],
    country: country || null,
    language: language || null,
    at: secondsOf(time),
    scan,
    // People name a site more often than they paste an address.
    referer:
      referer.trim() && (/^https?:/i.test(referer.trim()) ? referer.trim() : `https://${referer.trim()}/`),
    query: query.trim().replace(/^\?/, ''),
  }
}
