// Tells faults of an unavailable, full or locked database from bugs, and explains them.

import { ConfigError } from '../platform/config-error.ts'

// https://sqlite.org/rescode.html: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN.
const sqliteFaults = /^SQLITE_(BUSY|LOCKED|READONLY|IOERR|FULL|CANTOPEN)/

// https://www.postgresql.org/docs/15/errcodes-appendix.html: connection exceptions, a read-only server (a standby after a
// failover), failed authentication, insufficient resources, operator intervention, system errors, a statement that took
// too long, and a transaction that failed in all retries.
const postgresFaults = /^(08...|25006|28...|53...|57P..|58...|57014|40001|40P01)$/

const networkFaults = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOENT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
])

/** Whether the database failed temporarily, so that a retry makes sense. */
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

// What each fault of SQLite, or of its folder, means for the operator (https://sqlite.org/rescode.html).
const sqliteExplanations: [code: RegExp, explain: (folder: string, message: string) => string][] = [
  [
    /^(SQLITE_FULL|ENOSPC|EDQUOT)/,
    (folder) => `the disk of DATA_DIR ${folder} is full; free up space and try again`,
  ],
  [
    /^(SQLITE_READONLY|EROFS)/,
    (folder) =>
      `the database in DATA_DIR ${folder} can't be written to; give this user write access to its files and disk`,
  ],
  [
    /^SQLITE_(BUSY|LOCKED)/,
    (folder) =>
      `the database in DATA_DIR ${folder} is locked by another process; wait for it or stop it, then try again`,
  ],
  [
    /^SQLITE_NOTADB/,
    (folder) =>
      `linnet.db in DATA_DIR ${folder} is not an SQLite database; move it away or choose another DATA_DIR`,
  ],
  [
    /^SQLITE_CORRUPT/,
    (folder) => `the database in DATA_DIR ${folder} is damaged; restore a backup (made with linnet backup)`,
  ],
  [
    /^SQLITE_(CANTOPEN|IOERR)|^(EMFILE|ENFILE|EACCES|EIO)/,
    (folder, message) => `the files in DATA_DIR ${folder} can't be read or written: ${message}`,
  ],
]

/**
 * Turns a system fault into one line that says what to do, for the start of the server and for commands; other errors are
 * returned as they are. For SQLite only, because PostgreSQL's own messages are clear enough.
 */
export function explainFault(error: unknown, dataDirectory: string): unknown {
  if (!(error instanceof Error)) return error
  const code = String((error as { code?: unknown }).code)
  const explain = sqliteExplanations.find(([pattern]) => pattern.test(code))?.[1]
  return explain ? new ConfigError(explain(dataDirectory, error.message)) : error
}

/** Whether a statement failed because a row with that key already exists. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
}
