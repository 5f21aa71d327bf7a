// The folder of one domain: the configuration for web servers, and the files that they serve.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { GrowingFile } from '../../../platform/files/growing-file.ts'
import { caddyLine } from './caddy.ts'
import { fitsMap, nginxLine, nginxLong, type Redirect, type Site } from './nginx.ts'
import { redirectsLine } from './redirects-file.ts'

export class SiteFolder {
  readonly site: Site
  private readonly map: GrowingFile
  private readonly long: GrowingFile
  private readonly redirects: GrowingFile
  private readonly caddy: GrowingFile
  private readonly publicFolder: string

  /** The files are written to `folder`, which is later moved to `finalFolder`. */
  constructor(
    domain: string,
    private readonly folder: string,
    finalFolder: string,
  ) {
    const [host = '', port] = domain.split(':')
    this.site = { host, port: port ? Number(port) : 80, folder: finalFolder }
    this.publicFolder = join(folder, 'public')
    mkdirSync(this.publicFolder, { recursive: true })
    this.map = new GrowingFile(join(folder, 'links.map'))
    this.long = new GrowingFile(join(folder, 'long-links.conf'))
    this.redirects = new GrowingFile(join(this.publicFolder, '_redirects'))
    this.caddy = new GrowingFile(join(folder, 'caddy-links'))
  }

  /** `isCaseSensitive`: whether another code differs only in case. */
  redirect({ code, location, isCaseSensitive }: Redirect): void {
    if (fitsMap(location)) this.map.write(nginxLine({ code, location, isCaseSensitive }))
    else this.long.write(nginxLong(code, location))
    this.caddy.write(caddyLine(code, location))
    this.redirects.write(redirectsLine(code, location))
  }

  /** Writes a file that the domain serves at this path. */
  addFile(path: string, content: string | Uint8Array): void {
    const file = join(this.publicFolder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }

  /** Returns the file with this domain's part of the Caddyfile, which is removed once the Caddyfile is written. */
  end(): string {
    for (const file of [this.map, this.long, this.redirects, this.caddy]) file.end()
    return join(this.folder, 'caddy-links')
  }
}
