// The process: reads the command line, runs the server or a command, and decides how it all ends.
import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { standaloneCommands } from './commands/index.ts'
import { type Config, readConfig, settings } from './config.ts'
import { inPlainWords } from './db/faults.ts'
import { sqliteFile } from './db/open.ts'
import { commandShapes, commandsOf, openFoundation } from './foundation.ts'
import { systemClock } from './platform/clock.ts'
import { type Command, CommandError } from './platform/command.ts'
import { createLog } from './platform/log.ts'
import { startServer } from './serve.ts'
import { help, readWords, runCommand, sentence } from './surfaces/command-line.ts'
import { welcome } from './surfaces/welcome.ts'

const shapes = [...commandShapes, ...standaloneCommands.map(({ shape }) => shape)]

const output = {
  out: (text: string) => void process.stdout.write(`${text}\n`),
  error: (text: string) => void process.stderr.write(`${text}\n`),
}

async function main(words: string[]): Promise<number> {
  try {
    if (words.length === 0 || words[0] === 'help' || words.includes('--help')) {
      output.out(help(shapes, words))
      return 0
    }
    if (words[0] === 'version' || words[0] === '--version') {
      output.out(`linnet ${manifest.version}`)
      return 0
    }
    if (words[0] === 'serve') return await serve(words.slice(1))
    return await command(words)
  } catch (error) {
    output.error(`linnet: ${sentence(error)}`)
    return 1
  }
}

/** Runs the work of a server or a command, with the machine's faults in words that say what to do. */
async function explained<T>({ dataDirectory }: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw inPlainWords(error, dataDirectory)
  }
}

async function serve(more: string[]): Promise<number> {
  if (more.length > 0)
    throw new CommandError('serve takes no options; its settings come from the environment')
  // What declaring the API has left behind: collected before more is made, or the heap grows around it for good (4 MB).
  Bun.gc(true)
  const config = readConfig()
  // Told while it is still starting, it starts and stops.
  const told = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  const log = createLog(config.logLevel)
  const server = await explained(config, () => startServer({ config, clock: systemClock, log }))
  const place = { ...config, usualPort: Number(settings.PORT.default) }
  output.out(welcome(place, installation(), server.address, await server.application.setUpAddress()))
  await told
  await server.stop()
  output.out('Stopped.')
  return 0
}

/** Where the program is that people call, and from where. */
function installation() {
  const home = Bun.isStandaloneExecutable ? dirname(process.execPath) : resolve(import.meta.dir, '../../..')
  const program = Bun.isStandaloneExecutable ? basename(process.execPath) : 'bin/linnet'
  return { home, program, current: process.cwd() }
}

async function command(words: string[]): Promise<number> {
  // A slip of the fingers is told before anything is opened or made.
  const { shape } = readWords(shapes, words)
  const config = readConfig()
  const standalone = standaloneCommands.find((command) => command.shape === shape)
  if (standalone) {
    const command = standalone.create({ config, clock: systemClock, log: createLog('error') })
    return await runCommand(inWords(config, [command]), words, output)
  }
  const isNew = config.databaseUrl === null && !existsSync(sqliteFile(config.dataDirectory))
  const log = createLog('error')
  const foundation = await explained(config, () => openFoundation({ config, clock: systemClock, log }, null))
  try {
    const status = await runCommand(inWords(config, commandsOf(foundation)), words, output)
    // A command without the server's settings would otherwise begin another instance unnoticed.
    if (status === 0 && isNew && !words.includes('--json'))
      output.out(`This began a new instance in ${config.dataDirectory}.`)
    return status
  } finally {
    await foundation.db.close()
  }
}

function inWords(config: Config, commands: Command[]): Command[] {
  return commands.map((command) => ({
    ...command,
    run: (given, context) => explained(config, () => command.run(given, context)),
  }))
}

// What this process writes (the database, the journal, backups) is for its own user alone.
process.umask(0o077)
process.exitCode = await main(process.argv.slice(2))
process.exit()
