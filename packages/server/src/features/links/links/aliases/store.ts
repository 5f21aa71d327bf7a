// The SQL of aliases.
import { sql } from 'kysely'
import { type Database, within } from '../../../../db/database.ts'
import type { CodeAliasTable } from '../../../../db/schema.ts'
import type { Tx } from '../../../../platform/transaction.ts'
import { stopTakingCodes, storedCode } from '../../domains/index.ts'
import { codeTopic } from '../code-store.ts'

export type AliasRow = Pick<CodeAliasTable, 'code' | 'created_at'>

export class AliasStore {
  constructor(private readonly db: Database) {}

  /** The aliases of a link, oldest first. */
  of(linkId: number): Promise<AliasRow[]> {
    return this.db.read
      .selectFrom('code_aliases')
      .select(['code', 'created_at'])
      .where('link_id', '=', linkId)
      .orderBy('created_at')
      .orderBy('code')
      .execute()
  }

  /** The aliases of many links, by their numbers. */
  async ofMany(linkIds: number[]): Promise<Map<number, string[]>> {
    const rows =
      linkIds.length === 0
        ? []
        : await this.db.read
            .selectFrom('code_aliases')
            .select(['code', 'link_id'])
            .where('link_id', 'in', linkIds)
            .orderBy('code')
            .execute()
    const codes = new Map<number, string[]>()
    for (const { code, link_id } of rows) codes.set(link_id, [...(codes.get(link_id) ?? []), code])
    return codes
  }

  /** Keeps others from taking codes until the transaction ends, which has locked the link's row before. */
  stopTakingCodes(tx: Tx): Promise<void> {
    return stopTakingCodes(this.db, tx)
  }

  async count(tx: Tx, linkId: number): Promise<number> {
    const { count } = await within(tx)
      .selectFrom('code_aliases')
      .select((of) => of.fn.countAll<number | string>().as('count'))
      .where('link_id', '=', linkId)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  /** Adds an alias, and returns it as it is stored; null if the code is taken. Requires `stopTakingCodes`. */
  async add(tx: Tx, { domain_id, code, link_id, created_at }: CodeAliasTable): Promise<AliasRow | null> {
    const stored = storedCode(domain_id, code)
    const added = await within(tx)
      .insertInto('code_aliases')
      .columns(['domain_id', 'code', 'link_id', 'created_at'])
      .expression(
        within(tx)
          .selectNoFrom([
            sql<number>`cast(${domain_id} as bigint)`.as('domain_id'),
            stored.as('code'),
            sql<number>`cast(${link_id} as bigint)`.as('link_id'),
            sql<number>`cast(${created_at} as bigint)`.as('created_at'),
          ])
          .where((where) =>
            where.not(
              where.exists(
                where
                  .selectFrom('codes')
                  .select('codes.code')
                  .where('codes.domain_id', '=', domain_id)
                  .where('codes.code', '=', stored),
              ),
            ),
          ),
      )
      .onConflict((conflict) => conflict.columns(['domain_id', 'code']).doNothing())
      .returning(['code', 'created_at'])
      .executeTakeFirst()
    if (!added) return null
    await this.db.announce(tx, codeTopic(domain_id, added.code))
    return added
  }

  /** Frees an alias of a link, and returns it as it was stored; null if it has no such alias. */
  async remove(
    tx: Tx,
    { domain_id, code, link_id }: Pick<CodeAliasTable, 'domain_id' | 'code' | 'link_id'>,
  ): Promise<string | null> {
    const removed = await within(tx)
      .deleteFrom('code_aliases')
      .where('domain_id', '=', domain_id)
      .where('code', '=', storedCode(domain_id, code))
      .where('link_id', '=', link_id)
      .returning('code')
      .executeTakeFirst()
    if (!removed) return null
    await this.db.announce(tx, codeTopic(domain_id, removed.code))
    return removed.code
  }

  /** Moves the aliases of a link to another domain; false if one of them is taken there. Requires `stopTakingCodes`. */
  async move(tx: Tx, linkId: number, domainId: number): Promise<boolean> {
    await this.announce(tx, linkId)
    const aliases = await within(tx)
      .selectFrom('code_aliases')
      .select('code')
      .where('link_id', '=', linkId)
      .execute()
    for (const { code } of aliases) {
      const stored = storedCode(domainId, code)
      const taken = await within(tx)
        .selectFrom('codes')
        .select('code')
        .where('domain_id', '=', domainId)
        .where('code', '=', stored)
        .executeTakeFirst()
      if (taken) return false
      await within(tx)
        .updateTable('code_aliases')
        .set({ domain_id: domainId, code: stored })
        .where('link_id', '=', linkId)
        .where('code', '=', code)
        .execute()
    }
    return true
  }

  /** Announces all aliases of a link, so that caches forget to which code they lead. */
  async announce(tx: Tx, linkId: number): Promise<void> {
    const rows = await within(tx)
      .selectFrom('code_aliases')
      .select(['domain_id', 'code'])
      .where('link_id', '=', linkId)
      .execute()
    for (const { domain_id, code } of rows) await this.db.announce(tx, codeTopic(domain_id, code))
  }
}
