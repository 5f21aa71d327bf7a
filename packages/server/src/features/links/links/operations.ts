// The operations on links.
import { type Api, type InputOf, lacksScope, Refusal } from '@linnet/contract'
import type { Caller, Handler, Handlers, RequestContext } from '../../../platform/operations/handler.ts'
import type { Outbox } from '../../../platform/outbox.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { Audit } from '../../identity/audit/index.ts'
import type { Workspaces } from '../../identity/workspaces/index.ts'
import type { DestinationCards } from '../destination-cards/index.ts'
import type { History } from '../history/index.ts'
import type { Tags } from '../tags/index.ts'
import type { UtmTemplates } from '../utm-templates/index.ts'
import type { AliasStore } from './aliases/store.ts'
import type { ArchiveStore } from './archive-store.ts'
import { archiveLink, archiveOrRestoreMany, restoreLink } from './archiving.ts'
import { createManyLinks } from './bulk-creating.ts'
import { withFetchedCard } from './cards/fetched-card.ts'
import { checkSettings, type Images } from './checking-settings.ts'
import type { CodeStore } from './code-store.ts'
import { createLink } from './creating.ts'
import { changed, created } from './events.ts'
import { changesBetween } from './history/link-changes.ts'
import type { LinkHistoryStore } from './history/store.ts'
import { type Addresses, findLink, linkRecord } from './links.ts'
import { moveLinks } from './moving/moving.ts'
import type { MovedLinksStore } from './moving/store.ts'
import { type ReusableLinks, reusableLinks, type WantedLink } from './reusing/reusing.ts'
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

type LinkOperations = Api['links']

export interface LinkOperationNeeds {
  store: LinkStore
  codes: CodeStore
  aliases: AliasStore
  archive: ArchiveStore
  addresses: Addresses
  rules: DomainRules
  images: Images
  utmTemplates: UtmTemplates
  cards: DestinationCards
  moved: MovedLinksStore
  accounts: Accounts
  workspaces: Workspaces
  audit: Audit
  clicks: Clicks
  outbox: Outbox
  tags: Tags
  history: History
  linkHistory: LinkHistoryStore
}

export function linkOperations(needs: LinkOperationNeeds): Handlers<LinkOperations> {
  return {
    list: list(needs),
    create: create(needs),
    available: available(needs),
    createMany: createMany(needs),
    get: get(needs),
    update: update(needs),
    archive: archive(needs),
    unarchive: unarchive(needs),
    archiveMany: ({ ids }, context) => changeMany(needs, { ids, isArchived: true }, context),
    unarchiveMany: ({ ids }, context) => changeMany(needs, { ids, isArchived: false }, context),
    async moveMany(input, context) {
      await needs.clicks.settle(context.caller.workspaceId)
      return {
        data: await moveLinks(
          { ...needs, transaction: (work) => needs.store.transaction(work) },
          input,
          context,
        ),
      }
    },
  }
}

function list({
  store,
  rules,
  addresses,
  clicks,
  tags,
}: LinkOperationNeeds): Handler<LinkOperations['list']> {
  return async ({ page, limit, search, status, sort, tag = [] }, { caller, now }) => {
    await clicks.settle(caller.workspaceId)
    const filterTags = await tags.named(caller.workspaceId, tag)
    if (filterTags === null) return { data: [], total: 0 }
    const filter = { userId: caller.workspaceId, search, status, tagNames: tag, tags: filterTags }
    const { rows, total } = await pageOfLinks({ store, rules }, filter, {
      limit,
      offset: (page - 1) * limit,
      order: sort,
    })
    return { data: rows.map((row) => linkRecord(addresses, row, now)), total }
  }
}

function create(needs: LinkOperationNeeds): Handler<LinkOperations['create']> {
  const { rules, clicks, outbox, utmTemplates } = needs
  return async (input, context) => {
    const { caller, now, change } = context
    const once = input.dry_run ? context.transaction(true) : context.once
    if (typeof input.custom_slug === 'string') requireUsableCode(input.custom_slug)
    const long_url = await utmTemplates.applied(caller.workspaceId, input.utm_template, input.long_url)
    await requireDestination(rules, long_url)
    const fields = await checkSettings(needs, caller.workspaceId, { ...input, long_url })
    const domain = await domainNamed(rules, caller.workspaceId, input.domain_alias)
    const passwordHash = input.password ? await hashOf(input.password, caller) : null
    const reusable = await reusableFor(needs, input, caller, { domain, fields, now })
    const known = await reusable?.find()
    await clicks.catchUp()
    const make = (preview: string | null | undefined) =>
      once(async (tx) => {
        requireFuture(input.expired_at, now)
        const reused = known ?? (await reusable?.findNew(tx))
        if (reused) return { data: linkRecord(needs.addresses, reused, now) }
        await lockDomain(rules, tx, domain)
        await takeUnit(needs, tx, { caller, metric: 'links', now })
        const link = await createLink(needs, tx, {
          userId: caller.workspaceId,
          domain,
          fields: { ...fields, preview },
          code: input.custom_slug ?? null,
          passwordHash,
          change,
          now,
        })
        await outbox.add(tx, caller.workspaceId, created([link]), now)
        return { data: link }
      })
    if (!input.fetch_preview || known || input.dry_run) return await make(fields.preview)
    const card = { userId: caller.workspaceId, address: long_url, given: fields.preview, now }
    return await withFetchedCard(needs.cards, card, make)
  }
}

/** The links that can be given back in place of a new one; null if the request doesn't want that. */
async function reusableFor(
  { store, clicks }: LinkOperationNeeds,
  { reuse, custom_slug, password, fetch_preview }: InputOf<LinkOperations['create']>,
  caller: Caller,
  wanted: Pick<WantedLink, 'domain' | 'fields' | 'now'>,
): Promise<ReusableLinks | null> {
  if (!reuse) return null
  if (!caller.scopes.has('links:read')) throw lacksScope('links:read', 'reuse')
  if (custom_slug || password) return null
  // Its record has its clicks.
  await clicks.settle(caller.workspaceId)
  return await reusableLinks(store, {
    ...wanted,
    userId: caller.workspaceId,
    hasUnknownCard: Boolean(fetch_preview),
  })
}

function available({ codes, rules }: LinkOperationNeeds): Handler<LinkOperations['available']> {
  return async ({ short, domain_alias }, { caller }) => {
    requireUsableCode(short)
    const domain = await domainNamed(rules, caller.workspaceId, domain_alias)
    if (await codes.isTaken(domain.id, short, caller.workspaceId)) throw new Refusal('slug_taken')
    return { data: { short, available: true } }
  }
}

function createMany(needs: LinkOperationNeeds): Handler<LinkOperations['createMany']> {
  const { accounts, clicks } = needs
  return async ({ links }, { caller, now, once, change }) => {
    if (!accounts.planOf(caller).bulk_shortening)
      throw new Refusal('plan_required', 'The plan of this account does not include bulk shortening.')
    await clicks.catchUp()
    return await createManyLinks(needs, links, {
      userId: caller.workspaceId,
      takeUnit: (tx) => takeUnit(needs, tx, { caller, metric: 'links', now }),
      once,
      change,
      now,
    })
  }
}

function get(needs: LinkOperationNeeds): Handler<LinkOperations['get']> {
  return async (input, context) => {
    const row = await find(needs, input, context)
    return { data: linkRecord(needs.addresses, row, context.now) }
  }
}

function update(needs: LinkOperationNeeds): Handler<LinkOperations['update']> {
  const { codes, rules, addresses, outbox, history } = needs
  return async ({ short, domain, dry_run, password, domain_alias, ...given }, context) => {
    const { caller, now } = context
    const link = await find(needs, { short, domain }, context)
    const { id, code } = link
    const fields = await checkSettings(needs, caller.workspaceId, given, link)
    if (fields.custom_slug !== undefined && fields.custom_slug !== code) requireUsableCode(fields.custom_slug)
    if (fields.long_url !== undefined) await requireDestination(rules, fields.long_url)
    requireTodayOrLater(fields.archive_at, now)
    const newDomain =
      domain_alias === undefined ? undefined : await domainNamed(rules, caller.workspaceId, domain_alias)
    const change = {
      fields,
      domain: newDomain,
      lockDomain: async (tx: Tx) => newDomain && (await lockDomain(rules, tx, newDomain)),
      passwordHash: await changedHash(password, caller),
      takeRename: (tx: Tx) => takeUnit(needs, tx, { caller, metric: 'custom_slug_renames', now }),
      mayArchive: caller.scopes.has('links:archive'),
      now,
    }
    const write = async (preview: string | null | undefined) => {
      const link = await context.transaction(dry_run)(async (tx) => {
        const withCard = { ...change, fields: { ...fields, preview } }
        const { before, after, wasAlias } = await updateLink(
          needs,
          { tx, id, userId: caller.workspaceId },
          withCard,
        )
        const link = linkRecord(addresses, after, now)
        const changes = changesBetween(before, after, wasAlias)
        if (changes)
          await history.record(tx, context.change, {
            ...{ subject: id, userId: caller.workspaceId, kind: 'link', action: 'updated', changes, now },
          })
        await outbox.add(tx, caller.workspaceId, changed(before, after, link), now)
        return link
      })
      return { data: link }
    }
    const address = fields.long_url ?? link.long_url
    const card = { userId: caller.workspaceId, address, given: fields.preview, now }
    try {
      return await (given.fetch_preview && !dry_run
        ? withFetchedCard(needs.cards, card, write)
        : write(fields.preview))
    } catch (error) {
      throw codes.isTakenCode(error) ? new Refusal('slug_taken') : error
    }
  }
}

function archive(needs: LinkOperationNeeds): Handler<LinkOperations['archive']> {
  return async ({ dry_run, ...input }, context) => {
    const { id } = await find(needs, input, context)
    return { data: await archiveLink(needs, id, context, dry_run) }
  }
}

function unarchive(needs: LinkOperationNeeds): Handler<LinkOperations['unarchive']> {
  return async ({ dry_run, ...input }, context) => {
    const { id } = await find(needs, input, context)
    return { data: await restoreLink(needs, id, context, dry_run) }
  }
}

async function changeMany(
  needs: LinkOperationNeeds,
  change: { ids: string[]; isArchived: boolean },
  { caller, now, change: made }: RequestContext,
) {
  await needs.clicks.settle(caller.workspaceId)
  const wanted = { ...change, userId: caller.workspaceId, change: made, now }
  return { data: await archiveOrRestoreMany(needs, wanted) }
}

/** The account's link that a path means, with all its clicks counted. Refuses with `not_found`. */
export async function find(
  { store, addresses, clicks }: Pick<LinkOperationNeeds, 'store' | 'addresses' | 'clicks'>,
  { short, domain }: { short: string; domain?: string },
  { caller }: RequestContext,
): Promise<LinkRow> {
  await clicks.settle(caller.workspaceId)
  return await findLink(store, addresses, { userId: caller.workspaceId, short, domain })
}

interface PlanUnit {
  caller: Caller
  metric: 'links' | 'custom_slug_renames'
  now: number
}

function takeUnit(
  { accounts }: LinkOperationNeeds,
  tx: Tx,
  { caller, metric, now }: PlanUnit,
): Promise<void> {
  return accounts.takeUnit(tx, { userId: caller.workspaceId, plan: accounts.planOf(caller), metric, now })
}

function hashOf(password: string, { workspaceId: userId }: Caller): Promise<string> {
  return hashPassword(password, { owner: true, by: String(userId) })
}

/** The hash of a changed password; null if an empty one removes it, undefined if it stays. */
async function changedHash(password: string | undefined, caller: Caller): Promise<string | null | undefined> {
  if (password) return await hashOf(password, caller)
  return password === '' ? null : undefined
}
