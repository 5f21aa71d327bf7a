// The SQL of the components of microsites.
import type { ComponentKind } from '@linnet/contract'
import { sql } from 'kysely'
import { CounterRows } from '../../../db/counter-rows.ts'
import { attempt, type Database, type Query, within } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import type { ComponentTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type ComponentRow = Omit<ComponentTable, 'id' | 'deleted_at'> & { id: number }
export type NewComponent = Omit<ComponentTable, 'id' | 'deleted_at'>
export type ComponentChange = Pick<
  ComponentTable,
  'kind' | 'data' | 'password_hash' | 'active' | 'updated_at'
>

/** How much a microsite's components hold. */
export interface Extent {
  count: number
  /** Of their data. */
  characters: number
  lastPosition: number
}

export class ComponentStore {
  readonly deletedRows: CounterRows

  constructor(private readonly db: Database) {
    this.deletedRows = new CounterRows(db, 'components')
  }

  /** All components of a microsite, in their order. If `tx` is null, they are read outside of a transaction. */
  of(tx: Tx | null, micrositeId: number): Promise<ComponentRow[]> {
    return rows(tx ? within(tx) : this.db.read, micrositeId)
      .orderBy('position')
      .orderBy('id')
      .execute()
  }

  /** The components that visitors see. */
  activeOf(micrositeId: number): Promise<ComponentRow[]> {
    return rows(this.db.read, micrositeId).where('active', '=', 1).orderBy('position').orderBy('id').execute()
  }

  one(tx: Tx | null, micrositeId: number, publicId: string): Promise<ComponentRow | undefined> {
    return rows(tx ? within(tx) : this.db.read, micrositeId)
      .where('public_id', '=', publicId)
      .executeTakeFirst()
  }

  /** How much the components other than `except` hold. */
  async extent(tx: Tx, micrositeId: number, except: number | null): Promise<Extent> {
    const all = within(tx)
      .selectFrom('components')
      .select((of) => [
        of.fn.countAll().as('count'),
        of.fn.sum(sql<number>`length(data)`).as('characters'),
        of.fn.max('position').as('last'),
      ])
      .where('microsite_id', '=', micrositeId)
      .where('deleted_at', 'is', null)
    const { count, characters, last } = await (except === null
      ? all
      : all.where('id', '!=', except)
    ).executeTakeFirstOrThrow()
    return { count: Number(count), characters: Number(characters ?? 0), lastPosition: Number(last ?? 0) }
  }

  /** The components of these kinds other than `except`. */
  async ofKinds(tx: Tx, micrositeId: number, kinds: readonly ComponentKind[], except: number | null) {
    const all = within(tx)
      .selectFrom('components')
      .select(['kind', 'data'])
      .where('microsite_id', '=', micrositeId)
      .where('deleted_at', 'is', null)
      .where('kind', 'in', kinds)
    return await (except === null ? all : all.where('id', '!=', except)).execute()
  }

  /** A second component of a kind that may exist only once makes the transaction fail: see `isSecondOfKind`. */
  async insert(tx: Tx, component: NewComponent): Promise<ComponentRow> {
    const row = await within(tx)
      .insertInto('components')
      .values(component)
      .returningAll()
      .executeTakeFirstOrThrow()
    return row
  }

  /** Like `insert`. */
  async change(tx: Tx, id: number, change: ComponentChange): Promise<ComponentRow> {
    return await within(tx)
      .updateTable('components')
      .set(change)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** Those that were deleted since a moment (Unix seconds), and are still held. */
  deletedSince(tx: Tx, micrositeId: number, userId: number, moment: number): Promise<ComponentRow[]> {
    return within(tx)
      .selectFrom('components')
      .selectAll()
      .where('user_id', '=', userId)
      .where('microsite_id', '=', micrositeId)
      .where('deleted_at', '>', moment)
      .execute()
  }

  /** A component of the account, also if it was deleted and is still there. */
  evenDeleted(
    tx: Tx,
    { id, userId }: { id: number; userId: number },
    publicId: string,
  ): Promise<(ComponentRow & { deleted_at: number | null }) | undefined> {
    return within(tx)
      .selectFrom('components')
      .selectAll()
      .where('user_id', '=', userId)
      .where('microsite_id', '=', id)
      .where('public_id', '=', publicId)
      .executeTakeFirst()
  }

  attempt<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    return attempt(tx, work)
  }

  /** Makes a component of the account what this says, also if it is deleted. */
  async putBack(
    tx: Tx,
    { id, userId }: { id: number; userId: number },
    state: ComponentChange & Pick<ComponentTable, 'tag' | 'position'>,
  ): Promise<void> {
    await within(tx)
      .updateTable('components')
      .set({ ...state, deleted_at: null })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute()
  }

  isSecondOfKind(error: unknown): boolean {
    return isUniqueViolation(error)
  }

  /** Moves components to these positions, by their numbers. */
  async move(tx: Tx, positions: ReadonlyMap<number, number>): Promise<void> {
    if (positions.size === 0) return
    const cases = [...positions].map(([id, position]) => sql`when ${sql.lit(id)} then ${sql.lit(position)}`)
    await within(tx)
      .updateTable('components')
      .set({ position: sql<number>`case id ${sql.join(cases, sql` `)} end` })
      .where('id', 'in', [...positions.keys()])
      .execute()
  }

  /** Marks a component as deleted, so that its kind is free again; false if there is none. */
  async markDeleted(tx: Tx, micrositeId: number, publicId: string, now: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('components')
      .set({ deleted_at: now })
      .where('microsite_id', '=', micrositeId)
      .where('public_id', '=', publicId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** The same for these components of the account, by their numbers. */
  async markTheseDeleted(tx: Tx, userId: number, ids: number[], now: number): Promise<void> {
    if (ids.length === 0) return
    await within(tx)
      .updateTable('components')
      .set({ deleted_at: now })
      .where('user_id', '=', userId)
      .where('id', 'in', ids)
      .execute()
  }
}

function rows(query: Query, micrositeId: number) {
  return query
    .selectFrom('components')
    .selectAll()
    .where('microsite_id', '=', micrositeId)
    .where('deleted_at', 'is', null)
}
