// A lock file, held by one process at a time.
import { Database } from 'bun:sqlite'

/**
 * Locks a file until it is released or the process exits in any way; null if another process holds it. Neither Bun nor
 * Node offers file locks, but SQLite takes one for an exclusive transaction, and the system releases it.
 */
export function lockFile(file: string): (() => void) | null {
  const connection = new Database(file, { create: true, readwrite: true })
  try {
    // Nothing is ever written to the file, so this works even if the disk is full.
    connection.run('PRAGMA journal_mode = MEMORY')
    connection.run('BEGIN EXCLUSIVE')
  } catch (error) {
    connection.close()
    if (/locked|busy/i.test(String(error))) return null
    throw error
  }
  return () => connection.close()
}
