// The pictures of codes that visitors get, from bounded caches that drop what changes.
import { withPlacement } from '@linnet/contract/placement-names'
import { BoundedCache, type MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import { EventLoopLimiter } from '../../../platform/concurrency/event-loop-limiter.ts'
import type { Renderer } from '../../../platform/rendering/index.ts'
import { codeTopic, type Links } from '../links/index.ts'
import { type QrCode, qrCodeOf, svgOf } from './codes.ts'
import { onWhite, type Rgb } from './colors.ts'
import { scaleOf } from './scaling.ts'
import { type CodeRow, ofAccount, type QrStore, qrTopic } from './store.ts'
import { type QrStyle, styleOf } from './styles.ts'

/** A code in its current style. */
export interface Picture {
  userId: number
  /** Changes with the picture. */
  tag: string
  /** The address of the link; null for a microsite, whose visits aren't counted by placement. */
  linkAddress: string | null
  code: QrCode
  color: Rgb
  /** Whose logo is in it: a link's number, or 0 for the account's; null if there is none. */
  logoOf: number | null
  /** Null if there is a logo, which would be cached once for each code: then the SVG is made on request. */
  svg: string | null
}

interface Logo {
  userId: number
  tag: string
  base64: string
}

// Some 10 KB each. Logos take up to 300 KB, and so do pictures with one.
const mostCached = 2000
const mostCachedLogos = 64
const mostCachedPngs = 128

export class Pictures {
  private readonly pictures = new BoundedCache<Picture>(mostCached)
  private readonly logos = new BoundedCache<Logo>(mostCachedLogos)
  /** By tag and width, so that they are never out of date. */
  private readonly pngs = new BoundedCache<Uint8Array>(mostCachedPngs)
  /** A code with a long placement takes a few milliseconds, so visitors are redirected between two of them. */
  private readonly turns = new EventLoopLimiter(1)

  constructor(
    private readonly store: QrStore,
    private readonly links: Links,
    private readonly renderer: Renderer,
  ) {
    store.subscribe((topic) => {
      if (topic === null) {
        this.pictures.clear()
        this.logos.clear()
      } else if (topic.startsWith(codeTopicStart)) this.pictures.delete(topic)
      else
        for (const start of accountTopicStarts)
          if (topic.startsWith(start)) this.forget(Number(topic.slice(start.length)))
    })
  }

  /** The picture for a code; undefined if there is nothing at the code. */
  find(domainId: number, code: string): MaybePromise<Picture | undefined> {
    const key = codeTopic(domainId, code)
    return this.pictures.get(key) ?? this.pictures.load(key, () => this.read(domainId, code))
  }

  /** The picture with a placement in its address. Not cached, because anyone can make up placements. */
  async placed(picture: Picture, placement: string): Promise<Picture> {
    const { userId, linkAddress, color, logoOf } = picture
    if (linkAddress === null) return picture
    const text = withPlacement(contentOf(linkAddress), placement)
    await this.turns.enter()
    return pictureOf({ userId, linkAddress, text, color, logoOf, logo: await this.logo(userId, logoOf) })
  }

  svg(picture: Picture): MaybePromise<string> {
    if (picture.svg !== null) return picture.svg
    return this.logo(picture.userId, picture.logoOf).then((logo) =>
      svgOf(picture.code, picture.color, logo?.base64 ?? null),
    )
  }

  /**
   * The picture as PNG of this width (pixels), or wider if its modules need more. `admit` is called first if the picture
   * needs a render process, which many share.
   */
  async png(picture: Picture, width: number, admit: () => Promise<void>): Promise<Uint8Array> {
    const key = `${picture.tag} ${width}`
    const cached = this.pngs.get(key)
    if (cached) return cached
    // Not inside the load, which others may wait for: a refusal concerns one visitor.
    if (picture.logoOf !== null) await admit()
    return (await this.pngs.load(key, () => this.render(picture, width))) as Uint8Array
  }

  /** A string in a style that may be unsaved, as SVG of this width (pixels). Not cached. */
  async preview(userId: number, text: string, style: QrStyle, width: number): Promise<string> {
    const logo = style.logoStatus === 'ready' ? await this.logo(userId, style.logoOf) : null
    return svgOf(qrCodeOf(text, logo !== null), onWhite(style.color), logo?.base64 ?? null, width)
  }

  private async render({ code, color, userId, logoOf }: Picture, width: number): Promise<Uint8Array> {
    const scale = scaleOf(code, width, color)
    const logo = await this.logo(userId, logoOf)
    // By the account, because one may have any number of codes.
    const by = String(userId)
    return logo
      ? await this.renderer.png(svgOf(code, color, logo.base64, width), scale.width, by)
      : await this.renderer.modulesPng({ ...code, ...scale, color }, by)
  }

  private read(domainId: number, code: string): MaybePromise<Picture | undefined> {
    const row = this.store.link(domainId, code)
    if (row instanceof Promise) return row.then((found) => this.pictureOr(found, domainId, code))
    return this.pictureOr(row, domainId, code)
  }

  private pictureOr(
    row: CodeRow | undefined,
    domainId: number,
    code: string,
  ): MaybePromise<Picture | undefined> {
    if (row) return this.picture(row, code)
    const microsite = this.store.microsite(domainId, code)
    if (microsite instanceof Promise) return microsite.then((found) => found && this.picture(found, code))
    return microsite && this.picture(microsite, code)
  }

  private picture(row: CodeRow, code: string): MaybePromise<Picture> {
    const { user_id: userId } = row
    const { logoStatus, logoOf, color } = styleOfRow(row)
    const address = this.links.addressOf({ code, domain_name: row.domain_name }).short_url
    const drawn = {
      ...{ userId, linkAddress: row.link_id === null ? null : address, text: contentOf(address) },
      ...{ color: onWhite(color), logoOf },
    }
    if (logoStatus !== 'ready') return pictureOf({ ...drawn, logo: null })
    return this.logo(userId, logoOf).then((logo) => pictureOf({ ...drawn, logo }))
  }

  private async logo(userId: number, logoOf: number | null): Promise<Logo | null> {
    if (logoOf === null) return null
    const key = `${userId} ${logoOf}`
    const read = async () => {
      const image = await this.store.logoImage(userId, logoOf)
      return image === null
        ? undefined
        : { userId, tag: tagOf(image), base64: Buffer.from(image).toString('base64') }
    }
    return this.logos.get(key) ?? (await this.logos.load(key, read)) ?? null
  }

  private forget(userId: number): void {
    this.pictures.deleteWhere((picture) => picture.userId === userId)
    this.logos.deleteWhere((logo) => logo.userId === userId)
  }
}

/** The content of a code. The query tells scans from clicks. */
export const contentOf = (shortUrl: string): string => `${shortUrl}?qr`

const codeTopicStart = 'code:'
const accountTopicStarts = [qrTopic(0).slice(0, -1), 'account:']

function styleOfRow(row: CodeRow): QrStyle {
  const linkId = row.link_id ?? ofAccount
  return styleOf(
    [
      {
        link_id: ofAccount,
        color: row.account_color,
        logo: row.account_logo,
        logo_status: row.account_status,
      },
      ...(row.link_id === null
        ? []
        : [{ link_id: linkId, color: row.own_color, logo: row.own_logo, logo_status: row.own_status }]),
    ],
    linkId,
  )
}

interface Drawn extends Pick<Picture, 'userId' | 'linkAddress' | 'color' | 'logoOf'> {
  text: string
  logo: Logo | null
}

function pictureOf({ userId, linkAddress, text, color, logoOf, logo }: Drawn): Picture {
  const code = qrCodeOf(text, logo !== null)
  return {
    userId,
    tag: tagOf(`${text} ${color} ${logo?.tag}`),
    linkAddress,
    code,
    color,
    logoOf: logo === null ? null : logoOf,
    svg: logo === null ? svgOf(code, color, null) : null,
  }
}

function tagOf(content: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(content).digest('base64url').slice(0, 22)
}
