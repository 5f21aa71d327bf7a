// The disk space of each table and, separately, of its indexes, as reported by the engines.
import { Database } from 'bun:sqlite'
import pg from 'pg'

export interface StoredBytes {
  table: number
  indexes: number
}

export interface Stored {
  /** By table name; the monthly tables, and those of SQLite's search, count together. */
  tables: Map<string, StoredBytes>
  /** Rows per link and day, and the size of their sets of visitors. */
  linkDays: { rows: number; sets: number }
}

const searchIndex = 'search index'

export function onSqlite(file: string): Stored {
  using connection = new Database(file, { readonly: true })
  const parts = connection
    .query<{ name: string; of: string; type: string; bytes: number }, []>(
      `select stat.name, coalesce(tbl_name, stat.name) as of, coalesce(type, 'table') as type, pgsize as bytes
       from dbstat stat left join sqlite_schema on sqlite_schema.name = stat.name where aggregate = true`,
    )
    .all()
  const linkDays = connection
    .query<Stored['linkDays'], []>(
      'select count(*) as rows, coalesce(sum(length(visitor_sketch)), 0) as sets from link_days',
    )
    .get() as Stored['linkDays']
  const tables = new Map<string, StoredBytes>()
  for (const { of, type, bytes } of parts) {
    const isSearch = of.startsWith('link_index')
    add(tables, isSearch ? searchIndex : of, isSearch || type === 'index' ? 'indexes' : 'table', bytes)
  }
  return { tables, linkDays }
}

export async function onPostgres(url: string): Promise<Stored> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: parts } = await client.query<{
      name: string
      bytes: string
      indexes: string
      search: string
    }>(
      `select coalesce(inhparent::regclass, oid)::regclass::text as name, pg_table_size(oid) as bytes,
         pg_indexes_size(oid) as indexes,
         (select coalesce(sum(pg_relation_size(indexrelid)), 0) from pg_index join pg_class i on i.oid = indexrelid
          join pg_am on pg_am.oid = i.relam where indrelid = c.oid and amname = 'gin') as search
       from pg_class c left join pg_inherits on inhrelid = oid
       where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    const { rows } = await client.query<{ rows: string; sets: string }>(
      'select count(*) as rows, coalesce(sum(pg_column_size(visitor_sketch)), 0) as sets from link_days',
    )
    const tables = new Map<string, StoredBytes>()
    for (const { name, bytes, indexes, search } of parts) {
      add(tables, name, 'table', Number(bytes))
      add(tables, name, 'indexes', Number(indexes) - Number(search))
      add(tables, searchIndex, 'indexes', Number(search))
    }
    return { tables, linkDays: { rows: Number(rows[0]?.rows), sets: Number(rows[0]?.sets) } }
  } finally {
    await client.end()
  }
}

function add(tables: Map<string, StoredBytes>, name: string, part: keyof StoredBytes, bytes: number): void {
  const sum = tables.get(name) ?? { table: 0, indexes: 0 }
  sum[part] += bytes
  tables.set(name, sum)
}
