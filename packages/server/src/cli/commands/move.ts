// `linnet move`: copies all data from a stopped server's SQLite to an empty PostgreSQL, and verifies the copy.
import { existsSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import type { RuntimeContext } from '../../core-services.ts'
import { NotMoved } from '../../db/move/not-moved.ts'
import { claimDataDirectory, openDatabase, sqliteFile } from '../../db/open.ts'
import { forgetSalts } from '../../db/sqlite/sqlite.ts'
import { adoptJournals, ClickStore } from '../../features/clicks/index.ts'
import { createClickEvents } from '../../features/events/index.ts'
import { type Command, CommandError, type CommandShape } from '../../platform/command.ts'

export const shape: CommandShape = {
  name: 'move',
  summary: 'Copy the SQLite database in DATA_DIR to the empty PostgreSQL database at DATABASE_URL',
  options: {},
}

interface MovedTable {
  table: string
  rows: number
  clicks: number | null
}

interface Moved {
  tables: MovedTable[]
  replaced: { column: string; rows: number }[]
  seconds: number
  keyInFolder: boolean
  imagesInFolder: boolean
}

export function create(context: RuntimeContext): Command {
  const { config } = context
  const { databaseUrl, dataDirectory } = config
  return {
    ...shape,
    async run(_given, { progress }) {
      if (!databaseUrl)
        throw new CommandError(
          'set DATABASE_URL, or DATABASE_URL_FILE, to the empty PostgreSQL database to move to: postgres://…',
        )
      const file = sqliteFile(dataDirectory)
      if (!existsSync(file)) throw new CommandError(`there is no database at ${file} to move; check DATA_DIR`)
      const start = performance.now()
      // A running server would still use this database.
      const release = claimDataDirectory(dataDirectory)
      try {
        const { moveToPostgres } = await import('../../db/move/move.ts')
        const moved = await moveToPostgres({
          file,
          url: databaseUrl,
          log: context.log,
          // First, because a journal that a server on PostgreSQL left in this folder must not be counted.
          prepare: () => countClicks(context),
          progress,
        })
        // No server deletes them here at the end of their day.
        forgetSalts(file)
        const seconds = Math.round((performance.now() - start) / 100) / 10
        return { ...moved, seconds, ...remainingFiles(config) }
      } catch (error) {
        throw error instanceof NotMoved ? new CommandError(error.message) : error
      } finally {
        release()
      }
    },
    format: (result) => summary(result as unknown as Moved, dataDirectory),
  }
}

/** Migrates the database, and counts the clicks in its journals, because those refer to row ids of this database. */
async function countClicks({ config, clock, log }: RuntimeContext): Promise<void> {
  const { dataDirectory } = config
  const db = await openDatabase({ url: null, dataDirectory, poolSize: 1, clock, log })
  try {
    const adopted = await adoptJournals(dataDirectory, {
      store: new ClickStore(db),
      log,
      events: createClickEvents(db, new URL(config.origins.short).host),
      keepClicks: config.clickRetentionDays > 0,
      isOwn: true,
      progress: () => {},
    })
    if (adopted && adopted.held > 0)
      throw new CommandError(`another process is writing a journal in ${dataDirectory}; stop it first`)
    await db.checkpoint()
  } finally {
    await db.close()
  }
}

/** The files that stay in the folder, and that a server elsewhere needs. */
function remainingFiles({ secretKey, assetsBucket, dataDirectory }: Config) {
  return {
    keyInFolder: secretKey === null && existsSync(`${dataDirectory}/secret.key`),
    imagesInFolder: assetsBucket === null && existsSync(`${dataDirectory}/assets`),
  }
}

function summary({ tables, replaced, seconds, keyInFolder, imagesInFolder }: Moved, folder: string): string {
  const number = (value: number) => value.toLocaleString('en').padStart(15)
  const width = Math.max(...tables.map(({ table }) => table.length))
  const filled = tables.filter(({ rows }) => rows > 0)
  const lines = filled.map(
    ({ table, rows, clicks }) =>
      `  ${table.padEnd(width)}${number(rows)}${clicks === null ? '' : `${number(clicks)} clicks`}`,
  )
  const stays = [
    ...(keyInFolder
      ? [`${folder}/secret.key, which encrypts secrets (or set SECRET_KEY to its content)`]
      : []),
    ...(imagesInFolder
      ? [`${folder}/assets, the uploaded images (or move them to a bucket, ASSETS_URL)`]
      : []),
  ]
  return [
    `Copied all data to PostgreSQL and verified every row, in ${seconds} seconds:`,
    ...lines,
    `  ${tables.length - filled.length} other tables are empty on both sides.`,
    ...replaced.map(
      ({ column, rows }) => `Replaced NUL characters with \ufffd in ${rows} rows of ${column}.`,
    ),
    'Now start the server with the same settings, including DATABASE_URL.',
    ...(stays.length > 0 ? [`It still needs DATA_DIR, for ${stays.join(', and ')}.`] : []),
    `${folder}/linnet.db is kept. Delete it once the server runs well, because it still contains all data of your accounts.`,
  ].join('\n')
}
