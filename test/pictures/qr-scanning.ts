// Reads links' QR codes as a scanner does, from the PNG and from the rendered SVG.
import { createRenderer } from '../../packages/server/src/platform/rendering/index.ts'
import type { Account, Instance } from '../instance.ts'
import { type LogoServer, picture, startLogoServer } from './qr.ts'
import { pixelsOf, scanPng } from './qr-pixels.ts'

const nothing = { info() {}, warn() {}, error() {} }

export class Scanning {
  private number = 0
  private readonly drawing = createRenderer({
    file: new URL('../../packages/server/src/workers/render-worker.ts', import.meta.url),
    log: nothing,
  })

  private constructor(
    private readonly instance: Instance,
    readonly account: Account,
    private readonly logos: LogoServer,
  ) {}

  static async open(instance: Instance): Promise<Scanning> {
    return new Scanning(instance, await instance.account(), await startLogoServer())
  }

  async close(): Promise<void> {
    this.logos.stop()
    await this.drawing.stop()
  }

  /** A link whose code begins with this, on a new domain if there is one. */
  async link(code: string, domain: string | null) {
    const name = domain && `n${++this.number}.${domain}`
    if (name) await this.account.domain(name)
    const custom_slug = `${code.slice(0, 44)}-${++this.number}`
    return await this.account.link({ custom_slug, ...(name ? { domain_alias: name } : {}) })
  }

  /** The URL of a new logo file. */
  logo(image: Uint8Array): string {
    return this.logos.put(`/${++this.number}`, image)
  }

  /** What a scanner reads in the PNG and in the SVG of a link, which are asked for with this query. */
  async read({ short, domain }: { short: string; domain: string }, size: number, query = '') {
    const headers = { host: domain }
    const png = await picture(this.instance, `/${short}.png?size=${size}&${query}`, { headers })
    const svg = await picture(this.instance, `/${short}.svg?${query}`, { headers })
    const drawn = await this.drawing.png(new TextDecoder().decode(svg.bytes), 512, short)
    return { png: scanPng(png.bytes), svg: scanPng(drawn), width: pixelsOf(png.bytes).width }
  }
}
