// Checks the SQLite database without writing to it: its integrity and its contents.
import { constants, Database } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Config } from '../../../config/config.ts'
import { sqliteFile } from '../../../db/open.ts'
import { type Contents, examineContents } from './contents.ts'
import { ok, problem, reasonOf } from './finding.ts'

// Checking a larger one takes too long.
const mostBytes = 2 * 1024 ** 3

export async function examineSqlite(config: Config): Promise<Contents> {
  const file = sqliteFile(config.dataDirectory)
  if (!existsSync(file))
    return {
      findings: [ok('database', `there is none in ${config.dataDirectory} yet; the first start creates it`)],
      domains: [],
    }
  let connection: Database | null = null
  try {
    connection = open(file)
    const opened = connection
    const integrity = check(opened, file)
    const contents = await examineContents(
      async (statement) => opened.query<Record<string, unknown>, []>(statement).all(),
      config,
    )
    return { ...contents, findings: [integrity, ...contents.findings] }
  } catch (error) {
    return {
      findings: [
        problem(
          'database',
          `${file} can't be read: ${reasonOf(error)}`,
          'restore a backup (made with linnet backup)',
        ),
      ],
      domains: [],
    }
  } finally {
    connection?.close()
  }
}

/** If no server has it open, it is opened as immutable, because SQLite would otherwise create two files beside it. */
function open(file: string): Database {
  if (existsSync(`${file}-wal`)) {
    const connection = new Database(file, { readonly: true })
    connection.run('PRAGMA busy_timeout = 5000')
    return connection
  }
  const address = `${pathToFileURL(file).href}?immutable=1`
  return new Database(address, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)
}

function check(connection: Database, file: string) {
  const { size } = statSync(file)
  const megabytes = `${Math.ceil(size / 1024 ** 2)} MiB`
  if (size > mostBytes)
    return ok(
      'database',
      `SQLite, ${megabytes}: too large for an integrity check here (run PRAGMA quick_check)`,
    )
  const [first] = connection.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').all()
  if (first?.quick_check === 'ok') return ok('database', `SQLite, ${megabytes}, passes the integrity check`)
  return problem(
    'database',
    `${file} is damaged: ${first?.quick_check}`,
    'restore a backup (made with linnet backup)',
  )
}
