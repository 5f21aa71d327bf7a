// Looks at what lies where the SQLite database should be before anything is written there.
import { Database as Connection } from 'bun:sqlite'
import { closeSync, existsSync, openSync, readSync, renameSync } from 'node:fs'
import { ConfigError } from '../../platform/config-error.ts'
import { migrationTable, refuseNewer } from '../migrate.ts'

/**
 * Refuses a file that is no database, is damaged, holds another program's tables or was written by a newer version:
 * it stays as it is, byte for byte. Throws a ConfigError, or SQLite's own error where it can't even be read.
 */
export function examineSqlite(file: string): void {
  if (!existsSync(file)) return
  setStaleWalAside(file)
  // Only read: opening it to write would turn it to WAL mode, or bring what lies in its log into it.
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
    // An interrupted change is undone by whoever may write (https://sqlite.org/rescode.html#readonly_rollback).
    if (!/^SQLITE_READONLY/.test(String((error as { code?: unknown }).code))) throw error
  } finally {
    connection.close()
  }
}

/**
 * A backup is put in place of the old file, whose write-ahead log may still lie beside it after a crash. SQLite
 * would play that foreign log into the backup. A copy made by VACUUM INTO is not in WAL mode (bytes 18 and 19 of
 * its header, https://sqlite.org/fileformat2.html#file_format_version_numbers), so such a log is not its own.
 */
function setStaleWalAside(file: string): void {
  const wal = `${file}-wal`
  if (!existsSync(wal)) return
  const header = Buffer.alloc(20)
  const descriptor = openSync(file, 'r')
  const length = readSync(descriptor, header, 0, 20, 0)
  closeSync(descriptor)
  if (length === 20 && header[18] === 1) renameSync(wal, `${wal}.stale-${Date.now()}`)
}
