// The operations on microsites.
import { type Api, Refusal } from '@linnet/contract'
import type { Handler, Handlers, RequestContext } from '../../../platform/operations/handler.ts'
import type { Outbox } from '../../../platform/outbox.ts'
import { orderedIds } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import {
  type ChosenDomain,
  type DomainRules,
  domainNamed,
  isUsableCode,
  type Links,
  lockDomain,
  requireUsableCode,
} from '../../links/links/index.ts'
import type { ComponentStore } from './component-store.ts'
import { type DeletingNeeds, deleteMicrosite } from './history/deleting.ts'
import { type PageChanges, pageChanges } from './history/page-changes.ts'
import { recordPage } from './history/recording.ts'
import {
  badCursor,
  defaultTheme,
  findMicrosite,
  type MicrositeAddresses,
  micrositeRecord,
  publicIdPattern,
  published,
  refuseUnknown,
  requireTheme,
} from './microsites.ts'
import type { MicrositeRow, SlugPlace } from './store.ts'
import type { VersionStore } from './version-store.ts'
import { beginVersions, keepVersion, versionFieldsDiffer } from './versions.ts'

type MicrositeOperations = Api['microsites']

export interface MicrositeOperationNeeds extends MicrositeAddresses, DeletingNeeds {
  components: ComponentStore
  versions: VersionStore
  /** The domains that a microsite can be on. */
  rules: DomainRules
  accounts: Accounts
  clicks: Clicks
  outbox: Outbox
  /** Whether a workspace can't have a code. */
  isTaken: Links['isTaken']
  /** Frees a code that something deleted of this workspace still holds; false if nothing does. */
  freeHeldCode: Links['freeHeldCode']
}

// Lists are ordered by id, so ids of the same millisecond are in the order of creation.
const newMicrositeId = orderedIds('mic')

export function micrositeOperations(needs: MicrositeOperationNeeds): Handlers<MicrositeOperations> {
  return {
    list: list(needs),
    create: create(needs),
    available: available(needs),
    get: get(needs),
    update: update(needs),
    publish: publish(needs),
    remove: remove(needs),
  }
}

function list({ store, origin, clicks }: MicrositeOperationNeeds): Handler<MicrositeOperations['list']> {
  return async ({ limit, after }, { caller }) => {
    if (after !== undefined && !publicIdPattern.test(after)) throw badCursor()
    await clicks.settle(caller.workspaceId)
    const rows = await store.page(caller.workspaceId, after, limit + 1)
    const page = rows.slice(0, limit)
    return {
      data: page.map((row) => micrositeRecord(origin, row)),
      next_cursor: rows.length > limit ? (page.at(-1)?.public_id ?? null) : null,
    }
  }
}

function create(needs: MicrositeOperationNeeds): Handler<MicrositeOperations['create']> {
  const { store, origin, rules, accounts, clicks, outbox } = needs
  return async (input, { caller, now, change, once }) => {
    const { slug, title, kind, theme = defaultTheme, description, draft } = input
    requireUsableCode(slug)
    requireTheme(theme)
    const domain = await domainNamed(rules, caller.workspaceId, input.domain_alias)
    await clicks.catchUp()
    return await once(async (tx) => {
      const { workspaceId: userId } = caller
      const time = unixSeconds(now)
      await lockDomain(rules, tx, domain)
      await accounts.takeUnit(tx, { userId, plan: accounts.planOf(caller), metric: 'microsites', now })
      const microsite = {
        public_id: newMicrositeId(now),
        user_id: userId,
        title,
        kind,
        theme,
        description,
        hidden: 0,
        published_at: draft ? null : time,
        blocked_at: null,
        blocked_reason: null,
        created_at: time,
        updated_at: time,
      }
      const id = await store.insert(tx, microsite)
      const taken = await takeSlug(needs, tx, { domainId: domain.id, slug, userId }, id)
      const place = { domain_id: domain.id, domain_name: domain.name, slug: taken }
      const data = micrositeRecord(origin, { ...microsite, ...place, id, views: 0 })
      await recordPage(needs, tx, { id, userId }, { action: 'created', changes: {}, change, now })
      if (!draft) {
        await beginVersions(needs, tx, { id, userId }, { change, now })
        await outbox.add(tx, userId, [published(data)], now)
      }
      return { data }
    })
  }
}

function available({ rules, isTaken }: MicrositeOperationNeeds): Handler<MicrositeOperations['available']> {
  return async ({ slug, domain_alias }, { caller }) => {
    const { id } = await domainNamed(rules, caller.workspaceId, domain_alias)
    return {
      data: { slug, available: isUsableCode(slug) && !(await isTaken(id, slug, caller.workspaceId)) },
    }
  }
}

function get(needs: MicrositeOperationNeeds): Handler<MicrositeOperations['get']> {
  return async (input, context) => ({
    data: micrositeRecord(needs.origin, await find(needs, input, context)),
  })
}

function update(needs: MicrositeOperationNeeds): Handler<MicrositeOperations['update']> {
  const { store, origin, rules, accounts } = needs
  return async ({ slug, domain, hide, domain_alias, ...fields }, context) => {
    const { caller, now, change: recorded } = context
    const { id, user_id: userId } = await find(needs, { slug, domain }, context)
    if (hide && !accounts.planOf(caller).microsite_visibility)
      throw new Refusal('plan_limit', 'The plan of this account does not include hiding microsites.')
    requireTheme(fields.theme)
    const newDomain =
      domain_alias === undefined ? null : await domainNamed(rules, caller.workspaceId, domain_alias)
    const hidden = hide === undefined ? {} : { hidden: Number(hide) }
    const change = async (tx: Tx) => {
      const updated_at = unixSeconds(now)
      // Writing first locks the row, so that what was there stays what is kept.
      if (!(await store.change(tx, id, { updated_at }))) refuseUnknown()
      const before = (await store.byId(tx, id)) ?? refuseUnknown()
      const editing = { change: recorded, now }
      if (versionFieldsDiffer(fields, before)) await keepVersion(needs, tx, { id, userId }, editing)
      await store.change(tx, id, { ...fields, ...hidden, updated_at })
      const isMoving = newDomain !== null && newDomain.id !== before.domain_id
      if (isMoving) await move(needs, tx, before, newDomain)
      const row = (await store.byId(tx, id)) ?? refuseUnknown()
      if (hide !== undefined || isMoving) await store.announceSlug(tx, row)
      const changes = pageChanges(before, row)
      await recordPage(needs, tx, { id, userId }, { action: 'updated', changes, ...editing })
      return row
    }
    try {
      return { data: micrositeRecord(origin, await store.transaction(change)) }
    } catch (error) {
      throw store.isTakenSlug(error) ? slugTaken() : error
    }
  }
}

async function move(
  { store, rules }: MicrositeOperationNeeds,
  tx: Tx,
  row: MicrositeRow,
  domain: ChosenDomain,
): Promise<void> {
  // Otherwise the blocked address would be free for the same page again.
  if (row.blocked_at !== null)
    throw new Refusal(
      'forbidden',
      "This microsite is blocked. Its address can't be changed until it is unblocked.",
    )
  await lockDomain(rules, tx, domain)
  if (!(await store.move(tx, row, domain.id))) throw slugTaken()
}

/** Gives the slug to the microsite, also if something that the workspace has deleted holds it. Refuses with `slug_taken`. */
async function takeSlug(
  { store, freeHeldCode }: MicrositeOperationNeeds,
  tx: Tx,
  { domainId, slug, userId }: SlugPlace & { userId: number },
  id: number,
): Promise<string> {
  const taken = await store.takeSlug(tx, { domainId, slug }, id)
  if (taken !== null) return taken
  const isFreed = await freeHeldCode(tx, { domainId, code: slug, userId })
  return (isFreed ? await store.takeSlug(tx, { domainId, slug }, id) : null) ?? refuseTaken()
}

function refuseTaken(): never {
  throw slugTaken()
}

function slugTaken(): Refusal {
  return new Refusal('slug_taken', 'This slug is already in use. Choose another one.')
}

function publish(needs: MicrositeOperationNeeds): Handler<MicrositeOperations['publish']> {
  const { store, origin, outbox } = needs
  return async (input, context) => {
    const { caller, now, change } = context
    const { id, user_id: userId } = await find(needs, input, context)
    const data = await store.transaction(async (tx) => {
      const hasChanged = await store.publish(tx, id, unixSeconds(now))
      const row = (await store.byId(tx, id)) ?? refuseUnknown()
      const data = micrositeRecord(origin, row)
      if (hasChanged) {
        const changes: PageChanges = { published_at: [null, row.published_at] }
        await beginVersions(needs, tx, { id, userId }, { change, now })
        await recordPage(needs, tx, { id, userId }, { action: 'published', changes, change, now })
        await store.announceSlug(tx, row)
        await outbox.add(tx, caller.workspaceId, [published(data)], now)
      }
      return data
    })
    return { data }
  }
}

function remove(needs: MicrositeOperationNeeds): Handler<MicrositeOperations['remove']> {
  return async (input, context) => {
    const { change, now } = context
    const { id, public_id, slug, user_id: userId } = await find(needs, input, context)
    await needs.store.transaction((tx) => deleteMicrosite(needs, tx, { id, userId }, { change, now }))
    return { data: { id: public_id, slug, deleted: true } }
  }
}

/** The account's microsite that a path means, with all its views counted. Refuses with `not_found`. */
async function find(
  needs: MicrositeOperationNeeds,
  { slug, domain }: { slug: string; domain?: string },
  { caller }: RequestContext,
): Promise<MicrositeRow> {
  await needs.clicks.settle(caller.workspaceId)
  return await findMicrosite(needs.store, needs, { userId: caller.workspaceId, slug, domain })
}
