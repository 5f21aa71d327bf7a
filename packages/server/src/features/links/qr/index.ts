// QR codes: how they look, and the pictures of them. The face of the feature.
import { type Api, Refusal, shortCodePattern } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import { notFound, wrongMethod } from '../../../http/visitor-answers.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import { hasEntityTag } from '../../../platform/net/entity-tags.ts'
import type { Mailer } from '../../../platform/net/mail.ts'
import type { Outgoing } from '../../../platform/net/outgoing/index.ts'
import { decodedSegment } from '../../../platform/net/path-segment.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { During } from '../../../platform/observability/watchdog/index.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { Renderer } from '../../../platform/rendering/index.ts'
import { type RateLimiter, secondsLeft, strangersKey } from '../../../platform/security/rate-limit.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Erase } from '../../identity/accounts/index.ts'
import type { Audit } from '../../identity/audit/index.ts'
import type { Links } from '../links/index.ts'
import { notifyOwners } from './abandoned-logos.ts'
import { type Format, pictureAnswer, refused, unchanged } from './answers.ts'
import { defaultWidth } from './codes.ts'
import { LogoStore } from './logo-store.ts'
import { Logos } from './logos.ts'
import { qrOperations } from './operations.ts'
import { type Picture, Pictures } from './pictures.ts'
import { QrStore } from './store.ts'

export { giveUpLogo, type LogoClaim } from './logo-store.ts'

export interface Asked {
  request: Request
  domainId: number
  /** Path without the leading slash, and query without the question mark. */
  path: string
  query: string
  requestId: string
  /** The visitor's. */
  address: string
}

export interface Qr {
  operations: Handlers<Api['qr']>
  /** The picture that a path of one segment means; null where it means none. */
  picture(asked: Asked): MaybePromise<Response> | null
  /** Fetches the logos that are due. */
  fetchLogos(): Promise<void>
  /** Notifies the owners of logos that were given up because their jobs never came back. */
  notifyOwners(): Promise<void>
  /** Deletes some of the looks of a deleted account; false where it has none. */
  erase: Erase
  stop(): Promise<void>
}

export interface QrNeeds {
  db: Database
  clock: Clock
  log: Log
  links: Links
  outgoing: Outgoing
  drawing: Renderer
  limiter: RateLimiter
  during: During
  audit: Audit
  mailer: Mailer
  /** Where the dashboard has its QR codes. */
  dashboardUrl: string
  /** What a visitor's address counts under, which does not tell it. */
  pseudonym(address: string): string
}

const leastWidth = 64
const mostWidth = 2048
const erasedAtOnce = 500
// Each takes a fiftieth of a second of a core; who shows many on one page can show them as SVG.
const drawnPerMinute = 60

export function createQr(needs: QrNeeds): Qr {
  const { db, clock, log, links, outgoing, drawing } = needs
  const store = new QrStore(db)
  const pictures = new Pictures(store, links, drawing)
  const logoStore = new LogoStore(db)
  const announce: QrStore['announce'] = (tx, userId) => store.announce(tx, userId)
  const logos = new Logos({ store: logoStore, announce, outgoing, drawing, clock, log, during: needs.during })

  function nudge(): void {
    void logos.look().catch((error) => log.warn('logos are looked for later', { reason: String(error) }))
  }

  function answer(asked: Asked, picture: Picture | undefined, format: Format): MaybePromise<Response> {
    const { request, requestId } = asked
    if (!picture) return notFound(request, requestId)
    const width = format === 'png' ? widthOf(asked.query) : 0
    if (width === null)
      return refused('malformed_request', requestId, {
        message: `size must be a whole number of pixels from ${leastWidth} to ${mostWidth}.`,
      })
    const tag = width === 0 ? picture.tag : `${picture.tag}-${width}`
    if (hasEntityTag(request.headers, `"${tag}"`)) return unchanged(tag, requestId)
    if (width > 0) return png(picture, width, tag, asked)
    const svg = pictures.svg(picture)
    if (!(svg instanceof Promise)) return pictureAnswer(svg, format, tag, requestId)
    return svg.then((drawn) => pictureAnswer(drawn, format, tag, requestId))
  }

  async function png(picture: Picture, width: number, tag: string, asked: Asked): Promise<Response> {
    const { requestId } = asked
    try {
      return pictureAnswer(
        await pictures.png(picture, width, () => book(asked.address)),
        'png',
        tag,
        requestId,
      )
    } catch (error) {
      if (!(error instanceof Refusal) || (error.code !== 'unavailable' && error.code !== 'rate_limited'))
        throw error
      return refused(error.code, requestId, error)
    }
  }

  /** Books a picture that is to be drawn for a visitor. Refuses with `rate_limited` where those of a minute are used up. */
  async function book(address: string): Promise<void> {
    const booked = await needs.limiter.take(strangersKey(`qr:${needs.pseudonym(address)}`), drawnPerMinute)
    if (!booked.admitted)
      throw new Refusal(
        'rate_limited',
        `Too many QR codes with logos were drawn for this address. Wait as long as Retry-After says, or take the SVG.`,
        undefined,
        secondsLeft(booked),
      )
  }

  return {
    operations: qrOperations({ store, links, pictures, outgoing, nudge }),
    picture(asked) {
      const { path, request, requestId, domainId } = asked
      const format = formatOf(path)
      if (format === null) return null
      if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(request, requestId)
      const code = decodedSegment(path.slice(0, -4))
      if (!shortCodePattern.test(code)) return notFound(request, requestId)
      const picture = pictures.find(domainId, code)
      return picture instanceof Promise
        ? picture.then((found) => answer(asked, found, format))
        : answer(asked, picture, format)
    },
    fetchLogos: () => logos.fetchDue(),
    notifyOwners: () =>
      notifyOwners(
        { logos: logoStore, audit: needs.audit, mailer: needs.mailer, dashboardUrl: needs.dashboardUrl },
        clock.now(),
      ),
    erase: (userId) => store.erase(userId, erasedAtOnce),
    stop: () => logos.stop(),
  }
}

/** Asked of every redirect's path: so without looking at more of it than its end. */
function formatOf(path: string): Format | null {
  if (path.charCodeAt(path.length - 4) !== dot) return null
  if (path.endsWith('svg')) return 'svg'
  return path.endsWith('png') ? 'png' : null
}

const dot = 0x2e

/** The width that a query asks for, in pixels; null where it asks for none that there is. */
function widthOf(query: string): number | null {
  if (query === '') return defaultWidth
  const wanted = new URLSearchParams(query).getAll('size')
  if (wanted.length === 0) return defaultWidth
  const width = wanted.length === 1 && /^[1-9]\d{1,3}$/.test(wanted[0] ?? '') ? Number(wanted[0]) : 0
  return width >= leastWidth && width <= mostWidth ? width : null
}
