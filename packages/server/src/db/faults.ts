// Tells the faults of a database that is away, full or locked from the faults of a program.

import { ConfigError } from '../platform/config-error.ts'

// https://sqlite.org/rescode.html: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN.
const sqliteFaults = /^SQLITE_(BUSY|LOCKED|READONLY|IOERR|FULL|CANTOPEN)/

// https://www.postgresql.org/docs/15/errcodes-appendix.html: connection exceptions, a server that only reads (a standby
// after a failover), a server that does not let this program in any more, insufficient resources, operator intervention,
// system errors, a statement that took too long, and a transaction that lost its retries.
const postgresFaults = /^(08...|25006|28...|53...|57P..|58...|57014|40001|40P01)$/

const networkFaults = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOENT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
])

/** Whether the database could not do its work at the moment, so that trying again later makes sense. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (
    typeof code === 'string' &&
    (sqliteFaults.test(code) || postgresFaults.test(code) || networkFaults.has(code))
  )
    return true
  return /not currently accepting connections|timeout exceeded when trying to connect|Connection terminated|Client was closed|Client has encountered a connection error/.test(
    error.message,
  )
}

// What each fault of the embedded database, or of the folder around it, means to who runs this. https://sqlite.org/rescode.html
const sqliteWords: [code: RegExp, words: (folder: string, message: string) => string][] = [
  [
    /^(SQLITE_FULL|ENOSPC|EDQUOT)/,
    (folder) => `there is no room left on the disk of DATA_DIR ${folder}; free some and try again`,
  ],
  [
    /^(SQLITE_READONLY|EROFS)/,
    (folder) =>
      `the database in DATA_DIR ${folder} can't be written to; make its files and its disk writable for this user`,
  ],
  [
    /^SQLITE_(BUSY|LOCKED)/,
    (folder) =>
      `the database in DATA_DIR ${folder} is locked by another process; wait for it or end it, and try again`,
  ],
  [
    /^SQLITE_NOTADB/,
    (folder) =>
      `linnet.db in DATA_DIR ${folder} is no SQLite database; move it away or choose another DATA_DIR`,
  ],
  [
    /^SQLITE_CORRUPT/,
    (folder) => `the database in DATA_DIR ${folder} is damaged; put a backup in its place (linnet backup)`,
  ],
  [
    /^SQLITE_(CANTOPEN|IOERR)|^(EMFILE|ENFILE|EACCES|EIO)/,
    (folder, message) => `the files in DATA_DIR ${folder} can't be read and written: ${message}`,
  ],
]

/**
 * A fault of the machine, met while starting or in a command, in one line that says what to do; any other error as it
 * is. For SQLite only: what PostgreSQL says of itself is clear enough.
 */
export function inPlainWords(error: unknown, dataDirectory: string): unknown {
  if (!(error instanceof Error)) return error
  const code = String((error as { code?: unknown }).code)
  const words = sqliteWords.find(([pattern]) => pattern.test(code))?.[1]
  return words ? new ConfigError(words(dataDirectory, error.message)) : error
}

/** Whether a statement failed because a row of that key exists already. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
}
