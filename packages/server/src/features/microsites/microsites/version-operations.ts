// The operations on the versions of microsites.
import {
  type ActorKind,
  type Api,
  type MicrositeVersion,
  Refusal,
  type VersionChanges,
} from '@linnet/contract'
import type { Handler, Handlers, RequestContext } from '../../../platform/operations/handler.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import { type Assets, imagePaths } from '../assets/index.ts'
import { componentRecord } from './components.ts'
import {
  badCursor,
  findMicrosite,
  type MicrositeAddresses,
  micrositeRecord,
  refuseUnknown,
} from './microsites.ts'
import { checkedContent, type RestoringNeeds, rollBack } from './restoring.ts'
import type { MicrositeRow } from './store.ts'
import { contentOf, unpacked, type VersionContent } from './version-content.ts'
import type { ListedVersion } from './version-store.ts'
import { changesTo } from './versions.ts'

type VersionOperations = Api['micrositeVersions']

export interface VersionOperationNeeds extends MicrositeAddresses, RestoringNeeds {
  accounts: Accounts
  clicks: Clicks
  assets: Pick<Assets, 'sizesOf'>
}

export function versionOperations(needs: VersionOperationNeeds): Handlers<VersionOperations> {
  return { list: list(needs), get: get(needs), restore: restore(needs) }
}

function list(needs: VersionOperationNeeds): Handler<VersionOperations['list']> {
  const { versions } = needs
  return async ({ limit, after, ...wanted }, context) => {
    const row = await findRow(needs, wanted, context)
    const microsite = { id: row.id, userId: row.user_id }
    const before = after === undefined ? undefined : await versions.one(microsite, after)
    if (after !== undefined && !before) throw badCursor()
    const rows = await versions.page(microsite, before?.id, limit + 1)
    const page = rows.slice(0, limit)
    return {
      data: await versionRecords(needs, row, page),
      next_cursor: rows.length > limit ? (page.at(-1)?.public_id ?? null) : null,
    }
  }
}

function get(needs: VersionOperationNeeds): Handler<VersionOperations['get']> {
  return async ({ versionId, ...wanted }, context) => {
    const row = await findRow(needs, wanted, context)
    const version = await findVersion(needs, row, versionId)
    const { page, components } =
      (await keptContent(needs, row, version)) ?? (await presentContent(needs, row))
    const records = components.map(componentRecord)
    const paths = imagePaths(records.map(({ data }) => data))
    const sizes = await needs.assets.sizesOf(row.user_id, paths)
    const [record] = (await versionRecords(needs, row, [version])) as [MicrositeVersion]
    const data = {
      ...record,
      ...page,
      components: records,
      missing_images: paths.filter((path) => !sizes.has(path)),
    }
    return { data }
  }
}

function restore(needs: VersionOperationNeeds): Handler<VersionOperations['restore']> {
  const { store, accounts, clicks, origin } = needs
  return async ({ to, ...wanted }, context) => {
    const { caller, now, change } = context
    const row = await findRow(needs, wanted, context)
    const kept = await keptContent(needs, row, await findVersion(needs, row, to))
    // Otherwise it is what visitors see already.
    if (!kept) return { data: micrositeRecord(origin, row) }
    const content = await checkedContent(needs, kept)
    await clicks.catchUp()
    const data = await store.transaction(async (tx) => {
      const microsite = { id: row.id, userId: row.user_id }
      await rollBack(needs, tx, microsite, { content, to, plan: accounts.planOf(caller), change, now })
      return micrositeRecord(origin, (await store.byId(tx, row.id)) ?? refuseUnknown())
    })
    return { data }
  }
}

async function findRow(
  needs: VersionOperationNeeds,
  { slug, domain }: { slug: string; domain?: string },
  { caller: { workspaceId: userId } }: RequestContext,
): Promise<MicrositeRow> {
  await needs.clicks.settle(userId)
  return await findMicrosite(needs.store, needs, { userId, slug, domain })
}

async function findVersion(
  { versions }: VersionOperationNeeds,
  { id, user_id }: MicrositeRow,
  publicId: string,
): Promise<ListedVersion> {
  const version = await versions.one({ id, userId: user_id }, publicId)
  if (version) return version
  throw new Refusal('not_found', 'There is no such version of this microsite, or it is no longer kept.')
}

/** The content of a version; null if it is the present one. */
async function keptContent(
  { versions }: VersionOperationNeeds,
  { id, user_id }: MicrositeRow,
  version: ListedVersion,
): Promise<VersionContent | null> {
  const content = await versions.contentOf({ id, userId: user_id }, version.id)
  return content && unpacked(content)
}

async function presentContent(
  { components }: VersionOperationNeeds,
  row: MicrositeRow,
): Promise<VersionContent> {
  return contentOf(row, await components.of(null, row.id))
}

async function versionRecords(
  needs: VersionOperationNeeds,
  microsite: MicrositeRow,
  versions: readonly ListedVersion[],
): Promise<MicrositeVersion[]> {
  const nameOf = await needs.history.names(versions)
  return await Promise.all(
    versions.map(async (version) => ({
      id: version.public_id,
      at: version.at,
      by: { kind: version.actor_kind as ActorKind, name: nameOf(version) },
      current: version.is_present === 1,
      changes: await changesOf(needs, microsite, version),
    })),
  )
}

async function changesOf(
  needs: VersionOperationNeeds,
  row: MicrositeRow,
  version: ListedVersion,
): Promise<VersionChanges | null> {
  if (version.is_present !== 1)
    return version.changes === null ? null : (JSON.parse(version.changes) as VersionChanges)
  const microsite = { id: row.id, userId: row.user_id }
  return await changesTo(needs, null, microsite, version, await presentContent(needs, row))
}
