// A connection to the SQLite file. It is a separate module, because the query worker needs nothing else: without the query
// builder, it starts in a tenth of the time.
import { Database as Connection } from 'bun:sqlite'

const patienceMilliseconds = 5000
const retryMilliseconds = 5

/** Opens the database file, creating an empty one as needed. */
export function connect(file: string): Connection {
  const connection = new Connection(file, { create: true, readwrite: true })
  connection.run(`PRAGMA busy_timeout = ${patienceMilliseconds}`)
  enterWal(connection)
  connection.run('PRAGMA synchronous = NORMAL')
  connection.run('PRAGMA foreign_keys = ON')
  // Deleted data (a daily salt, a key) must not stay readable in free pages.
  connection.run('PRAGMA secure_delete = FAST')
  return connection
}

/**
 * Switches the file to WAL mode, also while another process does the same to a new one: SQLite's own timeout does not apply
 * there, because it takes the lock only after it has begun to read.
 */
function enterWal(connection: Connection): void {
  for (const end = performance.now() + patienceMilliseconds; ; Bun.sleepSync(retryMilliseconds))
    try {
      connection.run('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'SQLITE_BUSY' || performance.now() > end) throw error
    }
}
