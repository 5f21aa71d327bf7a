// `linnet move`: copies everything from a stopped server's SQLite to an empty PostgreSQL, and compares it.
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
  summary: 'Move the SQLite database in DATA_DIR to the empty PostgreSQL that DATABASE_URL names',
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
      if (!existsSync(file)) throw new CommandError(`there is no database at ${file} to move`)
      const start = performance.now()
      // A running server would still answer from here.
      const release = claimDataDirectory(dataDirectory)
      try {
        const { moveToPostgres } = await import('../../db/move/move.ts')
        const moved = await moveToPostgres({
          file,
          url: databaseUrl,
          log: context.log,
          // Before it, because a journal that a server on PostgreSQL has left in this folder must not be counted.
          prepare: () => countClicks(context),
          progress,
        })
        // No server would delete them here when their day is over.
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
      throw new CommandError(`${dataDirectory} has a journal that another process writes; stop it first`)
    await db.checkpoint()
  } finally {
    await db.close()
  }
}

/** What stays in the folder, and a server elsewhere would need. */
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
    ...(keyInFolder ? [`${folder}/secret.key, which seals secrets (or its content as SECRET_KEY)`] : []),
    ...(imagesInFolder ? [`${folder}/assets, the uploaded images (or a bucket, ASSETS_URL)`] : []),
  ]
  return [
    `Everything is in PostgreSQL, and every row was read back and compared, in ${seconds} seconds:`,
    ...lines,
    `  ${tables.length - filled.length} more tables are empty on both sides.`,
    ...replaced.map(
      ({ column, rows }) => `The sign \ufffd stands for NUL characters in ${rows} rows of ${column}.`,
    ),
    'Start the server with the same settings: DATABASE_URL is where it works from now on.',
    ...(stays.length > 0 ? [`It needs DATA_DIR as before, for ${stays.join(', and ')}.`] : []),
    `${folder}/linnet.db is still there. Delete it once the server runs well, for it holds all that your accounts had.`,
  ].join('\n')
}
