// Everything that an instance has stored, as searchable text: the rows of its database, and the bytes of its files.
import { Database } from 'bun:sqlite'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { FreshDatabase } from './databases.ts'

/** Every row of every table, one line each, with bytes in hexadecimal. */
export async function everyRow(database: FreshDatabase): Promise<string> {
  const { DATABASE_URL, DATA_DIR } = database.env
  return DATABASE_URL ? await postgresRows(DATABASE_URL) : sqliteRows(join(DATA_DIR, 'linnet.db'))
}

/** The names of the files in a folder, at any depth, that contain one of these strings or byte sequences. */
export function filesWith(folder: string, pieces: (string | Uint8Array)[]): string[] {
  for (;;) {
    try {
      return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
        const file = join(folder, name)
        if (!statSync(file).isFile()) return false
        const content = readFileSync(file)
        return pieces.some((piece) => content.includes(piece))
      })
    } catch (error) {
      // The running server renamed a file after they were listed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

async function postgresRows(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
    )
    const lines: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ line: string }>(`select t::text as line from ${name} t`)
      for (const { line } of rows) lines.push(`${name} ${line}`)
    }
    return lines.join('\n')
  } finally {
    await client.end()
  }
}

function sqliteRows(file: string): string {
  const connection = new Database(file, { readonly: true })
  try {
    const tables = connection
      // A virtual table's content is in tables of its own.
      .query<{ name: string }, []>(
        "select name from sqlite_master where type = 'table' and sql not like 'create virtual %'",
      )
      .all()
    return tables
      .flatMap(({ name }) =>
        connection
          .query(`select * from "${name}"`)
          .all()
          .map((row) => `${name} ${JSON.stringify(row, hexadecimal)}`),
      )
      .join('\n')
  } finally {
    connection.close()
  }
}

function hexadecimal(_name: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}
