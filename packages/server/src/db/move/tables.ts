// The tables that a move copies: every table that both engines have, as the engines describe it.
import type { Database as Connection } from 'bun:sqlite'
import { type Kysely, sql } from 'kysely'
import { migrationTable } from '../migrate.ts'
import type { Schema } from '../schema.ts'
import { unfinishedMove } from '../unfinished-move.ts'

export type Value = number | string | Uint8Array | null
export type Row = Record<string, Value>

// Values of these types can be written to PostgreSQL and read back unchanged.
const columnTypes = ['bigint', 'integer', 'smallint', 'double precision', 'text', 'bytea'] as const
export type ColumnType = (typeof columnTypes)[number]

export interface MovedTable {
  name: string
  columns: Record<string, ColumnType>
}

/**
 * Tables that are not moved, and why. A table that is neither here nor on both engines is an error before the move starts,
 * and fails a test, so its author has to decide.
 */
export const leftBehind: Record<string, string> = {
  [migrationTable]: 'each database has had its own migrations',
  additive_migration: 'each database has had its own migrations',
  kysely_migration_lock: 'each database has had its own migrations',
  [unfinishedMove]: 'it belongs to the move itself',
  changes: 'announcements between processes at one database, all of which are stopped',
  rate_windows: 'rate limits of the last minute, in which no node was running',
  link_changes: 'changes that cached search totals lack, and a new database has no such totals',
  search_position: "the progress of SQLite's search index",
  link_index: "SQLite's search index; PostgreSQL has its own, built from the same strings",
  link_grams: "a view of SQLite's search index",
}

/** The tables to move, by name; throws if the engines have different tables or columns. */
export async function movedTables(source: Connection, target: Kysely<Schema>): Promise<MovedTable[]> {
  const [here, there] = [columnsOfSqlite(source), await columnsOfPostgres(target)]
  const names = [...new Set([...here.keys(), ...there.keys()])].filter((name) => !isLeft(name)).sort()
  return names.map((name) => {
    const [columns, types] = [here.get(name), there.get(name)]
    if (!columns || !types)
      throw new Error(`the move does not know what to do with the table ${name}, which only one engine has`)
    const odd = [...columns.keys(), ...types.keys()].find(
      (column) => !columns.has(column) || !types.has(column),
    )
    if (odd) throw new Error(`only one engine has the column ${name}.${odd}`)
    return {
      name,
      columns: Object.fromEntries([...types].map(([column, type]) => [column, known(name, type)])),
    }
  })
}

function isLeft(name: string): boolean {
  return Object.hasOwn(leftBehind, name)
}

function known(table: string, type: string): ColumnType {
  const found = columnTypes.find((candidate) => candidate === type)
  if (!found) throw new Error(`the move does not know the type ${type} of a column of ${table}`)
  return found
}

/** Without SQLite's own tables and the shadow tables of virtual tables. */
function columnsOfSqlite(source: Connection): Map<string, Map<string, string>> {
  const rows = source
    .query<{ name: string; column: string; type: string }, []>(
      `select t.name, c.name as "column", c.type from pragma_table_list as t, pragma_table_info(t.name) as c
       where t.schema = 'main' and t.type in ('table', 'virtual') and t.name not like 'sqlite\\_%' escape '\\'`,
    )
    .all()
  return grouped(rows)
}

/** Without partitions, which belong to their tables, and tables of extensions. */
async function columnsOfPostgres(target: Kysely<Schema>): Promise<Map<string, Map<string, string>>> {
  const { rows } = await sql<{ name: string; column: string; type: string }>`
    select c.relname as name, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname, a.attnum
  `.execute(target)
  return grouped(rows)
}

function grouped(rows: { name: string; column: string; type: string }[]): Map<string, Map<string, string>> {
  const tables = Map.groupBy(rows, ({ name }) => name)
  return new Map(
    [...tables].map(([name, columns]) => [name, new Map(columns.map(({ column, type }) => [column, type]))]),
  )
}
