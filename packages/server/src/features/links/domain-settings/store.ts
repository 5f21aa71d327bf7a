// The SQL of changing the settings of a domain, and of reading all of them.
import { sql } from 'kysely'
import { type Database, within } from '../../../db/database.ts'
import type { DomainSettingsTable } from '../../../db/schema.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { type DomainFile, settingsTopic, stopTakingCodes } from '../domains/index.ts'

export type SettingsRow = DomainSettingsTable

/** Codes of one domain that differ only in case. */
export interface Clashes {
  /** Two of each, in the order of the alphabet. */
  shown: [string, string][]
  /** How many more there are. */
  more: number
}

const mostShown = 10

export class DomainSettingsStore {
  /** A file of a domain; at once on SQLite. */
  private readonly files: Record<
    DomainFile,
    (domainId: number) => MaybePromise<{ content: string | null } | undefined>
  >

  constructor(private readonly db: Database) {
    const read = (file: DomainFile) =>
      db.prepare(
        db.read.selectFrom('domain_settings').select(`${file} as content`).where('domain_id', '=', 0),
      )
    this.files = {
      robots: read('robots'),
      apple_app_site_association: read('apple_app_site_association'),
      assetlinks: read('assetlinks'),
    }
  }

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  file(domainId: number, file: DomainFile): MaybePromise<{ content: string | null } | undefined> {
    return this.files[file](domainId)
  }

  /** All settings; undefined if none were ever set. In a transaction, they stay as they are until it ends. */
  async read(domainId: number, tx?: Tx): Promise<SettingsRow | undefined> {
    if (tx) await this.db.lock(tx, [settingsTopic(domainId)])
    return await (tx ? within(tx) : this.db.read)
      .selectFrom('domain_settings')
      .selectAll()
      .where('domain_id', '=', domainId)
      .executeTakeFirst()
  }

  async write(tx: Tx, row: SettingsRow): Promise<void> {
    const { domain_id: _, ...columns } = row
    await within(tx)
      .insertInto('domain_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('domain_id').doUpdateSet(columns))
      .execute()
    await this.db.announce(tx, settingsTopic(row.domain_id))
  }

  /** See `stopTakingCodes`. */
  stopTakingCodes(tx: Tx): Promise<void> {
    return stopTakingCodes(this.db, tx)
  }

  async clashes(tx: Tx, domainId: number): Promise<Clashes> {
    const codesIn = (table: 'codes' | 'code_aliases') =>
      within(tx).selectFrom(table).select('code').where('domain_id', '=', domainId)
    const groups = within(tx)
      .selectFrom(codesIn('codes').unionAll(codesIn('code_aliases')).as('all_codes'))
      .select((of) => [of.fn.min('code').as('one'), of.fn.max('code').as('other')])
      .groupBy(sql`lower(code)`)
      .having((of) => of.fn.countAll(), '>', 1)
    const { count } = await within(tx)
      .selectFrom(groups.as('clashes'))
      .select((of) => of.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    const rows = await groups.orderBy(sql`lower(code)`).limit(mostShown).execute()
    return {
      shown: rows.map(({ one, other }) => [one, other]),
      more: Math.max(0, Number(count) - rows.length),
    }
  }

  /** Writes all codes of a domain in lower case, and all aliases. */
  async foldCodes(tx: Tx, domainId: number): Promise<void> {
    for (const table of ['codes', 'code_aliases'] as const)
      await within(tx)
        .updateTable(table)
        .set({ code: sql<string>`lower(code)` })
        .where('domain_id', '=', domainId)
        .where(sql<boolean>`code <> lower(code)`)
        .execute()
  }
}
