// The files of one domain: what web servers read, and what they answer.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { GrowingFile } from '../../../platform/files/growing-file.ts'
import { caddyLine } from './caddy.ts'
import { fitsMap, nginxLine, nginxLong, type Site } from './nginx.ts'
import { redirectsLine } from './redirects-file.ts'

export class SiteFolder {
  readonly site: Site
  private readonly map: GrowingFile
  private readonly long: GrowingFile
  private readonly redirects: GrowingFile
  private readonly caddy: GrowingFile
  private readonly publicFolder: string

  /** `folder` is where it is written, `place` where it will be. */
  constructor(
    domain: string,
    private readonly folder: string,
    place: string,
  ) {
    const [host = '', port] = domain.split(':')
    this.site = { host, port: port ? Number(port) : 80, folder: place }
    this.publicFolder = join(folder, 'public')
    mkdirSync(this.publicFolder, { recursive: true })
    this.map = new GrowingFile(join(folder, 'links.map'))
    this.long = new GrowingFile(join(folder, 'long-links.conf'))
    this.redirects = new GrowingFile(join(this.publicFolder, '_redirects'))
    this.caddy = new GrowingFile(join(folder, 'caddy-links'))
  }

  /** `exact`: another code differs by its case alone. */
  redirect(code: string, location: string, exact: boolean): void {
    if (fitsMap(location)) this.map.write(nginxLine(code, location, exact))
    else this.long.write(nginxLong(code, location))
    this.caddy.write(caddyLine(code, location))
    this.redirects.write(redirectsLine(code, location))
  }

  /** Writes a file that the domain answers at this path. */
  answer(path: string, content: string | Uint8Array): void {
    const file = join(this.publicFolder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }

  /** Gives where the part of the Caddyfile lies that is about these links, until it is put together. */
  end(): string {
    for (const file of [this.map, this.long, this.redirects, this.caddy]) file.end()
    return join(this.folder, 'caddy-links')
  }
}
