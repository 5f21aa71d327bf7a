// The static export: links and microsites as files that a web server serves without Linnet. The feature's public API.
import { chmodSync, createReadStream, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { api, type Link, Refusal } from '@linnet/contract'
import { type StaticFile, staticFiles, staticFolder } from '@linnet/pages'
import { csvLine } from '../../../platform/files/csv.ts'
import { GrowingFile } from '../../../platform/files/growing-file.ts'
import type { Call, Run } from '../../../platform/operations/handler.ts'
import { hasNoConditions, type Links } from '../../links/links/index.ts'
import type { Assets } from '../../microsites/assets/index.ts'
import type { StaticPage } from '../../microsites/pages/index.ts'
import { caddyAround } from './caddy.ts'
import { plainLocation, reasonAgainst } from './fitting.ts'
import { nginxServers } from './nginx.ts'
import { SiteFolder } from './site-folder.ts'

export interface StaticExportNeeds {
  run: Run
  links: Pick<Links, 'page' | 'resolve'>
  /** The number of a custom domain; null for none. */
  domainOfHost(host: string): Promise<number | null> | number | null
  assets: Pick<Assets, 'read'>
  renderStatic(slug: string): Promise<StaticPage | undefined>
  /** Of the default short domain. */
  shortOrigin: string
}

export interface StaticSummary {
  links: number
  microsites: number
  leftOut: number
  domains: string[]
}

const asksFirst = 'the server asks or tells visitors something first'

// A name or an IPv4 address, with or without a port: what all of the web servers read as one.
const plainDomain = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/

export class StaticExport {
  private readonly sites = new Map<string, SiteFolder>()
  private readonly leftOut: GrowingFile
  private readonly written = new Set<string>()
  private readonly summary: StaticSummary = { links: 0, microsites: 0, leftOut: 0, domains: [] }
  /** The codes in small letters, by domain, and those that are there more than once. */
  private readonly codes = new Set<string>()
  private readonly twice = new Set<string>()
  private readonly scheme: string
  private readonly shortHost: string

  /** `folder` is where it is written, `place` where it will be. */
  constructor(
    private readonly needs: StaticExportNeeds,
    private readonly folder: string,
    private readonly place: string,
  ) {
    const { protocol, host } = new URL(needs.shortOrigin)
    this.scheme = protocol.slice(0, -1)
    this.shortHost = host
    this.leftOut = new GrowingFile(join(folder, 'left-out.csv'))
    this.leftOut.write(csvLine(['kind', 'address', 'reason']))
  }

  /** To be called for every account before the first is written: nginx takes codes that differ by case for one. */
  async survey(userId: number): Promise<void> {
    for await (const { domain, short } of this.linksOf(userId)) {
      const name = `${domain}/${short}`.toLowerCase()
      if (this.codes.has(name)) this.twice.add(name)
      this.codes.add(name)
    }
  }

  async write(call: Call): Promise<void> {
    const isBlocked = call.caller.blocked !== null
    for await (const link of this.linksOf(call.caller.userId)) await this.writeLink(link, isBlocked)
    for await (const { slug, id } of this.micrositesOf(call)) await this.writeMicrosite(slug, id, isBlocked)
  }

  private async *linksOf(userId: number): AsyncGenerator<Link> {
    for (let after = 0; ; ) {
      const some = await this.needs.links.page(userId, after)
      const last = some.at(-1)
      if (!last) return
      for (const { record } of some) yield record
      after = last.number
    }
  }

  private async *micrositesOf(call: Call) {
    for (let after: string | undefined; ; ) {
      const { data, next_cursor } = await this.needs.run(api.microsites.list, { after, limit: 100 }, call)
      yield* data
      if (next_cursor === null) return
      after = next_cursor
    }
  }

  private async writeLink(link: Link, ownerBlocked: boolean): Promise<void> {
    const { domain, short } = link
    const name = `${domain}/${short}`.toLowerCase()
    const location = plainLocation(link)
    const isNew = !this.codes.has(name)
    const reason =
      reasonAgainst(link, ownerBlocked) ??
      (plainDomain.test(domain) ? null : 'a domain that files cannot hold') ??
      (isNew ? 'made while this was written' : null) ??
      ((await this.hasNoConditions(link)) ? null : asksFirst)
    if (reason === null && location !== null) {
      this.site(domain).redirect(short, location, this.twice.has(name))
      this.summary.links++
    } else this.leaveOut('link', `${domain}/${short}`, reason ?? 'a destination that files cannot hold')
  }

  /** By what a redirect goes by itself, so that no reason for which it might stop is forgotten here. */
  private async hasNoConditions({ domain, short }: Link): Promise<boolean> {
    const { links, domainOfHost } = this.needs
    const domainId = domain === this.shortHost ? 0 : await domainOfHost(domain)
    const target = domainId === null ? undefined : await links.resolve(domainId, short)
    return target !== undefined && hasNoConditions(target)
  }

  private async writeMicrosite(slug: string, id: string, ownerBlocked: boolean): Promise<void> {
    const address = `${this.shortHost}/${slug}`
    if (ownerBlocked) return this.leaveOut('microsite', address, 'blocked by the operator')
    if (!plainDomain.test(this.shortHost))
      return this.leaveOut('microsite', address, 'a domain that files cannot hold')
    const page = await this.draw(slug)
    if (typeof page === 'string') return this.leaveOut('microsite', address, page)
    const site = this.site(this.shortHost)
    site.answer(`/${slug}.html`, page.html)
    for (const [path, text] of page.files) site.answer(path, text)
    for (const path of page.images) await this.once(path, () => this.needs.assets.read(path))
    for (const [name, file] of staticFiles)
      if (page.html.includes(name) || name.endsWith('.woff2'))
        await this.once(staticFolder + name, () => contentOf(file))
    for (const component of page.locked)
      this.leaveOut('component', `${address} ${id} ${component}`, 'behind a password')
    for (const component of page.heldUp)
      this.leaveOut('component', `${address} ${id} ${component}`, `it leads where ${asksFirst}`)
    this.summary.microsites++
  }

  private async draw(slug: string): Promise<StaticPage | string> {
    try {
      return (await this.needs.renderStatic(slug)) ?? 'not published, or hidden'
    } catch (error) {
      if (error instanceof Refusal && error.code === 'gone') return 'blocked by the operator'
      throw error
    }
  }

  /** Files that several pages load are written once. */
  private async once(path: string, read: () => Promise<Uint8Array | null>): Promise<void> {
    if (this.written.has(path)) return
    this.written.add(path)
    const content = await read()
    if (content) this.site(this.shortHost).answer(path, content)
  }

  private leaveOut(kind: string, address: string, reason: string): void {
    this.leftOut.write(csvLine([kind, address, reason]))
    this.summary.leftOut++
  }

  private site(domain: string): SiteFolder {
    const known = this.sites.get(domain)
    if (known) return known
    const name = join('domains', domain.replace(':', '_'))
    const made = new SiteFolder(domain, join(this.folder, name), join(this.place, name))
    this.sites.set(domain, made)
    return made
  }

  async end(): Promise<StaticSummary> {
    this.leftOut.end()
    const nginx = new GrowingFile(join(this.folder, 'nginx.conf'))
    nginx.write(
      nginxServers(
        [...this.sites.values()].map(({ site }) => site),
        this.summary.links,
      ),
    )
    nginx.end()
    await this.writeCaddyfile()
    openToAll(this.folder)
    // The codes that are protected are nobody else's business.
    chmodSync(join(this.folder, 'left-out.csv'), 0o600)
    return { ...this.summary, domains: [...this.sites.keys()] }
  }

  private async writeCaddyfile(): Promise<void> {
    const file = new GrowingFile(join(this.folder, 'Caddyfile'))
    for (const folder of this.sites.values()) {
      const { before, after } = caddyAround(folder.site, this.scheme)
      const lines = folder.end()
      file.write(before)
      for await (const piece of createReadStream(lines, 'utf8')) file.write(piece as string)
      file.write(after)
      rmSync(lines)
    }
    file.end()
  }
}

async function contentOf({ content }: StaticFile): Promise<Uint8Array> {
  return 'text' in content ? new TextEncoder().encode(content.text) : await Bun.file(content.path).bytes()
}

/** Web servers run as users of their own. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else chmodSync(path, 0o644)
  }
}
