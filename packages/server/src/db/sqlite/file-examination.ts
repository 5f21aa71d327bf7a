// Checks the file where the SQLite database should be before anything is written to it.
import { Database as Connection } from 'bun:sqlite'
import { closeSync, existsSync, openSync, readSync, renameSync } from 'node:fs'
import { ConfigError } from '../../platform/config-error.ts'
import { migrationTable, refuseNewer } from '../migrate.ts'

/**
 * Refuses a file that is not a database, is damaged, belongs to another program or was written by a newer version, and
 * does not change it. Throws a ConfigError, or SQLite's own error if it can't even be read.
 */
export function examineSqlite(file: string): void {
  if (!existsSync(file)) return
  renameStaleWal(file)
  // Read-only, because opening it for writing would switch it to WAL mode, or write its log into it.
  const connection = new Connection(file, { readonly: true })
  try {
    connection.run('PRAGMA busy_timeout = 5000')
    const tables = connection.query<{ name: string }, []>('SELECT name FROM sqlite_schema').all()
    if (tables.length === 0) return
    if (!tables.some(({ name }) => name === migrationTable))
      throw new ConfigError(
        `${file} holds the tables of another program; move it away or choose another DATA_DIR`,
      )
    const done = connection.query<{ name: string }, []>(`SELECT name FROM ${migrationTable}`).all()
    refuseNewer(done.map(({ name }) => name))
  } catch (error) {
    // An interrupted transaction is rolled back by the next writer (https://sqlite.org/rescode.html#readonly_rollback).
    if (!/^SQLITE_READONLY/.test(String((error as { code?: unknown }).code))) throw error
  } finally {
    connection.close()
  }
}

/**
 * If a backup is restored after a crash, the write-ahead log of the old file may still be beside it, and SQLite would apply
 * that to the backup. A copy made by VACUUM INTO is not in WAL mode (bytes 18 and 19 of its header,
 * https://sqlite.org/fileformat2.html#file_format_version_numbers), so such a log belongs to another file.
 */
function renameStaleWal(file: string): void {
  const wal = `${file}-wal`
  if (!existsSync(wal)) return
  const header = Buffer.alloc(20)
  const descriptor = openSync(file, 'r')
  const length = readSync(descriptor, header, 0, 20, 0)
  closeSync(descriptor)
  if (length === 20 && header[18] === 1) renameSync(wal, `${wal}.stale-${Date.now()}`)
}
