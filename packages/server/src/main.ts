// The process: reads the command line, runs the server or a command, and decides how it all ends.
import { existsSync } from 'node:fs'
import { commandsOf, openFoundation } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { sqliteFile } from './db/open.ts'
import { backupSqlite } from './db/sqlite.ts'
import { systemClock } from './platform/clock.ts'
import { type Command, CommandError } from './platform/command.ts'
import { createLog } from './platform/log.ts'
import { startServer } from './serve.ts'
import { help, runCommand, sentence } from './surfaces/command-line.ts'
import { welcome } from './surfaces/welcome.ts'

const output = {
  out: (text: string) => void process.stdout.write(`${text}\n`),
  error: (text: string) => void process.stderr.write(`${text}\n`),
}

async function main(words: string[]): Promise<number> {
  try {
    const config = readConfig()
    if (words[0] === 'serve') return await serve(config, words.slice(1))
    return await command(config, words)
  } catch (error) {
    output.error(`linnet: ${startFault(error)}`)
    return 1
  }
}

async function serve(config: Config, more: string[]): Promise<number> {
  if (more.length > 0)
    throw new CommandError('serve takes no options; its settings come from the environment')
  const log = createLog(config.logLevel)
  const server = await startServer({ config, clock: systemClock, log })
  output.out(await welcome(config, server.address, await server.application.accounts.hasUsers()))
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await server.stop()
  return 0
}

async function command(config: Config, words: string[]): Promise<number> {
  const foundation = await openFoundation({ config, clock: systemClock, log: createLog('error') })
  const commands = [...commandsOf(foundation), backupCommand(config)]
  try {
    if (words.length === 0 || words[0] === 'help' || words[0] === '--help') {
      output.out(help(commands))
      return 0
    }
    return await runCommand(commands, words, output)
  } finally {
    await foundation.db.close()
  }
}

function backupCommand(config: Config): Command {
  return {
    name: 'backup',
    summary: 'Write a consistent copy of the running SQLite database to FILE',
    operand: 'FILE',
    options: {},
    async run({ FILE: file = '' }) {
      if (config.databaseUrl) throw new CommandError('the database is PostgreSQL: back it up with pg_dump')
      if (existsSync(file)) throw new CommandError(`${file} exists already; choose a new name`)
      backupSqlite(sqliteFile(config.dataDirectory), file)
      return { file }
    },
    tell: ({ file }) =>
      `The database is copied to ${file}. To restore it, stop the server and put it in place of ${sqliteFile(config.dataDirectory)}.`,
  }
}

/** The one line that tells why the process could not start. */
function startFault(error: unknown): string {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE') return 'the port is in use; set PORT to another one'
  return sentence(error)
}

// What this process writes (the database, the journal, backups) is for its own user alone.
process.umask(0o077)
process.exitCode = await main(process.argv.slice(2))
process.exit()
