// The operations on the aliases of a link.
import { type Api, Refusal } from '@linnet/contract'
import type { Handlers, RequestContext } from '../../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Tx } from '../../../../platform/transaction.ts'
import { type Addresses, addressOf, findLink } from '../links.ts'
import { requireUsableCode } from '../slugs.ts'
import type { LinkRow, LinkStore } from '../store.ts'
import { type AliasNeeds, addAlias, requireUnblocked } from './aliases.ts'
import type { AliasRow } from './store.ts'

export interface AliasOperationNeeds extends AliasNeeds {
  store: LinkStore
  addresses: Addresses
}

export function aliasOperations(needs: AliasOperationNeeds): Handlers<Api['aliases']> {
  const { store, aliases, addresses } = needs

  function find(
    { short, domain }: { short: string; domain?: string },
    { caller }: RequestContext,
  ): Promise<LinkRow> {
    return findLink(store, addresses, { userId: caller.workspaceId, short, domain })
  }

  /** The link with its row locked, as everybody does first who changes a link's codes. */
  async function locked(tx: Tx, id: number, { caller, now }: RequestContext): Promise<LinkRow> {
    await store.change(tx, id, { updated_at: unixSeconds(now) })
    const link = await store.byId(tx, id)
    // It may have been moved to another workspace since it was found.
    if (link.user_id !== caller.workspaceId) throw new Refusal('not_found')
    return link
  }

  const record = (link: LinkRow, { code, created_at }: AliasRow) => ({
    code,
    short_url: addressOf(addresses, { code, domain_name: link.domain_name }).short_url,
    created_at,
  })

  return {
    async list(input, context) {
      const link = await find(input, context)
      return { data: (await aliases.of(link.id)).map((row) => record(link, row)) }
    },
    async add({ code, ...input }, context) {
      requireUsableCode(code)
      const { id } = await find(input, context)
      return await store.transaction(async (tx) => {
        const link = await locked(tx, id, context)
        return { data: record(link, await addAlias(needs, tx, link, { code, now: context.now })) }
      })
    },
    async remove({ code, ...input }, context) {
      const { id } = await find(input, context)
      return await store.transaction(async (tx) => {
        const link = await locked(tx, id, context)
        requireUnblocked(link)
        const removed = await aliases.remove(tx, { domain_id: link.domain_id, code, link_id: id })
        if (removed === null) throw new Refusal('not_found', 'This link has no such alias.')
        return { data: { code: removed, removed: true as const } }
      })
    },
  }
}
