// Rendered pages, whole and compressed, so that a visitor's request costs a lookup and a copy.
import { Refusal } from '@linnet/contract'
import { type Language, languageTags } from '@linnet/languages'
import { type MicrositePage, renderMicrosite } from '@linnet/pages'
import {
  BoundedCache,
  type CacheMetrics,
  type MaybePromise,
} from '../../../platform/concurrency/bounded-cache.ts'
import { EventLoopLimiter } from '../../../platform/concurrency/event-loop-limiter.ts'
import { documentHeaders } from '../../../platform/net/document-headers.ts'
import { type PreparedBody, prepareBody } from '../../../platform/net/prepared-body.ts'
import { codeTopic } from '../../links/links/index.ts'
import { reportAddress } from '../../links/redirect/index.ts'
import type { HoldUpNeeds } from './components/destination-check.ts'
import { type CachedPage, nameOf, type PageCache, type PageName } from './page-cache.ts'
import { languageFor } from './page-language.ts'
import { visiblePage } from './visible-page.ts'

type RenderedMicrosite = ReturnType<typeof renderMicrosite>

export interface RenderedPage {
  page: PageName
  /** As in `CachedPage`. */
  until: number
  body: PreparedBody
}

const mostCachedBytes = 48 * 1024 * 1024
// Per turn of the event loop: rendering takes as long as many redirects, which continue in between.
const renderedPerTurn = 1
// The last of them waits a few tenths of a second; further requests should try again later.
const mostWaiting = 200

export interface RenderedPagesNeeds {
  pages: PageCache
  holdUps: HoldUpNeeds
  /** The page on which links are reported. */
  reportUrl: string
}

export class RenderedPages {
  private readonly cache = new BoundedCache<RenderedPage>(mostCachedBytes, ({ body }) => body.weight)
  private readonly limiter = new EventLoopLimiter(renderedPerTurn)
  private hits = 0
  private misses = 0

  constructor(private readonly needs: RenderedPagesNeeds) {}

  /** The page in the visitor's language, if it is cached. */
  remembered(domainId: number, slug: string, request: Request): RenderedPage | undefined {
    const rendered = this.cache.get(keyOf(codeTopic(domainId, slug), languageFor(request)))
    if (!rendered || this.needs.pages.isOld(rendered)) return undefined
    this.hits++
    return rendered
  }

  get metrics(): CacheMetrics {
    return { entries: this.cache.entries, hits: this.hits, misses: this.misses }
  }

  /** The page in the visitor's language; undefined if visitors see none. */
  find(domainId: number, slug: string, request: Request): MaybePromise<RenderedPage | undefined> {
    const language = languageFor(request)
    const key = keyOf(codeTopic(domainId, slug), language)
    const rendered = this.cache.get(key)
    if (rendered && !this.needs.pages.isOld(rendered)) return rendered
    if (rendered) this.cache.delete(key)
    return this.cache.load(key, () => {
      const cached = this.needs.pages.find(domainId, slug)
      if (cached instanceof Promise) return cached.then((found) => found && this.prepare(found, language))
      return cached && this.prepare(cached, language)
    })
  }

  /**
   * Renders a page in its turn. Refuses with `unavailable` if too many are waiting, or if the visitor has disconnected by
   * then.
   */
  async render(page: MicrositePage, language: Language, signal?: AbortSignal): Promise<RenderedMicrosite> {
    if (this.limiter.crowd >= mostWaiting) throw new Refusal('unavailable')
    await this.limiter.enter()
    if (signal?.aborted) throw new Refusal('unavailable')
    const reportUrl = reportAddress(this.needs.reportUrl, page.url)
    return renderMicrosite({ ...page, reportUrl }, language)
  }

  forget(topic: string): void {
    for (const language of languageTags) this.cache.delete(keyOf(topic, language))
  }

  forgetWhere(fits: (page: PageName) => boolean): void {
    this.cache.deleteWhere(({ page }) => fits(page))
  }

  forgetAll(): void {
    this.cache.clear()
  }

  private async prepare(cached: CachedPage, language: Language): Promise<RenderedPage> {
    this.misses++
    const { html, contentSecurityPolicy } = await this.render(
      visiblePage(cached, this.needs.holdUps),
      language,
    )
    const headers = { ...pageHeaders(language, contentSecurityPolicy), 'Cache-Control': 'private, no-cache' }
    return { page: nameOf(cached.page), until: cached.until, body: await prepareBody(html, headers) }
  }
}

/** The headers of every answer with a page of a microsite. */
export function pageHeaders(language: Language, contentSecurityPolicy: string): Record<string, string> {
  return {
    ...documentHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Content-Type-Options': 'nosniff',
    // Destinations learn which site a visitor comes from, as owners of pages want, and no more.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    Vary: 'Accept, Accept-Encoding, Accept-Language',
  }
}

const keyOf = (topic: string, language: Language) => `${language} ${topic}`
