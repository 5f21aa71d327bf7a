// The SQL of short codes: what a code leads to, and giving codes to links.
import { sql } from 'kysely'
import { type Database, type Query, within } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import type { CodeTable } from '../../../db/schema.ts'
import { statement } from '../../../db/statement.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { subjectNumber } from '../../clicks/index.ts'
import { isAlias, storedCode } from '../domains/index.ts'
import { type LinkRow, type PolicyColumns, policyColumnNames } from './store.ts'

/** What a redirect needs to know about a code, and no more: very many of these are cached. */
export interface StoredLinkTarget
  extends PolicyColumns,
    Pick<LinkRow, 'id' | 'user_id' | 'long_url' | 'listed_at' | 'vouched_at'> {
  /** Of the link, or of its account. */
  blocked_at: number | null
  /** When its account was created, and since when it has been trusted. */
  owner_since: number
  trusted_at: number | null
}

/** A code on a domain. */
export type Place = Pick<CodeTable, 'domain_id' | 'code'>

/** A code with the link that takes it. */
export type LinkCode = Place & { link_id: number }

/** The topic announced when a code changes, so that caches forget it. */
export function codeTopic(domainId: number, code: string): string {
  return `code:${domainId}:${code}`
}

export class CodeStore {
  /** What a code leads to; at once on SQLite. */
  readonly target: (domainId: number, code: string) => MaybePromise<StoredLinkTarget | undefined>

  /** The own code of the link to which an alias leads; at once on SQLite. */
  readonly ofAlias: (domainId: number, alias: string) => MaybePromise<LinkCode | undefined>

  constructor(private readonly db: Database) {
    this.target = db.prepare(targetOf(db.read, { domainId: 0, code: '' }))
    this.ofAlias = db.prepare(codeOfAlias(db.read, { domainId: 0, code: '' }))
  }

  subscribe(listener: (topic: string | null) => void): void {
    this.db.subscribe(listener)
  }

  async announce(tx: Tx, { domain_id, code }: Place): Promise<void> {
    await this.db.announce(tx, codeTopic(domain_id, code))
  }

  /** Whether a workspace can't have a code. What it deleted within the last hour still holds one, and gives it up. */
  async isTaken(domainId: number, code: string, userId: number): Promise<boolean> {
    const row = await this.db.read
      .selectFrom('codes')
      .leftJoin('deleted_things', (join) =>
        join
          .on('deleted_things.subject', '=', subjectOfCode)
          .on('deleted_things.user_id', '=', userId)
          .on('deleted_things.purged', '=', 0),
      )
      .select('deleted_things.subject as held')
      .where('codes.domain_id', '=', domainId)
      .where('codes.code', '=', storedCode(domainId, code))
      .unionAll(
        this.db.read
          .selectFrom('code_aliases')
          .select(sql<null>`cast(null as bigint)`.as('held'))
          .where('domain_id', '=', domainId)
          .where('code', '=', storedCode(domainId, code)),
      )
      .executeTakeFirst()
    return row !== undefined && row.held === null
  }

  /** Waits until nobody else is taking one of these codes, so that two bulk requests can't deadlock. */
  async lock(tx: Tx, domainId: number, codes: string[]): Promise<void> {
    if (codes.length > 0)
      await this.db.lock(
        tx,
        codes.map((code) => codeTopic(domainId, code)),
      )
  }

  /** Gives a code to a link, and returns it as it is stored: some domains ignore case. Null if it is taken. */
  async take(tx: Tx, row: LinkCode): Promise<string | null> {
    const { rows } = await insertCode(within(tx), row)
    return rows[0]?.code ?? null
  }

  /**
   * Moves a link to another code or domain; false if the code is an alias. Any other taken code makes the transaction fail: see
   * `isTakenCode`.
   */
  async move(tx: Tx, linkId: number, to: Place): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('codes')
      .set({ domain_id: to.domain_id, code: storedCode(to.domain_id, to.code) })
      .where('link_id', '=', linkId)
      .where((where) => where.not(isAlias(to.domain_id, to.code)))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  isTakenCode(error: unknown): boolean {
    return isUniqueViolation(error)
  }
}

/** What holds a code, as the history numbers it. */
const subjectOfCode = sql<number>`coalesce(codes.link_id, codes.microsite_id + ${sql.lit(subjectNumber('microsite', 0))})`

const insertCode = statement((query, { domain_id, code, link_id }: LinkCode) =>
  query
    .insertInto('codes')
    .columns(['domain_id', 'code', 'link_id'])
    .expression(
      query
        .selectNoFrom([
          sql<number>`cast(${domain_id} as bigint)`.as('domain_id'),
          storedCode(domain_id, code).as('code'),
          sql<number>`cast(${link_id} as bigint)`.as('link_id'),
        ])
        .where((where) => where.not(isAlias(domain_id, code))),
    )
    .onConflict((conflict) => conflict.columns(['domain_id', 'code']).doNothing())
    .returning('code'),
)

const policyColumns = policyColumnNames.map((name) => `links.${name}` as const)

function targetOf(query: Query, { domainId, code }: { domainId: number; code: string }) {
  return query
    .selectFrom('codes')
    .innerJoin('links', 'links.id', 'codes.link_id')
    .innerJoin('workspaces', 'workspaces.id', 'links.user_id')
    .select([
      'links.id',
      'links.user_id',
      'links.long_url',
      ...policyColumns,
      'links.listed_at',
      'links.vouched_at',
      'workspaces.created_at as owner_since',
      'workspaces.trusted_at',
    ])
    .select((select) => select.fn.coalesce('workspaces.blocked_at', 'links.blocked_at').as('blocked_at'))
    .where('links.user_id', '>', sql.lit(0))
    .where('workspaces.deleted_at', 'is', null)
    .where('codes.domain_id', '=', domainId)
    .where('codes.code', '=', code)
}

function codeOfAlias(query: Query, { domainId, code }: { domainId: number; code: string }) {
  return query
    .selectFrom('code_aliases')
    .innerJoin('codes', 'codes.link_id', 'code_aliases.link_id')
    .select(['codes.domain_id', 'codes.code', 'code_aliases.link_id'])
    .where('code_aliases.domain_id', '=', domainId)
    .where('code_aliases.code', '=', code)
}
