// Many rows at a time on PostgreSQL: one statement, which gets an array for each column.
import { sql } from 'kysely'
import type { Tx } from '../../platform/transaction.ts'
import {
  addition,
  type BulkRows,
  type BulkTable,
  type BulkValue,
  type ColumnType,
  insertInto,
  isKey,
  overwrite,
} from '../bulk-rows.ts'
import { within } from '../database.ts'

export const postgresBulkRows: BulkRows = {
  async lock<Row>(tx: Tx, table: BulkTable<Row>, keys: Partial<Row>[]): Promise<Row[]> {
    const { name, key, columns } = table
    const rows = unnested(table, key, keys)
    // Inserts and locks in one statement, because a missing row cannot be locked.
    const [first = ''] = Object.keys(columns).filter((column) => !isKey(table, column))
    const statement = sql<Row>`insert into ${sql.raw(`${name} (${key})`)} select * from ${rows}
      on conflict (${sql.raw(String(key))}) do update set ${sql.raw(`${first} = ${name}.${first}`)}
      returning ${sql.raw(String(Object.keys(columns)))}`
    return (await statement.execute(within(tx))).rows
  },
  async insert(tx, table, rows) {
    const columns = Object.keys(table.columns) as (keyof (typeof rows)[number] & string)[]
    await sql`${sql.raw(insertInto(table))} select * from ${unnested(table, columns, rows)}`.execute(
      within(tx),
    )
  },
  async insertNumbered(tx, table, rows, name) {
    const columns = Object.keys(table.columns) as (keyof (typeof rows)[number] & string)[]
    const written = await sql<{ id: number; name: string }>`${sql.raw(insertInto(table))}
      select * from ${unnested(table, columns, rows)} returning id, ${sql.ref(name)} as name`.execute(
      within(tx),
    )
    return new Map(written.rows.map((row) => [row.name, row.id]))
  },
  async change(tx, { name, where, set }, rows) {
    const [found, changed] = [Object.keys(where), Object.keys(set)]
    const names = [...found.map((column) => `was_${column}`), ...changed]
    const arrays = [
      ...arraysOf(
        where,
        rows.map((row) => row.where),
      ),
      ...arraysOf(
        set,
        rows.map((row) => row.set),
      ),
    ]
    await sql`update ${sql.raw(name)} set ${sql.raw(String(changed.map((column) => `${column} = new.${column}`)))}
      from unnest(${sql.join(arrays)}) as new (${sql.raw(String(names))})
      where ${sql.raw(found.map((column) => `${name}.${column} = new.was_${column}`).join(' and '))}`.execute(
      within(tx),
    )
  },
  async put(tx, table, rows) {
    const columns = Object.keys(table.columns) as (keyof (typeof rows)[number] & string)[]
    await sql`${sql.raw(insertInto(table))} select * from ${unnested(table, columns, rows)}
      ${sql.raw(overwrite(table))}`.execute(within(tx))
  },
  async add(tx, table, rows) {
    const columns = Object.keys(table.columns) as (keyof (typeof rows)[number] & string)[]
    await sql`${sql.raw(insertInto(table))} select * from ${unnested(table, columns, rows)}
      ${sql.raw(addition(table))}`.execute(within(tx))
  },
}

function unnested<Row>(
  { columns }: BulkTable<Row>,
  names: readonly (keyof Row & string)[],
  rows: Partial<Row>[],
) {
  const wanted = Object.fromEntries(names.map((name) => [name, columns[name]]))
  return sql`unnest(${sql.join(arraysOf(wanted, rows))})`
}

/** One array for each column. */
function arraysOf(columns: Readonly<Record<string, ColumnType>>, rows: unknown[]) {
  return Object.entries(columns).map(([name, type]) => {
    const values = rows.map((row) => boundTo((row as Record<string, BulkValue>)[name] as BulkValue))
    return sql`${values}::${sql.raw(type)}[]`
  })
}

// In arrays, the driver only accepts bytes as a Buffer.
function boundTo(value: BulkValue): number | string | Buffer | null {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}
