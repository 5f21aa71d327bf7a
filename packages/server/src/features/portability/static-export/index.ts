// The static export: links and microsites as files that a web server serves without Linnet. The feature's public API.
import { chmodSync, createReadStream, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { api, type Link, Refusal } from '@linnet/contract'
import { type StaticFile, staticFiles, staticFolder } from '@linnet/pages'
import { csvLine } from '../../../platform/files/csv.ts'
import { GrowingFile } from '../../../platform/files/growing-file.ts'
import type { Call, Run } from '../../../platform/operations/handler.ts'
import { type Links, redirectsEveryPerson } from '../../links/links/index.ts'
import type { Assets } from '../../microsites/assets/index.ts'
import type { StaticPage } from '../../microsites/pages/index.ts'
import { caddyAround } from './caddy.ts'
import { plainLocation, reasonAgainst } from './eligibility.ts'
import { nginxServers } from './nginx.ts'
import { SiteFolder } from './site-folder.ts'

export interface StaticExportNeeds {
  run: Run
  links: Pick<Links, 'page' | 'resolve' | 'aliasesOf'>
  /** The number of a custom domain; null for none. */
  domainOfHost(host: string): Promise<number | null> | number | null
  assets: Pick<Assets, 'read'>
  renderStatic(domainId: number, slug: string): Promise<StaticPage | undefined>
  /** Of the default short domain. */
  shortOrigin: string
}

export interface StaticSummary {
  links: number
  microsites: number
  leftOut: number
  domains: string[]
}

const hasCondition = 'the server does more than redirect visitors'

// A host name or an IPv4 address, with or without a port, which all supported web servers accept.
const plainDomain = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/

interface MicrositeToWrite {
  domain: string
  slug: string
  id: string
  ownerBlocked: boolean
}

export class StaticExport {
  private readonly sites = new Map<string, SiteFolder>()
  private readonly leftOut: GrowingFile
  private readonly written = new Set<string>()
  private readonly summary: StaticSummary = { links: 0, microsites: 0, leftOut: 0, domains: [] }
  /** All short addresses in lower case, and those that differ only in case. */
  private readonly addresses = new Set<string>()
  private readonly ambiguous = new Set<string>()
  private readonly scheme: string
  private readonly shortHost: string

  /** The files are written to `folder`, which is later moved to `finalFolder`. */
  constructor(
    private readonly needs: StaticExportNeeds,
    private readonly folder: string,
    private readonly finalFolder: string,
  ) {
    const { protocol, host } = new URL(needs.shortOrigin)
    this.scheme = protocol.slice(0, -1)
    this.shortHost = host
    this.leftOut = new GrowingFile(join(folder, 'left-out.csv'))
    this.leftOut.write(csvLine(['kind', 'address', 'reason']))
  }

  /** To be called for every account before the first one is written, because nginx ignores the case of map keys. */
  async survey(userId: number): Promise<void> {
    for await (const { link, codes } of this.linksOf(userId))
      for (const code of codes) {
        const name = nameOf(link, code)
        if (this.addresses.has(name)) this.ambiguous.add(name)
        this.addresses.add(name)
      }
  }

  async write(call: Call): Promise<void> {
    const isBlocked = call.caller.blocked !== null
    for await (const { link, codes } of this.linksOf(call.caller.workspaceId))
      await this.writeLink(link, codes, isBlocked)
    for await (const { domain, slug, id } of this.micrositesOf(call))
      await this.writeMicrosite({ domain, slug, id, ownerBlocked: isBlocked })
  }

  /** The links, each with its own code and then its aliases. */
  private async *linksOf(userId: number): AsyncGenerator<{ link: Link; codes: string[] }> {
    for (let after = 0; ; ) {
      const links = await this.needs.links.page(userId, after)
      const last = links.at(-1)
      if (!last) return
      const aliases = await this.needs.links.aliasesOf(links.map(({ number }) => number))
      for (const { number, record } of links)
        yield { link: record, codes: [record.short, ...(aliases.get(number) ?? [])] }
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

  private async writeLink(link: Link, codes: readonly string[], ownerBlocked: boolean): Promise<void> {
    const { domain, short } = link
    const location = plainLocation(link)
    const isNew = codes.some((code) => !this.addresses.has(nameOf(link, code)))
    const reason =
      reasonAgainst(link, ownerBlocked) ??
      (plainDomain.test(domain) ? null : "a domain that can't be written to files") ??
      (isNew ? 'created during the export' : null) ??
      ((await this.redirectsEveryPerson(link)) ? null : hasCondition)
    if (reason === null && location !== null) {
      for (const code of codes)
        this.site(domain).redirect({
          code,
          location,
          isCaseSensitive: this.ambiguous.has(nameOf(link, code)),
        })
      this.summary.links++
      if (link.preview)
        this.leaveOut(
          'card',
          `${domain}/${short}`,
          'only the server shows messengers another card than people',
        )
    } else
      this.leaveOut('link', `${domain}/${short}`, reason ?? "a destination that can't be written to files")
  }

  /** Uses the same check as the redirect itself, so that no condition is missed here. */
  private async redirectsEveryPerson({ domain, short }: Link): Promise<boolean> {
    const domainId = await this.domainNamed(domain)
    const target = domainId === null ? undefined : await this.needs.links.resolve(domainId, short)
    return target !== undefined && redirectsEveryPerson(target)
  }

  /** The number of a domain; null if it isn't served. */
  private async domainNamed(domain: string): Promise<number | null> {
    return domain === this.shortHost ? 0 : await this.needs.domainOfHost(domain)
  }

  private async writeMicrosite({ domain, slug, id, ownerBlocked }: MicrositeToWrite): Promise<void> {
    const address = `${domain}/${slug}`
    if (ownerBlocked) return this.leaveOut('microsite', address, 'blocked by the operator')
    if (!plainDomain.test(domain))
      return this.leaveOut('microsite', address, "a domain that can't be written to files")
    const page = await this.draw(domain, slug)
    if (typeof page === 'string') return this.leaveOut('microsite', address, page)
    const site = this.site(domain)
    site.addFile(`/${slug}.html`, page.html)
    for (const [path, text] of page.files) site.addFile(path, text)
    for (const path of page.images) await this.writeOnce(domain, path, () => this.needs.assets.read(path))
    for (const [name, file] of staticFiles)
      if (page.html.includes(name) || name.endsWith('.woff2'))
        await this.writeOnce(domain, staticFolder + name, () => contentOf(file))
    for (const component of page.locked)
      this.leaveOut('component', `${address} ${id} ${component}`, 'protected by a password')
    for (const component of page.heldUp)
      this.leaveOut('component', `${address} ${id} ${component}`, `it leads where ${hasCondition}`)
    this.summary.microsites++
  }

  private async draw(domain: string, slug: string): Promise<StaticPage | string> {
    try {
      const domainId = await this.domainNamed(domain)
      const page = domainId === null ? undefined : await this.needs.renderStatic(domainId, slug)
      return page ?? 'not published, or hidden'
    } catch (error) {
      if (error instanceof Refusal && error.code === 'gone') return 'blocked by the operator'
      throw error
    }
  }

  /** Writes a file that several pages of a domain load only once. */
  private async writeOnce(
    domain: string,
    path: string,
    read: () => Promise<Uint8Array | null>,
  ): Promise<void> {
    if (this.written.has(domain + path)) return
    this.written.add(domain + path)
    const content = await read()
    if (content) this.site(domain).addFile(path, content)
  }

  private leaveOut(kind: string, address: string, reason: string): void {
    this.leftOut.write(csvLine([kind, address, reason]))
    this.summary.leftOut++
  }

  private site(domain: string): SiteFolder {
    const known = this.sites.get(domain)
    if (known) return known
    const name = join('domains', domain.replace(':', '_'))
    const created = new SiteFolder(domain, join(this.folder, name), join(this.finalFolder, name))
    this.sites.set(domain, created)
    return created
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
    makeReadable(this.folder)
    // Others must not learn the codes of protected links.
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

/** An address in lower case. */
function nameOf({ domain }: Link, code: string): string {
  return `${domain}/${code}`.toLowerCase()
}

async function contentOf({ content }: StaticFile): Promise<Uint8Array> {
  return 'text' in content ? new TextEncoder().encode(content.text) : await Bun.file(content.path).bytes()
}

/** Makes the files readable for web servers, which run as other users. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else chmodSync(path, 0o644)
  }
}
