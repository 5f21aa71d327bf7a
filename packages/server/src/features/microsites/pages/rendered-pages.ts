// Drawn pages, whole and compressed, so that a visitor's request costs a look into a map and a copy.
import { Refusal } from '@linnet/contract'
import { type Language, type MicrositePage, renderMicrosite } from '@linnet/pages'
import {
  BoundedCache,
  type CacheMetrics,
  type MaybePromise,
} from '../../../platform/concurrency/bounded-cache.ts'
import { EventLoopLimiter } from '../../../platform/concurrency/event-loop-limiter.ts'
import { documentHeaders } from '../../../platform/net/document-headers.ts'
import { type PreparedBody, prepareBody } from '../../../platform/net/prepared-body.ts'
import { reportAddress } from '../../links/redirect/index.ts'
import type { HoldUpNeeds } from './components/judging.ts'
import { type KnownPage, type KnownPages, nameOf, type PageName } from './page-cache.ts'
import { languageFor } from './page-language.ts'
import { shownPage } from './visible-page.ts'

type Drawn = ReturnType<typeof renderMicrosite>

export interface DrawnPage {
  page: PageName
  /** As that of `KnownPage`. */
  until: number
  body: PreparedBody
}

const rememberedBytes = 48 * 1024 * 1024
// So many in each turn of the event loop: drawing takes as long as many redirects, which go on in between.
const drawnPerTurn = 1
// The last of them waits some tenths of a second; who comes after them had better ask again.
const mostWaiting = 200

export class DrawnPages {
  private readonly cache = new BoundedCache<DrawnPage>(rememberedBytes, ({ body }) => body.weight)
  private readonly share = new EventLoopLimiter(drawnPerTurn)
  private hits = 0
  private misses = 0

  constructor(
    private readonly known: KnownPages,
    private readonly holdUps: HoldUpNeeds,
    private readonly origin: string,
    private readonly reportUrl: string,
  ) {}

  /** The page in the visitor's language, where it is remembered. */
  remembered(slug: string, request: Request): DrawnPage | undefined {
    const drawn = this.cache.get(keyOf(slug, languageFor(request)))
    if (!drawn || this.known.isOld(drawn)) return undefined
    this.hits++
    return drawn
  }

  get figures(): CacheMetrics {
    return { entries: this.cache.entries, hits: this.hits, misses: this.misses }
  }

  /** The page in the visitor's language; undefined where visitors see none. */
  find(slug: string, request: Request): MaybePromise<DrawnPage | undefined> {
    const language = languageFor(request)
    const key = keyOf(slug, language)
    const drawn = this.cache.get(key)
    if (drawn && !this.known.isOld(drawn)) return drawn
    if (drawn) this.cache.delete(key)
    return this.cache.load(key, () => {
      const known = this.known.find(slug)
      if (known instanceof Promise) return known.then((found) => found && this.prepare(found, language))
      return known && this.prepare(known, language)
    })
  }

  /**
   * Draws a page in its turn. Refuses with `unavailable` where too many wait for theirs, and draws nothing for who is
   * gone when it comes.
   */
  async draw(page: MicrositePage, language: Language, signal?: AbortSignal): Promise<Drawn> {
    if (this.share.crowd >= mostWaiting) throw new Refusal('unavailable')
    await this.share.enter()
    if (signal?.aborted) throw new Refusal('unavailable')
    const reportUrl = reportAddress(this.reportUrl, page.url)
    return renderMicrosite({ ...page, reportUrl }, language)
  }

  forget(slug: string): void {
    for (const language of ['en', 'id'] as const) this.cache.delete(keyOf(slug, language))
  }

  forgetWhere(fits: (page: PageName) => boolean): void {
    this.cache.deleteWhere(({ page }) => fits(page))
  }

  forgetAll(): void {
    this.cache.clear()
  }

  private async prepare(known: KnownPage, language: Language): Promise<DrawnPage> {
    this.misses++
    const { html, contentSecurityPolicy } = await this.draw(
      shownPage(known, this.origin, this.holdUps),
      language,
    )
    const headers = { ...pageHeaders(language, contentSecurityPolicy), 'Cache-Control': 'private, no-cache' }
    return { page: nameOf(known.page), until: known.until, body: await prepareBody(html, headers) }
  }
}

/** What every answer with a page of a microsite says. */
export function pageHeaders(language: Language, contentSecurityPolicy: string): Record<string, string> {
  return {
    ...documentHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Content-Type-Options': 'nosniff',
    // Where a link leads learns which site its visitor comes from, as owners of pages want it, and no more.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    Vary: 'Accept, Accept-Encoding, Accept-Language',
  }
}

const keyOf = (slug: string, language: Language) => `${language} ${slug}`
