// The picture that stands where somebody shares a microsite: drawn once, and again when something of the page changed.
import { createHash } from 'node:crypto'
import { previewSvg } from '@linnet/pages'
import { notFound, wrongMethod } from '../../../http/visitor-answers.ts'
import { BoundedCache } from '../../../platform/concurrency/bounded-cache.ts'
import { hasEntityTag } from '../../../platform/net/entity-tags.ts'
import type { Renderer } from '../../../platform/rendering/index.ts'
import type { Assets } from '../assets/index.ts'
import { type KnownPages, nameOf, type PageName } from './page-cache.ts'
import { portraitOf } from './portraits.ts'
import { shownPage } from './visible-page.ts'

export interface PictureNeeds {
  known: KnownPages
  assets: Pick<Assets, 'read'>
  origin: string
  drawing: Pick<Renderer, 'png' | 'shrink'>
}

interface Picture {
  page: PageName
  bytes: Uint8Array<ArrayBuffer>
  etag: string
}

// As Open Graph and the sites that show it recommend.
const width = 1200
const rememberedBytes = 16 * 1024 * 1024
// Of the texts beside a picture.
const baseWeight = 1000
// Sites that show it ask again and again; a page that was hidden is to be gone from them soon.
const cacheControl = 'public, max-age=300'

export class PreviewPictures {
  private readonly cache = new BoundedCache<Picture>(
    rememberedBytes,
    ({ bytes }) => bytes.length + baseWeight,
  )

  constructor(private readonly needs: PictureNeeds) {}

  /** Refuses with `unavailable` where too many pictures are being drawn. */
  async answer(slug: string, request: Request, requestId: string): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return wrongMethod(request, requestId, 'GET, HEAD')
    const picture = await (this.cache.get(slug) ?? this.cache.load(slug, () => this.draw(slug)))
    if (!picture) return notFound(request, requestId)
    const { bytes, etag } = picture
    // Made to be shown elsewhere, wherever the page is linked.
    const headers = {
      ETag: etag,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': cacheControl,
      'X-Request-Id': requestId,
    }
    if (hasEntityTag(request.headers, etag)) return new Response(null, { status: 304, headers })
    return new Response(bytes, {
      headers: { ...headers, 'Content-Type': 'image/png', 'X-Content-Type-Options': 'nosniff' },
    })
  }

  forget(slug: string): void {
    this.cache.delete(slug)
  }

  forgetWhere(fits: (page: PageName) => boolean): void {
    this.cache.deleteWhere(({ page }) => fits(page))
  }

  forgetAll(): void {
    this.cache.clear()
  }

  private async draw(slug: string): Promise<Picture | undefined> {
    const { known: pages, assets, drawing, origin } = this.needs
    const known = await pages.find(slug)
    if (!known) return undefined
    const page = shownPage(known, origin, null)
    // Not by the page: an account may have any number of them, and would fill the line alone.
    const by = String(known.page.userId)
    const svg = previewSvg(
      page,
      await portraitOf(page, assets, (image, side) => drawing.shrink(image, side, by)),
    )
    const bytes = new Uint8Array(await drawing.png(svg, width, by))
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    return { page: nameOf(known.page), bytes, etag: `"${hash}"` }
  }
}
