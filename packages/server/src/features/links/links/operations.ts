// The operations on links, each step in order.
import { type Api, BulkItem, type ErrorCode, type Link, Refusal, validate } from '@linnet/contract'
import type { Caller, Handlers, RequestContext } from '../../../platform/operations/handler.ts'
import type { Outbox } from '../../../platform/outbox.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import { createLink } from './creating.ts'
import { archived, changed, created } from './events.ts'
import { type Addresses, defaultDomain, findLink, linkRecord } from './links.ts'
import {
  type DomainRules,
  domainNamed,
  lockDomain,
  requireDestination,
  requireFuture,
  requireTodayOrLater,
} from './rules.ts'
import { pageOfLinks } from './searching.ts'
import { requireUsableCode } from './slugs.ts'
import type { LinkRow, LinkStore } from './store.ts'
import { updateLink } from './updating.ts'

const linksAtOnce = 100

export interface LinkOperationNeeds {
  store: LinkStore
  addresses: Addresses
  rules: DomainRules
  accounts: Accounts
  clicks: Clicks
  outbox: Outbox
}

export function linkOperations(needs: LinkOperationNeeds): Handlers<Api['links']> {
  const { store, addresses, rules, accounts, clicks, outbox } = needs

  const record = (row: LinkRow, now: number): Link => linkRecord(addresses, row, now)

  function takeUnit(
    tx: Tx,
    caller: Caller,
    metric: 'links' | 'custom_slug_renames',
    now: number,
  ): Promise<void> {
    return accounts.takeUnit(tx, { userId: caller.userId, plan: accounts.planOf(caller), metric, now })
  }

  async function found(
    input: { short: string; domain?: string },
    { caller }: RequestContext,
  ): Promise<LinkRow> {
    await clicks.settle(caller.userId)
    return await findLink(store, addresses, {
      userId: caller.userId,
      short: input.short,
      domain: input.domain,
    })
  }

  return {
    async list({ page, limit, search, status, sort }, { caller, now }) {
      await clicks.settle(caller.userId)
      const filter = { userId: caller.userId, search, status }
      const wanted = { limit, offset: (page - 1) * limit, order: sort }
      const { rows, total } = await pageOfLinks({ store, rules }, filter, wanted)
      return { data: rows.map((row) => record(row, now)), total }
    },

    async create(input, { caller, now, once }) {
      if (typeof input.custom_slug === 'string') requireUsableCode(input.custom_slug)
      await requireDestination(rules, input.long_url)
      const domain = await domainNamed(rules, caller.userId, input.domain_alias)
      const passwordHash = input.password
        ? await hashPassword(input.password, { owner: true, by: String(caller.userId) })
        : null
      await clicks.catchUp()
      return await once(async (tx) => {
        requireFuture(input.expired_at, now)
        await lockDomain(rules, tx, domain)
        await takeUnit(tx, caller, 'links', now)
        const wanted = {
          userId: caller.userId,
          domain,
          longUrl: input.long_url,
          title: input.title ?? '',
          code: input.custom_slug ?? null,
          passwordHash,
          expiredAt: input.expired_at ?? null,
        }
        const link = await createLink(store, addresses, tx, wanted, now)
        await outbox.add(tx, caller.userId, created([link]), now)
        return { data: link }
      })
    },

    async available({ short, domain_alias }, { caller }) {
      requireUsableCode(short)
      const domain = await domainNamed(rules, caller.userId, domain_alias)
      if (await store.isTaken(domain.id, short)) throw new Refusal('slug_taken')
      return { data: { short, available: true } }
    },

    async createMany({ links }, { caller, now, once }) {
      if (!accounts.planOf(caller).bulk_shortening)
        throw new Refusal('plan_required', 'The plan of this account has no bulk shortening.')
      await clicks.catchUp()
      const checked = await Promise.all(links.map((item) => refusalOr(() => checkItem(item))))
      return await once(async (tx) => {
        await store.holdCodes(tx, defaultDomain, codesWanted(checked))
        const items: ItemResult[] = []
        for (const [index, item] of checked.entries()) {
          const result =
            item instanceof Refusal
              ? item
              : await refusalOr(() => store.attempt(tx, () => createItem(tx, item, caller, now)))
          items.push(itemResult(index, result))
        }
        const links = items.flatMap(({ data }) => data ?? [])
        await outbox.add(tx, caller.userId, created(links), now)
        const success = links.length
        return { data: { total: items.length, success, failed: items.length - success, items } }
      })
    },

    async get(input, context) {
      return { data: record(await found(input, context), context.now) }
    },

    async update({ short, domain, password, domain_alias, ...fields }, context) {
      const { caller, now } = context
      const { id, code } = await found({ short, domain }, context)
      if (fields.custom_slug !== undefined && fields.custom_slug !== code)
        requireUsableCode(fields.custom_slug)
      if (fields.long_url !== undefined) await requireDestination(rules, fields.long_url)
      requireTodayOrLater(fields.archive_at, now)
      const chosen =
        domain_alias === undefined ? undefined : await domainNamed(rules, caller.userId, domain_alias)
      const update = {
        fields,
        domain: chosen,
        lockDomain: async (tx: Tx) => chosen && (await lockDomain(rules, tx, chosen)),
        passwordHash: password
          ? await hashPassword(password, { owner: true, by: String(caller.userId) })
          : password === ''
            ? null
            : undefined,
        takeRename: (tx: Tx) => takeUnit(tx, caller, 'custom_slug_renames', now),
        mayArchive: caller.scopes.has('links:archive'),
        now,
      }
      try {
        const link = await store.transaction(async (tx) => {
          const { before, after } = await updateLink(store, tx, id, update)
          const link = record(after, now)
          await outbox.add(tx, caller.userId, changed(before, after, link), now)
          return link
        })
        return { data: link }
      } catch (error) {
        throw store.isTakenCode(error) ? new Refusal('slug_taken') : error
      }
    },

    async archive(input, context) {
      const { id } = await found(input, context)
      const { caller, now } = context
      const link = await store.transaction(async (tx) => {
        const isNews = await store.archive(tx, id, unixSeconds(now))
        const row = await store.byId(tx, id)
        const link = record(row, now)
        if (isNews) {
          await store.announce(tx, row)
          await outbox.add(tx, caller.userId, [archived(link)], now)
        }
        return link
      })
      return { data: link }
    },

    async unarchive(input, context) {
      const { id } = await found(input, context)
      const row = await store.transaction(async (tx) => {
        const changed = await store.restore(tx, id, unixSeconds(context.now))
        const link = await store.byId(tx, id)
        if (changed) await store.announce(tx, link)
        return link
      })
      return { data: record(row, context.now) }
    },

    archiveMany: ({ ids }, context) => setArchived(ids, true, context),
    unarchiveMany: ({ ids }, context) => setArchived(ids, false, context),
  }

  /** Some links at a time, so that other writers get their turns in between. */
  async function setArchived(ids: string[], isArchived: boolean, { caller, now }: RequestContext) {
    await clicks.settle(caller.userId)
    const wanted = [...new Set(ids)].sort()
    const owned = new Set<string>()
    const changed: string[] = []
    for (let at = 0; at < wanted.length; at += linksAtOnce) {
      const publicIds = wanted.slice(at, at + linksAtOnce)
      for (const id of await store.owned(caller.userId, publicIds)) owned.add(id)
      const links = await store.transaction(async (tx) => {
        const archiving = { userId: caller.userId, publicIds, isArchived, now: unixSeconds(now) }
        const rows = await store.setArchived(tx, archiving)
        for (const row of rows) await store.announce(tx, row)
        const links = rows.map((row) => record(row, now))
        if (isArchived) await outbox.add(tx, caller.userId, links.map(archived), now)
        return links
      })
      changed.push(...links.map(({ id }) => id))
    }
    const failed = ids.filter((id) => !owned.has(id))
    return { data: { success: owned.size, failed, changed } }
  }

  async function checkItem(item: unknown): Promise<BulkItem> {
    const parsed = validate(BulkItem, item)
    if (parsed.details) {
      const faults = parsed.details.map(({ path, message }) => (path ? `${path}: ${message}` : message))
      throw new Refusal('validation_failed', faults.join('; '))
    }
    if (parsed.data.short !== undefined) requireUsableCode(parsed.data.short)
    await requireDestination(rules, parsed.data.long_url)
    return parsed.data
  }

  async function createItem(tx: Tx, item: BulkItem, caller: Caller, now: number): Promise<Link> {
    await takeUnit(tx, caller, 'links', now)
    const wanted = {
      userId: caller.userId,
      domain: { id: defaultDomain, name: null },
      longUrl: item.long_url,
      title: item.title ?? '',
      code: item.short ?? null,
      passwordHash: null,
      expiredAt: null,
    }
    return await createLink(store, addresses, tx, wanted, now)
  }
}

type ItemResult = { index: number; success: boolean; error?: ErrorCode; message?: string; data?: Link }

function itemResult(index: number, result: Link | Refusal): ItemResult {
  return result instanceof Refusal
    ? { index, success: false, error: result.code, message: result.details?.[0]?.message ?? result.message }
    : { index, success: true, data: result }
}

function codesWanted(items: (BulkItem | Refusal)[]): string[] {
  return items.flatMap((item) => (item instanceof Refusal || item.short === undefined ? [] : [item.short]))
}

async function refusalOr<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
