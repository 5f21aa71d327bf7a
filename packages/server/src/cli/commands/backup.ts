// `linnet backup`: copies the database as it is, without migrating it first.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RuntimeContext } from '../../core-services.ts'
import { sqliteFile } from '../../db/open.ts'
import { backupSqlite } from '../../db/sqlite/sqlite.ts'
import { type Command, CommandError, type CommandShape } from '../../platform/command.ts'
import { errorLine } from '../command-line.ts'

export const shape: CommandShape = {
  name: 'backup',
  summary: 'Write a consistent copy of the running SQLite database to FILE',
  operand: 'FILE',
  options: {},
}

export function create({ config: { databaseUrl, dataDirectory } }: RuntimeContext): Command {
  const original = sqliteFile(dataDirectory)
  return {
    ...shape,
    async run({ FILE = '' }) {
      if (databaseUrl) throw new CommandError('the database is PostgreSQL: back it up with pg_dump')
      const file = resolve(FILE)
      if (!existsSync(original)) throw new CommandError(`there is no database at ${original} yet`)
      if (existsSync(file)) throw new CommandError(`${file} exists already; choose a new name`)
      try {
        backupSqlite(original, file)
      } catch (error) {
        throw new CommandError(
          `${original} can't be copied to ${file}, and nothing of it is left: ${errorLine(error)}`,
        )
      }
      return { file }
    },
    format: ({ file }) =>
      `The database is copied to ${file}. To restore it, stop the server and put it in place of ${original}.`,
  }
}
