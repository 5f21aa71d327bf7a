// Tells the faults of a database that is away, full or locked from the faults of a program.

// https://sqlite.org/rescode.html: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN.
const sqliteFaults = /^SQLITE_(BUSY|LOCKED|READONLY|IOERR|FULL|CANTOPEN)/

// https://www.postgresql.org/docs/15/errcodes-appendix.html: connection exceptions, insufficient resources,
// operator intervention, system errors, a statement that took too long, and a transaction that lost its retries.
const postgresFaults = /^(08...|53...|57P..|58...|57014|40001|40P01)$/

const networkFaults = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
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
  return /not currently accepting connections|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
    error.message,
  )
}

/** Whether a statement failed because a row of that key exists already. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
}
