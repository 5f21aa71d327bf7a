// The operations on microsites, each step in order.
import { type Api, type Microsite, Refusal } from '@linnet/contract'
import type { Handlers, RequestContext } from '../../../platform/operations/handler.ts'
import type { Outbox } from '../../../platform/outbox.ts'
import { orderedIds } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import { isUsableCode, requireUsableCode } from '../../links/links/index.ts'
import type { ComponentStore } from './component-store.ts'
import {
  defaultTheme,
  findMicrosite,
  micrositeRecord,
  publicIdPattern,
  published,
  refuseUnknown,
  requireTheme,
} from './microsites.ts'
import type { MicrositeRow, MicrositeStore } from './store.ts'

export interface MicrositeOperationNeeds {
  store: MicrositeStore
  components: ComponentStore
  /** Origin of the default short domain. */
  origin: string
  accounts: Accounts
  clicks: Clicks
  outbox: Outbox
}

// Lists are in the order of identifiers, so those of one moment are in the order in which they were made.
const newMicrositeId = orderedIds('mic')

export function micrositeOperations(needs: MicrositeOperationNeeds): Handlers<Api['microsites']> {
  const { store, components, origin, accounts, clicks, outbox } = needs

  const record = (row: MicrositeRow): Microsite => micrositeRecord(origin, row)

  async function found({ slug }: { slug: string }, { caller }: RequestContext): Promise<MicrositeRow> {
    await clicks.settle(caller.userId)
    return await findMicrosite(store, { userId: caller.userId, slug })
  }

  return {
    async list({ limit, after }, { caller }) {
      if (after !== undefined && !publicIdPattern.test(after)) throw badCursor()
      await clicks.settle(caller.userId)
      const rows = await store.page(caller.userId, after, limit + 1)
      const shown = rows.slice(0, limit)
      return {
        data: shown.map(record),
        next_cursor: rows.length > limit ? (shown.at(-1)?.public_id ?? null) : null,
      }
    },

    async create({ slug, title, kind, theme = defaultTheme, description, draft }, { caller, now, once }) {
      requireUsableCode(slug)
      requireTheme(theme)
      await clicks.catchUp()
      return await once(async (tx) => {
        const { userId } = caller
        const time = unixSeconds(now)
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
        if (!(await store.takeSlug(tx, slug, id)))
          throw new Refusal('slug_taken', 'That slug is taken. Choose another one.')
        const data = record({ ...microsite, id, slug, views: 0 })
        if (!draft) await outbox.add(tx, userId, [published(data)], now)
        return { data }
      })
    },

    async available({ slug }) {
      return { data: { slug, available: isUsableCode(slug) && !(await store.isTaken(slug)) } }
    },

    async get(input, context) {
      return { data: record(await found(input, context)) }
    },

    async update({ slug, hide, ...fields }, context) {
      const { caller, now } = context
      const { id } = await found({ slug }, context)
      if (hide && !accounts.planOf(caller).microsite_visibility)
        throw new Refusal('plan_limit', 'The plan of this account cannot hide microsites.')
      requireTheme(fields.theme)
      const row = await store.transaction(async (tx) => {
        const hidden = hide === undefined ? {} : { hidden: Number(hide) }
        await store.change(tx, id, { ...fields, ...hidden, updated_at: unixSeconds(now) })
        const row = (await store.byId(tx, id)) ?? refuseUnknown()
        if (hide !== undefined) await store.announceSlug(tx, row.slug)
        return row
      })
      return { data: record(row) }
    },

    async publish(input, context) {
      const { caller, now } = context
      const { id } = await found(input, context)
      const data = await store.transaction(async (tx) => {
        const isNews = await store.publish(tx, id, unixSeconds(now))
        const row = (await store.byId(tx, id)) ?? refuseUnknown()
        const data = record(row)
        if (isNews) {
          await store.announceSlug(tx, row.slug)
          await outbox.add(tx, caller.userId, [published(data)], now)
        }
        return data
      })
      return { data }
    },

    async remove(input, context) {
      const { caller, now } = context
      const { id, public_id, slug } = await found(input, context)
      const time = unixSeconds(now)
      await store.transaction(async (tx) => {
        // Writing first locks the row: nobody blocks it between the look at it and the deletion.
        if (!(await store.change(tx, id, { updated_at: time }))) refuseUnknown()
        const { blocked_at } = (await store.byId(tx, id)) ?? refuseUnknown()
        // Else the address that was blocked would be free, for the same page again.
        if (blocked_at !== null)
          throw new Refusal('forbidden', 'This microsite is blocked: it can be deleted when that is lifted.')
        await store.change(tx, id, { deleted_at: time, updated_at: time })
        await components.markAllDeleted(tx, id, time)
        // Before the slug: who creates another microsite books it first, too, so that none waits for the other.
        await accounts.giveBackUnit(tx, { userId: caller.userId, metric: 'microsites', now })
        await store.freeSlug(tx, { id, slug })
      })
      return { data: { id: public_id, slug, deleted: true } }
    },
  }
}

function badCursor(): Refusal {
  return new Refusal(
    'malformed_request',
    'That is no cursor. Send next_cursor of the page before as after, or leave after out to begin with the first page.',
    [{ path: 'after', message: 'must be next_cursor of the answer before' }],
  )
}
