// The preview picture that is shown where somebody shares a microsite: rendered once, and again when the page has changed.
import { createHash } from 'node:crypto'
import { previewSvg } from '@linnet/pages'
import { notFound, wrongMethod } from '../../../http/visitor-answers.ts'
import { BoundedCache } from '../../../platform/concurrency/bounded-cache.ts'
import { hasEntityTag } from '../../../platform/net/entity-tags.ts'
import type { Renderer } from '../../../platform/rendering/index.ts'
import { codeTopic } from '../../links/links/index.ts'
import type { Assets } from '../assets/index.ts'
import { nameOf, type PageCache, type PageName } from './page-cache.ts'
import { portraitOf } from './portraits.ts'
import { visiblePage } from './visible-page.ts'

export interface PreviewPictureNeeds {
  pages: PageCache
  assets: Pick<Assets, 'read'>
  renderer: Pick<Renderer, 'png' | 'shrink'>
}

interface PreviewPicture {
  page: PageName
  bytes: Uint8Array<ArrayBuffer>
  etag: string
}

// As Open Graph and the sites that show it recommend.
const width = 1200
const mostCachedBytes = 16 * 1024 * 1024
// For the strings that are cached with a picture.
const baseWeight = 1000
// Sites that show it request it repeatedly, and the picture of a hidden page must soon disappear from them.
const cacheControl = 'public, max-age=300'

export class PreviewPictures {
  private readonly cache = new BoundedCache<PreviewPicture>(
    mostCachedBytes,
    ({ bytes }) => bytes.length + baseWeight,
  )

  constructor(private readonly needs: PreviewPictureNeeds) {}

  /** Refuses with `unavailable` if too many pictures are being rendered. */
  async answer(domainId: number, slug: string, request: Request, requestId: string): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return wrongMethod(request, requestId, 'GET, HEAD')
    const key = codeTopic(domainId, slug)
    const picture = await (this.cache.get(key) ?? this.cache.load(key, () => this.render(domainId, slug)))
    if (!picture) return notFound(request, requestId)
    const { bytes, etag } = picture
    // It is made to be shown on other sites that link to the page.
    const headers = {
      ETag: etag,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': cacheControl,
    }
    if (hasEntityTag(request.headers, etag)) return new Response(null, { status: 304, headers })
    return new Response(bytes, {
      headers: { ...headers, 'Content-Type': 'image/png', 'X-Content-Type-Options': 'nosniff' },
    })
  }

  forget(topic: string): void {
    this.cache.delete(topic)
  }

  forgetWhere(fits: (page: PageName) => boolean): void {
    this.cache.deleteWhere(({ page }) => fits(page))
  }

  forgetAll(): void {
    this.cache.clear()
  }

  private async render(domainId: number, slug: string): Promise<PreviewPicture | undefined> {
    const { pages, assets, renderer } = this.needs
    const cached = await pages.find(domainId, slug)
    if (!cached) return undefined
    const page = visiblePage(cached, null)
    // By the account, which may have any number of pages and would fill the queue by itself.
    const by = String(cached.page.userId)
    const svg = previewSvg(
      page,
      await portraitOf(page, assets, (image, side) => renderer.shrink(image, side, by)),
    )
    const bytes = new Uint8Array(await renderer.png(svg, width, by))
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    return { page: nameOf(cached.page), bytes, etag: `"${hash}"` }
  }
}
