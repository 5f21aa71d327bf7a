// `linnet export`: the data of an account or workspace as files that other programs can read, or as files for web servers.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { allScopes } from '@linnet/contract'
import type { App } from '../../app.ts'
import type { CoreServices, RuntimeContext } from '../../core-services.ts'
import type { WorkspaceToExport } from '../../features/portability/export/index.ts'
import { type Command, CommandError, type CommandShape } from '../../platform/command.ts'
import { GrowingFile } from '../../platform/files/growing-file.ts'
import type { Call } from '../../platform/operations/handler.ts'
import { countNoun } from '../../platform/plural.ts'

export const shape: CommandShape = {
  name: 'export',
  summary:
    'Export all data of an account or workspace to a new folder, or its links and pages for web servers',
  options: {
    email: { kind: 'value', meaning: 'E-mail address of the account', placeholder: 'EMAIL' },
    workspace: {
      kind: 'value',
      meaning: 'Id of the workspace (wsp_…), as in workspace list',
      placeholder: 'ID',
    },
    all: { kind: 'flag', meaning: 'Export all accounts and shared workspaces of this server' },
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

export function create(context: RuntimeContext): Command {
  return {
    ...shape,
    async run(given, { progress }) {
      const { to, static: place } = given
      if ((to === undefined) === (place === undefined))
        throw new CommandError('give --to FOLDER for the data, or --static FOLDER for web servers')
      if ([given.email, given.workspace, given.all].filter((one) => one !== undefined).length !== 1)
        throw new CommandError(
          'give --email EMAIL for one account, --workspace ID for one workspace, or --all for everything',
        )
      const format = formatOf(given)
      const { fillFolder } = await import('../../platform/files/new-folder.ts')
      const { makeCommandApp } = await import('../../app.ts')
      const { core, app } = await makeCommandApp(context)
      try {
        // Block lists apply to files as well. A server that just started may redirect before it has read them; an export
        // must not.
        await app.destinations.reread()
        const workspaces = await workspacesOf(app, given)
        return await fillFolder<Record<string, unknown>>(to ?? (place as string), (folder) =>
          to === undefined
            ? writeStatic(app, core, workspaces, { folder, place: resolve(place as string) })
            : writeData(app, workspaces, {
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

/** A call on behalf of a workspace's owner, with all scopes. */
async function ownerCall(
  { workspaces, requestsPerMinute }: App,
  { id, ownerId, label }: WorkspaceToExport,
): Promise<Call> {
  const workspace = await workspaces.byId(id)
  if (!workspace) throw new Error(`${label} was deleted during the export`)
  if (ownerId === null) throw new Error(`the workspace ${label} has no owner`)
  return {
    caller: {
      workspaceId: id,
      personId: ownerId,
      role: 'owner',
      plan: workspace.plan,
      credential: 'command-line',
      keyOwner: 'command-line',
      session: null,
      app: null,
      scopes: new Set(allScopes),
      mayDelete: false,
      requestsPerMinute: requestsPerMinute(workspace.plan),
      blocked: workspace.blocked_at === null ? null : (workspace.blocked_reason ?? ''),
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

async function workspacesOf(
  { accounts, exports }: App,
  { email, workspace: id }: Given,
): Promise<WorkspaceToExport[]> {
  if (email !== undefined) {
    const account = await accounts.byEmail(email)
    if (!account) throw new CommandError(`there is no account with the e-mail ${email}`)
    return [
      { id: account.id, isShared: false, ownerId: account.id, publicId: account.public_id, label: email },
    ]
  }
  if (id === undefined) return await Array.fromAsync(exports.workspaces())
  const workspace = await exports.workspace(id)
  if (!workspace) throw new CommandError(`there is no workspace with the id ${id}`)
  return [workspace]
}

/** How many personal and shared workspaces there are; without shared ones, only the number of accounts. */
function countsOf(workspaces: WorkspaceToExport[]): { accounts: number; workspaces?: number } {
  const shared = workspaces.filter(({ isShared }) => isShared).length
  return { accounts: workspaces.length - shared, ...(shared > 0 ? { workspaces: shared } : {}) }
}

interface DataPlace {
  folder: string
  place: string
  format: Format
  /** Whether only one was requested, whose files are directly in the folder. */
  isOne: boolean
  progress(line: string): void
}

async function writeData(app: App, workspaces: WorkspaceToExport[], to: DataPlace) {
  let lines = 0
  for (const workspace of workspaces) {
    const { publicId, label, isShared } = workspace
    const folder = to.isOne ? to.folder : join(to.folder, publicId)
    if (!to.isOne) mkdirSync(folder)
    const written = await writeWorkspace(app, workspace, folder, to.format)
    // Several workspaces may have the same name.
    to.progress(`${isShared ? `${label} (${publicId})` : label}: ${written.toLocaleString('en')} records`)
    lines += written
  }
  return { folder: to.place, ...countsOf(workspaces), records: lines }
}

/** How many records there are. */
async function writeWorkspace(
  app: App,
  workspace: WorkspaceToExport,
  folder: string,
  format: Format,
): Promise<number> {
  const { csvFiles } = await import('../../features/portability/export/index.ts')
  const ndjson = join(folder, 'belongings.ndjson')
  const pieces = app.exports.lines(await ownerCall(app, workspace))
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
  workspaces: WorkspaceToExport[],
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
  })
  const needs = { run, links, assets, renderStatic, domainOfHost: domains.idOfHost, shortOrigin }
  const files = new StaticExport(needs, folder, place)
  for (const { id } of workspaces) await files.survey(id)
  for (const workspace of workspaces) await files.write(await ownerCall(app, workspace))
  return { folder: place, ...countsOf(workspaces), ...(await files.end()) }
}

function inWords(result: Record<string, unknown>): string {
  const { folder, accounts, workspaces, records, links, microsites, leftOut, domains } = result
  const owners = ownersInWords(accounts as number, workspaces as number | undefined)
  if (records !== undefined) return `Wrote ${records} records of ${owners} to ${folder}.`
  const whose = `${countNoun(links as number, 'link')} and ${countNoun(microsites as number, 'microsite')} of ${owners}`
  return [
    `Wrote ${whose} to ${folder}, for ${(domains as string[]).join(', ') || 'no domain'}.`,
    `${leftOut} left out because they need a server: ${folder}/left-out.csv has the reasons.`,
    'docs/leaving.md explains how to serve the files with nginx, Caddy, Netlify and Cloudflare Pages.',
  ].join('\n')
}

function ownersInWords(accounts: number, shared = 0): string {
  const ofPeople = accounts === 1 ? 'one account' : `${accounts} accounts`
  const ofSeveral = shared === 1 ? 'one shared workspace' : `${shared} shared workspaces`
  if (shared === 0) return ofPeople
  return accounts === 0 ? ofSeveral : `${ofPeople} and ${ofSeveral}`
}
