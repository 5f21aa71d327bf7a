// The pictures of codes that visitors get: which code a path means, from a bounded cache that changes correct.
import { BoundedCache, type MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Renderer } from '../../../platform/rendering/index.ts'
import { codeTopic, type Links } from '../links/index.ts'
import { type Code, codeOf, svgOf } from './codes.ts'
import { onWhite, type Rgb } from './colors.ts'
import { scaleOf } from './scaling.ts'
import { type CodeRow, ofAccount, type QrStore, qrTopic } from './store.ts'
import { type QrStyle, styleOf } from './styles.ts'

/** A code as it is drawn at present. */
export interface Picture {
  userId: number
  /** Changes with what is drawn. */
  tag: string
  code: Code
  color: Rgb
  /** Whose logo is drawn in it: a link's number, or 0 for the account's; null where none is. */
  logoOf: number | null
  /** Without a logo, which would be held once for each code: then it is put together when it is asked for. */
  svg: string | null
}

interface Logo {
  userId: number
  tag: string
  base64: string
}

// Some 10 KB each; logos have up to 300 KB, and so have pictures of them.
const remembered = 2000
const rememberedLogos = 64
const rememberedPngs = 128

export class Pictures {
  private readonly pictures = new BoundedCache<Picture>(remembered)
  private readonly logos = new BoundedCache<Logo>(rememberedLogos)
  /** By what is drawn, so that it is never out of date. */
  private readonly pngs = new BoundedCache<Uint8Array>(rememberedPngs)

  constructor(
    private readonly store: QrStore,
    private readonly links: Links,
    private readonly drawing: Renderer,
  ) {
    store.subscribe((topic) => {
      if (topic === null) {
        this.pictures.clear()
        this.logos.clear()
      } else if (topic.startsWith(codesBegin)) this.pictures.delete(topic)
      else
        for (const begin of accountsBegin)
          if (topic.startsWith(begin)) this.forget(Number(topic.slice(begin.length)))
    })
  }

  /** The picture of what a code leads to; undefined where that is nothing. */
  find(domainId: number, code: string): MaybePromise<Picture | undefined> {
    const key = codeTopic(domainId, code)
    return this.pictures.get(key) ?? this.pictures.load(key, () => this.read(domainId, code))
  }

  svg(picture: Picture): MaybePromise<string> {
    if (picture.svg !== null) return picture.svg
    return this.logo(picture.userId, picture.logoOf).then((logo) =>
      svgOf(picture.code, picture.color, logo?.base64 ?? null),
    )
  }

  /**
   * The picture as PNG, so wide (pixels) or, where that is less than its modules, as wide as those. `book` is asked first
   * where that takes a drawing process, which many share.
   */
  async png(picture: Picture, width: number, book: () => Promise<void>): Promise<Uint8Array> {
    const key = `${picture.tag} ${width}`
    const known = this.pngs.get(key)
    if (known) return known
    // Not within the load, which others may wait for: a refusal is one visitor's.
    if (picture.logoOf !== null) await book()
    return (await this.pngs.load(key, () => this.draw(picture, width))) as Uint8Array
  }

  /** A text in a look that need not be set, as SVG so wide (pixels); remembered by nobody. */
  async preview(userId: number, text: string, look: QrStyle, width: number): Promise<string> {
    const logo = look.logoStatus === 'ready' ? await this.logo(userId, look.logoOf) : null
    return svgOf(codeOf(text, logo !== null), onWhite(look.color), logo?.base64 ?? null, width)
  }

  private async draw({ code, color, userId, logoOf }: Picture, width: number): Promise<Uint8Array> {
    const scale = scaleOf(code, width, color)
    const logo = await this.logo(userId, logoOf)
    // Not by the code: an account may have any number of them.
    const by = String(userId)
    return logo
      ? await this.drawing.png(svgOf(code, color, logo.base64, width), scale.width, by)
      : await this.drawing.modulesPng({ ...code, ...scale, color }, by)
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
    if (domainId !== 0) return undefined
    const microsite = this.store.microsite(code)
    if (microsite instanceof Promise) return microsite.then((found) => found && this.picture(found, code))
    return microsite && this.picture(microsite, code)
  }

  private picture(row: CodeRow, code: string): MaybePromise<Picture> {
    const look = lookOfRow(row)
    const text = textOf(this.links.addressOf({ code, domain_name: row.domain_name }).short_url)
    if (look.logoStatus !== 'ready') return pictureOf(row.user_id, text, look, null)
    return this.logo(row.user_id, look.logoOf).then((logo) => pictureOf(row.user_id, text, look, logo))
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

/** What a code holds: by the query, a scan is told from a click. */
export const textOf = (shortUrl: string): string => `${shortUrl}?qr`

const codesBegin = 'code:'
const accountsBegin = [qrTopic(0).slice(0, -1), 'account:']

function lookOfRow(row: CodeRow): QrStyle {
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

function pictureOf(userId: number, text: string, look: QrStyle, logo: Logo | null): Picture {
  const code = codeOf(text, logo !== null)
  const color = onWhite(look.color)
  return {
    userId,
    tag: tagOf(`${text} ${color} ${logo?.tag}`),
    code,
    color,
    logoOf: logo === null ? null : look.logoOf,
    svg: logo === null ? svgOf(code, color, null) : null,
  }
}

function tagOf(content: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(content).digest('base64url').slice(0, 22)
}
