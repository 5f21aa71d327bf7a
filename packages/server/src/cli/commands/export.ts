// `linnet export`: an account's data as files that other programs can read, or as files for web servers.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { allScopes } from '@linnet/contract'
import type { App } from '../../app.ts'
import type { CoreServices, RuntimeContext } from '../../core-services.ts'
import { type Command, CommandError, type CommandShape } from '../../platform/command.ts'
import { GrowingFile } from '../../platform/files/growing-file.ts'
import type { Call } from '../../platform/operations/handler.ts'
import { countNoun } from '../../platform/plural.ts'

export const shape: CommandShape = {
  name: 'export',
  summary: 'Export all data of an account to a new folder, or its links and pages for web servers',
  options: {
    email: { kind: 'value', meaning: 'E-mail address of the account', placeholder: 'EMAIL' },
    all: { kind: 'flag', meaning: 'Export all accounts of this server' },
    to: {
      kind: 'value',
      meaning: 'New folder for the data',
      placeholder: 'FOLDER',
    },
    format: { kind: 'value', meaning: 'ndjson, csv or both (the default)', placeholder: 'FORMAT' },
    static: {
      kind: 'value',
      meaning: 'New folder for files that nginx, Caddy, Netlify or Cloudflare Pages can serve',
      placeholder: 'FOLDER',
    },
  },
}

type Given = Record<string, string | undefined>
type Format = 'ndjson' | 'csv' | 'both'

interface Person {
  id: number
  public_id: string
  email: string
}

export function create(context: RuntimeContext): Command {
  return {
    ...shape,
    async run(given, { progress }) {
      const { to, static: place } = given
      if ((to === undefined) === (place === undefined))
        throw new CommandError('give --to FOLDER for the data, or --static FOLDER for web servers')
      if ((given.email === undefined) === (given.all === undefined))
        throw new CommandError('give --email EMAIL for one account, or --all for all accounts')
      const format = formatOf(given)
      const { fillFolder } = await import('../../platform/files/new-folder.ts')
      const { makeCommandApp } = await import('../../app.ts')
      const { core, app } = await makeCommandApp(context)
      try {
        // Block lists apply to files as well. A server that just started may redirect before it has read them; an export
        // must not.
        await app.destinations.reread()
        const people = await peopleOf(app, given.email)
        return await fillFolder<Record<string, unknown>>(to ?? (place as string), (folder) =>
          to === undefined
            ? writeStatic(app, core, people, { folder, place: resolve(place as string) })
            : writeData(app, people, {
                folder,
                place: resolve(to),
                format,
                isOne: given.all === undefined,
                progress,
              }),
        )
      } finally {
        await core.close()
      }
    },
    format: inWords,
  }
}

/** A call on behalf of an account's owner, with all scopes. */
async function ownerCall({ accounts, requestsPerMinute }: App, userId: number): Promise<Call> {
  const account = await accounts.byId(userId)
  if (!account) throw new Error('the account was deleted during the export')
  return {
    caller: {
      workspaceId: userId,
      personId: userId,
      role: 'owner',
      plan: account.plan,
      credential: 'command-line',
      keyOwner: 'command-line',
      session: null,
      app: null,
      scopes: new Set(allScopes),
      requestsPerMinute: requestsPerMinute(account.plan),
      blocked: account.blocked_at === null ? null : (account.blocked_reason ?? ''),
    },
    requestId: 'command-line',
    client: { address: '', userAgent: '' },
    setSession: () => {},
    device: null,
    setDevice: () => {},
  }
}

function formatOf({ format = 'both', static: place }: Given): Format {
  if (place !== undefined && format !== 'both') throw new CommandError('--format can only be used with --to')
  if (format === 'ndjson' || format === 'csv' || format === 'both') return format
  throw new CommandError('--format must be ndjson, csv or both')
}

async function peopleOf({ accounts, exports }: App, email: string | undefined): Promise<Person[]> {
  if (email === undefined) return await Array.fromAsync(exports.accounts())
  const account = await accounts.byEmail(email)
  if (!account) throw new CommandError(`there is no account with the e-mail ${email}`)
  return [account]
}

interface DataPlace {
  folder: string
  place: string
  format: Format
  /** Whether there is only one account, whose files are directly in the folder. */
  isOne: boolean
  progress(line: string): void
}

async function writeData(app: App, people: Person[], to: DataPlace) {
  let lines = 0
  for (const person of people) {
    const folder = to.isOne ? to.folder : join(to.folder, person.public_id)
    if (!to.isOne) mkdirSync(folder)
    const written = await writeAccount(app, person, folder, to.format)
    to.progress(`${person.email}: ${written.toLocaleString('en')} records`)
    lines += written
  }
  return { folder: to.place, accounts: people.length, records: lines }
}

/** How many records there are. */
async function writeAccount(app: App, { id }: Person, folder: string, format: Format): Promise<number> {
  const { csvFiles } = await import('../../features/portability/export/index.ts')
  const ndjson = join(folder, 'belongings.ndjson')
  const { parts: pieces, end } = app.exports.begin(await ownerCall(app, id), async () => true)
  const file = new GrowingFile(ndjson)
  let lines = 0
  try {
    for await (const piece of pieces) {
      file.write(piece)
      lines += piece.split('\n').length - 1
      await writeImages(app, piece, folder)
    }
  } finally {
    file.end()
    end()
  }
  if (format !== 'ndjson') await csvFiles(ndjson, folder)
  if (format === 'csv') rmSync(ndjson)
  return lines - 1
}

/** The files of the images that a chunk of the export names. */
async function writeImages({ assets }: App, piece: string, folder: string): Promise<void> {
  if (!piece.includes('"type":"asset"')) return
  for (const line of piece.trimEnd().split('\n')) {
    const { type, data } = JSON.parse(line) as { type: string; data: { path: string } }
    if (type !== 'asset') continue
    const content = await assets.read(data.path)
    if (!content) continue
    mkdirSync(join(folder, 'images'), { recursive: true })
    writeFileSync(join(folder, 'images', basename(data.path)), content, { mode: 0o600 })
  }
}

// Paths that need no quoting in any server's configuration, because each quotes differently.
const plainPath = /^[\p{L}\p{N}._/ -]+$/u

async function writeStatic(
  app: App,
  { shortOrigin, clock }: CoreServices,
  people: Person[],
  { folder, place }: { folder: string; place: string },
) {
  if (!plainPath.test(place))
    throw new CommandError(
      `the path ${place} has characters that are special to web servers; choose another folder`,
    )
  const { StaticExport } = await import('../../features/portability/static-export/index.ts')
  const { createStaticPages } = await import('../../features/microsites/pages/index.ts')
  const { run, links, assets, microsites, shop, destinations, domains } = app
  const renderStatic = createStaticPages({
    microsites,
    assets,
    shop,
    destinations,
    clock,
    origin: shortOrigin,
  })
  const needs = { run, links, assets, renderStatic, domainOfHost: domains.idOfHost, shortOrigin }
  const files = new StaticExport(needs, folder, place)
  for (const { id } of people) await files.survey(id)
  for (const { id } of people) await files.write(await ownerCall(app, id))
  return { folder: place, accounts: people.length, ...(await files.end()) }
}

function inWords(result: Record<string, unknown>): string {
  const { folder, accounts, records, links, microsites, leftOut, domains } = result
  const ofAccounts = accounts === 1 ? 'one account' : `${accounts} accounts`
  if (records !== undefined) return `Wrote ${records} records of ${ofAccounts} to ${folder}.`
  const whose = `${countNoun(links as number, 'link')} and ${countNoun(microsites as number, 'microsite')} of ${ofAccounts}`
  return [
    `Wrote ${whose} to ${folder}, for ${(domains as string[]).join(', ') || 'no domain'}.`,
    `${leftOut} left out because they need a server: ${folder}/left-out.csv has the reasons.`,
    'docs/leaving.md explains how to serve the files with nginx, Caddy, Netlify and Cloudflare Pages.',
  ].join('\n')
}
