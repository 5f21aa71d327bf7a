// Fills an account with made-up links for a benchmark, bypassing the API but using the product's own tables.
import type { Database as Connection } from 'bun:sqlite'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase, sqliteFile } from '../../packages/server/src/db/open.ts'
import { connect } from '../../packages/server/src/db/sqlite/connection.ts'
import { SearchIndex } from '../../packages/server/src/db/sqlite/search-index.ts'
import { searchText } from '../../packages/server/src/features/links/links/searching.ts'
import { createLog } from '../../packages/server/src/platform/observability/log.ts'
import { newId } from '../../packages/server/src/platform/security/ids.ts'
import { systemClock } from '../../packages/server/src/platform/time/clock.ts'
import { madeUpLink } from './link-texts.ts'

export interface Fill {
  /** Settings of the server, which must not be running if it uses SQLite. */
  dataDirectory: string
  /** `postgres://…`, or null for SQLite in `dataDirectory`. */
  databaseUrl: string | null
  /** An existing account (`linnet user create`). */
  email: string
  /** How many links to create. */
  links: number
  /** Number of the first link; link n has the code `codeOf(n)`. Default 0. */
  first?: number
  /** The destination of the link with a number in the database; otherwise a made-up one. */
  destination?: (link: number) => string
  /** Archives every link whose number is a multiple of this. Default: none. */
  archivedEvery?: number
}

// Rows per statement on PostgreSQL, and per transaction on SQLite.
const batch = 20_000

interface Row {
  public_id: string
  user_id: number
  long_url: string
  title: string
  archived_at: number | null
  search_text: string
  created_at: number
  updated_at: number
  code: string
}

/** Creates the links; the last one is the newest. */
export async function fillLinks(fill: Fill): Promise<void> {
  const log = createLog('error')
  // Runs migrations.
  const db = await openDatabase({
    url: fill.databaseUrl,
    dataDirectory: fill.dataDirectory,
    poolSize: 1,
    clock: systemClock,
    log,
  })
  await db.close()
  if (fill.databaseUrl) await fillPostgres(fill.databaseUrl, fill)
  else fillSqlite(sqliteFile(fill.dataDirectory), fill)
}

function* batches({ links, first = 0, archivedEvery, destination }: Fill, userId: number): Generator<Row[]> {
  const now = Date.now()
  for (let start = 0; start < links; start += batch) {
    const rows: Row[] = []
    for (let index = start; index < Math.min(links, start + batch); index++) {
      const { code, longUrl: madeUp, title } = madeUpLink(first + index)
      const longUrl = destination?.(index + 1) ?? madeUp
      const created = now - (links - index) * 1000
      const at = Math.floor(created / 1000)
      rows.push({
        public_id: newId('lnk', created),
        user_id: userId,
        long_url: longUrl,
        title,
        archived_at: archivedEvery && index % archivedEvery === 0 ? at : null,
        search_text: searchText(code, longUrl, title),
        created_at: at,
        updated_at: at,
        code,
      })
    }
    yield rows
  }
}

function noSuchAccount(email: string): Error {
  return new Error(`there is no account with the e-mail ${email}; create it with: bin/linnet user create`)
}

function fillSqlite(file: string, fill: Fill): void {
  const connection = connect(file)
  try {
    // A crash loses nothing that can't be recreated, so don't wait for the disk.
    connection.run('PRAGMA synchronous = OFF')
    connection.run('PRAGMA cache_size = -1000000')
    const user = connection
      .query<{ id: number }, [string]>('SELECT id FROM users WHERE email = ?')
      .get(fill.email)
    if (!user) throw noSuchAccount(fill.email)
    const index = new SearchIndex(connection, batch)
    for (const rows of batches(fill, user.id)) {
      insertRows(connection, rows)
      index.catchUp()
    }
    connection.run('PRAGMA wal_checkpoint(TRUNCATE)')
    connection.run('ANALYZE')
  } finally {
    connection.close()
  }
}

function insertRows(connection: Connection, rows: Row[]): void {
  const link = connection.query(`
    INSERT INTO links (public_id, user_id, long_url, title, archived_at, search_text, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  `)
  const code = connection.query('INSERT INTO codes (domain_id, code, link_id) VALUES (0, ?, ?)')
  connection.transaction(() => {
    for (const { code: text, ...row } of rows) {
      const { lastInsertRowid } = link.run(...Object.values(row))
      code.run(text, lastInsertRowid)
    }
  })()
}

async function fillPostgres(url: string, fill: Fill): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: users } = await client.query<{ id: string }>('select id from users where email = $1', [
      fill.email,
    ])
    if (!users[0]) throw noSuchAccount(fill.email)
    const rebuild = await dropSearchIndexes(client)
    for (const rows of batches(fill, Number(users[0].id)))
      await client.query(
        `with given as materialized (
           select nextval('links_id_seq') as id, given.*
           from jsonb_to_recordset($1::jsonb) as given (
             public_id text, user_id bigint, long_url text, title text, archived_at bigint, search_text text,
             created_at bigint, updated_at bigint, code text
           )
         ), link as (
           insert into links (id, public_id, user_id, long_url, title, archived_at, search_text, created_at, updated_at)
           select id, public_id, user_id, long_url, title, archived_at, search_text, created_at, updated_at from given
         )
         insert into codes (domain_id, code, link_id) select 0, code, id from given`,
        [JSON.stringify(rows)],
      )
    for (const statement of rebuild) await client.query(statement)
    await client.query('vacuum analyze links')
    await client.query('vacuum analyze codes')
  } finally {
    await client.end()
  }
}

/**
 * Drops the inverted indexes, and returns the statements that recreate them: building them at once is many times faster
 * than row by row.
 */
async function dropSearchIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'links' and indexdef like '% USING gin %'`,
  )
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
  return [`set maintenance_work_mem = '1GB'`, ...rows.map(({ indexdef }) => indexdef)]
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      links: { type: 'string' },
      first: { type: 'string', default: '0' },
      'archived-every': { type: 'string' },
    },
  })
  const { DATA_DIR, DATABASE_URL } = process.env
  if (!values.email || !values.links || !DATA_DIR)
    throw new Error(
      'usage: DATA_DIR=… [DATABASE_URL=…] bun bench/data/fill-links.ts --email ana@example.com --links n',
    )
  const start = performance.now()
  await fillLinks({
    dataDirectory: DATA_DIR,
    databaseUrl: DATABASE_URL ?? null,
    email: values.email,
    links: Number(values.links),
    first: Number(values.first),
    archivedEvery: values['archived-every'] ? Number(values['archived-every']) : undefined,
  })
  console.log(`${values.links} links in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}
