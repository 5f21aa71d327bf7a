// Visitors of the links: their browsers, addresses, and referers.
import { randomsOf } from './random.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const android = 'Mozilla/5.0 (Linux; Android 10; K)'

/** Twenty browsers' user agents. */
export const browsers: readonly string[] = [
  `${windows} ${chrome} Safari/537.36`,
  `${windows} ${chrome} Safari/537.36 Edg/142.0.0.0`,
  `${windows} ${chrome} Safari/537.36 OPR/124.0.0.0`,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  `${mac} ${chrome} Safari/537.36`,
  `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`,
  `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15`,
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
  `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`,
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`,
  `${android} ${chrome} Mobile Safari/537.36`,
  `${android} AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
  `${android} ${chrome} Safari/537.36`,
  `${iPhone} Version/26.1 Mobile/15E148 Safari/604.1`,
  `${iPhone} Version/18.6 Mobile/15E148 Safari/604.1`,
  `${iPhone} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`,
  `${iPhone} Mobile/22H20 Instagram 405.0.0.28.81 (iPhone15,2; iOS 18_7; en_US; en; scale=3.00; 1179x2556)`,
  'Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
]

/** The share of visits without a referer. */
export const directShare = 0.6

export const referers: readonly string[] = [
  'https://www.google.com/',
  'https://www.facebook.com/',
  'https://l.instagram.com/',
  'https://t.co/',
  'https://www.linkedin.com/',
  'https://www.youtube.com/',
  'https://www.reddit.com/',
  'https://news.ycombinator.com/',
  'https://duckduckgo.com/',
  'https://www.bing.com/',
  'https://mail.google.com/',
  'https://newsletter.example.org/issues/42?utm_source=mail',
]

/** Public client addresses, one in eight of them IPv6; no two are the same. */
export function clientAddresses(count: number): string[] {
  const random = randomsOf(4)
  const below = (limit: number) => Math.floor(random() * limit)
  const addresses = new Set<string>()
  while (addresses.size < count) {
    const groups = Array.from({ length: 6 }, () => below(65_536).toString(16)).join(':')
    addresses.add(
      random() < 1 / 8
        ? `2a0${below(10)}:${groups}:1`
        : `${[31, 62, 78, 84, 90, 109, 151, 177, 186, 203][below(10)]}.${below(256)}.${below(256)}.${1 + below(254)}`,
    )
  }
  return [...addresses]
}
