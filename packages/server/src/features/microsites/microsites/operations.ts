// The operations on microsites.
import { type Api, Refusal, versionFields } from '@linnet/contract'
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
  lockDomain,
  requireUsableCode,
} from '../../links/links/index.ts'
import type { ComponentStore } from './component-store.ts'
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
import type { MicrositeRow, MicrositeStore } from './store.ts'
import type { VersionStore } from './version-store.ts'
import { beginVersions, keepVersion } from './versions.ts'

type MicrositeOperations = Api['microsites']

export interface MicrositeOperationNeeds extends MicrositeAddresses {
  store: MicrositeStore
  components: ComponentStore
  versions: VersionStore
  /** The domains that a microsite can be on. */
  rules: DomainRules
  accounts: Accounts
  clicks: Clicks
  outbox: Outbox
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
  return async (input, { caller, now, once }) => {
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
      const taken = await store.takeSlug(tx, { domainId: domain.id, slug }, id)
      if (taken === null) throw slugTaken()
      const place = { domain_id: domain.id, domain_name: domain.name, slug: taken }
      const data = micrositeRecord(origin, { ...microsite, ...place, id, views: 0 })
      if (!draft) {
        await beginVersions(needs, tx, { id, userId }, { caller, now })
        await outbox.add(tx, userId, [published(data)], now)
      }
      return { data }
    })
  }
}

function available({ store, rules }: MicrositeOperationNeeds): Handler<MicrositeOperations['available']> {
  return async ({ slug, domain_alias }, { caller }) => {
    const { id } = await domainNamed(rules, caller.workspaceId, domain_alias)
    return { data: { slug, available: isUsableCode(slug) && !(await store.isTaken(id, slug)) } }
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
    const { caller, now } = context
    const { id } = await find(needs, { slug, domain }, context)
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
      if (versionFields.some((field) => (fields[field] ?? before[field]) !== before[field]))
        await keepVersion(needs, tx, { id, userId: caller.workspaceId }, { caller, now })
      await store.change(tx, id, { ...fields, ...hidden, updated_at })
      const isMoving = newDomain !== null && newDomain.id !== before.domain_id
      if (isMoving) await move(needs, tx, before, newDomain)
      const row = (await store.byId(tx, id)) ?? refuseUnknown()
      if (hide !== undefined || isMoving) await store.announceSlug(tx, row)
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

function slugTaken(): Refusal {
  return new Refusal('slug_taken', 'This slug is already in use. Choose another one.')
}

function publish(needs: MicrositeOperationNeeds): Handler<MicrositeOperations['publish']> {
  const { store, origin, outbox } = needs
  return async (input, context) => {
    const { caller, now } = context
    const { id } = await find(needs, input, context)
    const data = await store.transaction(async (tx) => {
      const hasChanged = await store.publish(tx, id, unixSeconds(now))
      const row = (await store.byId(tx, id)) ?? refuseUnknown()
      const data = micrositeRecord(origin, row)
      if (hasChanged) {
        await beginVersions(needs, tx, { id, userId: caller.workspaceId }, { caller, now })
        await store.announceSlug(tx, row)
        await outbox.add(tx, caller.workspaceId, [published(data)], now)
      }
      return data
    })
    return { data }
  }
}

function remove(needs: MicrositeOperationNeeds): Handler<MicrositeOperations['remove']> {
  const { store, components, accounts } = needs
  return async (input, context) => {
    const { caller, now } = context
    const { id, public_id, slug, domain_id } = await find(needs, input, context)
    const time = unixSeconds(now)
    await store.transaction(async (tx) => {
      // Writing first locks the row, so that nobody blocks the microsite between the check and the deletion.
      if (!(await store.change(tx, id, { updated_at: time }))) refuseUnknown()
      const { blocked_at } = (await store.byId(tx, id)) ?? refuseUnknown()
      // Otherwise the blocked address would be free for the same page again.
      if (blocked_at !== null)
        throw new Refusal(
          'forbidden',
          "This microsite is blocked. It can't be deleted until it is unblocked.",
        )
      await store.change(tx, id, { deleted_at: time, updated_at: time })
      await components.markAllDeleted(tx, id, time)
      // Before the slug, in the same order as creation, so that the two can't deadlock.
      await accounts.giveBackUnit(tx, { userId: caller.workspaceId, metric: 'microsites', now })
      await store.freeSlug(tx, { id, domain_id, slug })
    })
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
