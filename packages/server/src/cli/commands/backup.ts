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
  summary: 'Write a consistent copy of the SQLite database to FILE, while servers run',
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
      if (!existsSync(original))
        throw new CommandError(`there is no database at ${original} yet; check DATA_DIR`)
      if (existsSync(file)) throw new CommandError(`${file} already exists; choose another name`)
      try {
        backupSqlite(original, file)
      } catch (error) {
        throw new CommandError(
          `can't copy ${original} to ${file}, and no partial copy is left: ${errorLine(error)}`,
        )
      }
      return { file }
    },
    format: ({ file }) =>
      `Copied the database to ${file}. To restore it, stop the server and replace ${original} with it.`,
  }
}
