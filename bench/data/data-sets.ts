// Databases with links and clicks, created once and copied for each use, so that no measurement affects the next.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeScratch, scratchFolder } from '../scratch.ts'
import { linnetCommand, root, type Settings } from '../servers.ts'
import { fillClicks } from './fill-clicks.ts'
import { fillLinks } from './fill-links.ts'
import { host } from './requests.ts'

/** The account that owns everything. */
export const email = 'bench@example.com'
export const password = 'a fine password'
// No limits, so that no request is refused.
const plans = '{"unlimited": {"requests_per_minute": 10000000}}'
// An upper estimate: a link with its code and its part of the search index, and a click's share of its link's day row.
const bytesPerLink = 1500
const bytesPerClick = 250

export interface Contents {
  links: number
  clicks?: { count: number; days: number }
}

/** Contents that are not kept. */
interface OwnContents {
  links: number
  /** The destination of each link, by its number; otherwise a made-up one. */
  destination?: (link: number) => string
}

export interface DataSet {
  settings: Settings
  /** An API key of the account that owns everything. */
  key: string
  /** Removes the copy. */
  remove(): void
}

export class DataSets {
  private readonly folder: string

  /** Kept databases are in a folder that all runs share; others are deleted after this run. */
  constructor(keep: boolean) {
    this.folder = keep ? join(tmpdir(), 'linnet-bench-data') : scratchFolder()
  }

  /** A copy of a database with these contents, for one use. */
  async copy(contents: Contents): Promise<DataSet> {
    const original = await this.original(contents)
    const copy = scratchFolder()
    cpSync(original, copy, { recursive: true })
    return {
      settings: settingsFor(copy),
      key: readFileSync(join(copy, 'key'), 'utf8'),
      remove: () => removeScratch(copy),
    }
  }

  /** An empty database on PostgreSQL, with the account and these links. */
  async onPostgres(url: string, contents: OwnContents): Promise<DataSet> {
    return await this.fresh(contents, url)
  }

  /** The same, on SQLite unless there is a URL. */
  async fresh({ links, destination }: OwnContents, url: string | null = null): Promise<DataSet> {
    const folder = scratchFolder()
    const settings = { ...settingsFor(folder), ...(url && { DATABASE_URL: url }) }
    const key = await openAccount(folder, settings)
    await fillLinks({ dataDirectory: folder, databaseUrl: url, email, links, destination })
    return { settings, key, remove: () => removeScratch(folder) }
  }

  private async original(contents: Contents): Promise<string> {
    const { links, clicks } = contents
    const name = `${links}-links${clicks ? `-${clicks.count}-clicks-${clicks.days}-days` : ''}`
    const folder = join(this.folder, `${name}-${sourcesHash()}`)
    if (existsSync(folder)) return folder
    requireRoom(2 * (links * bytesPerLink + (clicks?.count ?? 0) * bytesPerClick))
    console.log(`Creating a database with ${describe(contents)}`)
    // Under another name until it is complete, so that an interrupted run leaves nothing that looks complete.
    const partial = `${folder}.partial`
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(partial, { recursive: true })
    await openAccount(partial, settingsFor(partial))
    await fillLinks({ dataDirectory: partial, databaseUrl: null, email, links })
    if (clicks) await fillClicks({ dataDirectory: partial, links, ...clicks })
    renameSync(partial, folder)
    return folder
  }
}

function describe({ links, clicks }: Contents): string {
  const number = (value: number) => value.toLocaleString('en')
  return `${number(links)} links${clicks ? ` and ${number(clicks.count)} clicks in ${clicks.days} days` : ''}`
}

function settingsFor(folder: string): Settings {
  return {
    DATA_DIR: folder,
    PLANS_FILE: join(folder, 'plans.json'),
    PUBLIC_URL: `http://${host}`,
    TRUST_PROXY: '127.0.0.1',
  }
}

async function openAccount(folder: string, settings: Settings): Promise<string> {
  writeFileSync(join(folder, 'plans.json'), plans)
  await linnetCommand(['user', 'create', '--email', email, '--password', password], settings)
  const made = await linnetCommand(
    ['key', 'create', '--email', email, '--name', 'bench', '--scopes', 'all'],
    settings,
  )
  const key = made.key as string
  writeFileSync(join(folder, 'key'), key)
  return key
}

/** Changes with the contents or their storage format. */
function sourcesHash(): string {
  const files = [
    'bench/data/{fill-*,link-texts,random,visitors}.ts',
    'packages/server/src/db/migrations/*.ts',
  ].flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: root })])
  const sources = files.sort().map((file) => readFileSync(join(root, file), 'utf8'))
  return Bun.hash(sources.join('')).toString(36)
}

function requireRoom(bytes: number): void {
  const { bavail, bsize } = statfsSync(tmpdir())
  if (bavail * bsize > bytes) return
  const gigabytes = (bytes / 1e9).toFixed(0)
  throw new Error(
    `${tmpdir()} has too little space: ${gigabytes} GB are needed; set TMPDIR to another folder`,
  )
}
