// The SQL of the owners' lists of mistyped codes.
import { sql } from 'kysely'
import { type Database, within } from '../../../db/database.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { CountedMiss } from './sketch.ts'

export interface ListedMiss {
  code: string
  asked: number
  last_at: number
  /** Null on the default domain. */
  domain_name: string | null
  /** Of the link that visitors probably meant. */
  public_id: string | null
  short: string | null
  title: string | null
}

/** How many codes a list has. */
const mostListed = 200

export class MissListStore {
  constructor(private readonly db: Database) {}

  /** A workspace's mistyped codes that are still unknown, the most frequent first. */
  list(userId: number): Promise<ListedMiss[]> {
    return (
      this.db.read
        .selectFrom('mistyped_codes as missed')
        .leftJoin('domains', (join) =>
          join
            .onRef('domains.id', '=', 'missed.domain_id')
            .onRef('domains.user_id', '=', 'missed.user_id')
            .on('domains.verified_at', 'is not', null),
        )
        .leftJoin('links', (join) =>
          join.onRef('links.id', '=', 'missed.link_id').onRef('links.user_id', '=', 'missed.user_id'),
        )
        .leftJoin('codes', (join) =>
          join.onRef('codes.link_id', '=', 'links.id').onRef('codes.domain_id', '=', 'missed.domain_id'),
        )
        .select(['missed.code', 'missed.asked', 'missed.last_at', 'domains.name as domain_name'])
        .select(['codes.code as short'])
        .select((of) => [
          of.case().when('codes.code', 'is not', null).then(of.ref('links.public_id')).end().as('public_id'),
          of.ref('links.title').as('title'),
        ])
        .where('missed.user_id', '=', userId)
        .where('missed.dismissed_at', 'is', null)
        // On the default domain, a code is only shown to the owner of the link that was meant.
        .where((where) =>
          where.or([
            where('domains.id', 'is not', null),
            where.and([where('missed.domain_id', '=', 0), where('codes.code', 'is not', null)]),
          ]),
        )
        .where(isFree('codes'))
        .where(isFree('code_aliases'))
        .orderBy('missed.asked', 'desc')
        .orderBy('missed.last_at', 'desc')
        .limit(mostListed)
        .execute()
    )
  }

  /** Adds to the lists what one process has counted; several add up. Each list keeps its most frequent codes. */
  async add(counted: readonly CountedMiss[]): Promise<void> {
    const sorted = [...counted].sort((one, other) => (one.code < other.code ? -1 : 1))
    for (const [, misses] of Map.groupBy(sorted, ({ userId, domainId }) => `${userId}:${domainId}`))
      await this.db.transaction(async (tx) => {
        let owner: number | null = null
        for (const miss of misses) owner = (await addMiss(tx, miss)) ?? owner
        const domainId = misses[0]?.domainId
        if (owner !== null && domainId !== undefined) await trim(tx, owner, domainId)
      })
  }

  /** Takes a code off a workspace's list; false if it isn't there. The domain's name is null for the default domain. */
  dismiss(
    userId: number,
    { domain, code }: { domain: string | null; code: string },
    now: number,
  ): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const { numUpdatedRows } = await within(tx)
        .updateTable('mistyped_codes')
        .set({ dismissed_at: now })
        .where('user_id', '=', userId)
        .where('code', '=', code)
        .where('dismissed_at', 'is', null)
        .where((where) =>
          domain === null
            ? where('domain_id', '=', 0)
            : where(
                'domain_id',
                'in',
                where
                  .selectFrom('domains')
                  .select('domains.id')
                  .where('domains.user_id', '=', userId)
                  .where('domains.name', '=', domain),
              ),
        )
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })
  }

  /** Deletes codes that nobody has asked for since then (Unix seconds), and those of domains that were given up. */
  async prune(before: number): Promise<void> {
    await this.db.transaction((tx) =>
      within(tx)
        .deleteFrom('mistyped_codes')
        .where((where) =>
          where.or([
            where('last_at', '<', before),
            where.and([
              where('domain_id', '<>', 0),
              where.not(
                where.exists(
                  where
                    .selectFrom('domains')
                    .select('domains.id')
                    .whereRef('domains.id', '=', 'mistyped_codes.domain_id')
                    .whereRef('domains.user_id', '=', 'mistyped_codes.user_id'),
                ),
              ),
            ]),
          ]),
        )
        .execute(),
    )
  }

  /** Deletes some of a workspace's list; false if it is empty. */
  async erase(userId: number): Promise<boolean> {
    return await this.db.transaction(async (tx) => {
      const { numDeletedRows } = await within(tx)
        .deleteFrom('mistyped_codes')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    })
  }
}

/** Whether a mistyped code isn't in a table of codes. */
function isFree(table: 'codes' | 'code_aliases') {
  return sql<boolean>`not exists (
    select 1 from ${sql.table(table)} as taken where taken.domain_id = missed.domain_id and taken.code = missed.code
  )`
}

/** Returns the workspace whose list it was added to; null if there is none any more. */
async function addMiss(
  tx: Tx,
  { userId, domainId, code, asked, lastAt, linkId }: CountedMiss,
): Promise<number | null> {
  const owner =
    userId === null
      ? sql`select user_id from domains where id = ${domainId} and verified_at is not null`
      : sql`select id as user_id from workspaces where id = ${userId} and deleted_at is null`
  const { rows } = await sql<{ user_id: number }>`
    insert into mistyped_codes (user_id, domain_id, code, asked, last_at, link_id)
    select owner.user_id, cast(${domainId} as bigint), cast(${code} as text), cast(${asked} as bigint),
      cast(${lastAt} as bigint), (select id from links where id = ${linkId} and links.user_id = owner.user_id)
    from (${owner}) as owner
    where true
    on conflict (user_id, domain_id, code) do update set
      asked = mistyped_codes.asked + excluded.asked,
      last_at = case when excluded.last_at > mistyped_codes.last_at then excluded.last_at else mistyped_codes.last_at end,
      link_id = excluded.link_id
    returning user_id
  `.execute(within(tx))
  return rows[0]?.user_id ?? null
}

async function trim(tx: Tx, userId: number, domainId: number): Promise<void> {
  const listed = () =>
    within(tx).selectFrom('mistyped_codes').where('user_id', '=', userId).where('domain_id', '=', domainId)
  await within(tx)
    .deleteFrom('mistyped_codes')
    .where('user_id', '=', userId)
    .where('domain_id', '=', domainId)
    .where(
      'code',
      'in',
      listed()
        .select('code')
        .orderBy('asked', 'desc')
        .orderBy('last_at', 'desc')
        .orderBy('code')
        .limit(1_000_000)
        .offset(mostListed),
    )
    .execute()
}
