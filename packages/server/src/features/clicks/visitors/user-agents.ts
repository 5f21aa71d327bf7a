// Parses user agents: the kind of device, the browser, the operating system, and whether it is a declared crawler.
import Bowser from 'bowser'
import { isbot } from 'isbot'

export interface Agent {
  device: 'desktop' | 'mobile' | 'tablet' | 'bot' | 'other'
  browser: string
  os: string
  bot: boolean
}

// Command-line clients and HTTP libraries: `isbot` counts them as bots, but they act for a person.
const clients =
  /^(curl|wget|httpie|xh|lwp|libwww-perl|python|aiohttp|httpx|axios|node|undici|got|superagent|bun|deno|go-http-client|okhttp|apache-httpclient|java|guzzlehttp|symfony|ruby|faraday|http\.rb|rest-client|restsharp|reqwest|hyper|ureq|dart|postmanruntime|insomnia|bruno|k6|powershell|php|perl|fasthttp|cpp-httplib|libcurl|nsurlsession|cfnetwork|dalvik|urllib|requests|feign|jetty|vert\.x|unirest|typhoeus|excon|finagle|akka-http|pekko-http|elixir|hackney|mint|finch|req|ahc|alamofire|aria2|axel|elinks|fetch|http-client|http_request2?|httparty|httpclient|jakarta commons-httpclient|libsoup|links|lua-resty-http|lynx|microsoft-winhttp|reactornetty|w3m|winhttp)\b/i
// Such a client is a bot only if it says so. (A library may name its own project, as node-fetch does.)
const declared = /bot\b|crawl|spider|slurp|preview|fetcher|\+https?:(?!\/\/github\.com\/)/i

/** Whether this is a declared crawler or a fetcher of link previews. */
export function isCrawler(userAgent: string): boolean {
  if (clients.test(userAgent)) return declared.test(userAgent)
  return isbot(userAgent)
}

const devices = new Set(['desktop', 'mobile', 'tablet'])

/** Parses a user agent; what it does not say is `other`. */
export function readUserAgent(userAgent: string): Agent {
  const bot = isCrawler(userAgent)
  const { browser, os, platform } = userAgent ? Bowser.parse(userAgent) : nothing
  const kind = platform.type ?? ''
  return {
    device: bot ? 'bot' : devices.has(kind) ? (kind as Agent['device']) : 'other',
    browser: browser.name || 'other',
    os: os.name || 'other',
    bot,
  }
}

const nothing: Pick<Bowser.Parser.ParsedResult, 'browser' | 'os' | 'platform'> = {
  browser: {},
  os: {},
  platform: {},
}
