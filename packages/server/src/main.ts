// The process: reads the command line, runs the server or a command, and decides how it all ends.
import { explained, inOneLine, isHelpOrVersion, runWords } from './cli/command-runs.ts'
import { welcome } from './cli/welcome.ts'
import { type Config, readConfig } from './config/config.ts'
import { settings } from './config/settings.ts'
import type { RuntimeContext } from './core-services.ts'
import { CommandError } from './platform/command.ts'
import { createLog } from './platform/observability/log.ts'
import { installation } from './platform/process/own-program.ts'
import { systemClock } from './platform/time/clock.ts'
import { longestStop, type RunningServer, startServer } from './serve.ts'
import { Siblings } from './workers/siblings.ts'
import type { FromWorker, ToWorker } from './workers/worker-protocol.ts'

const output = {
  out: (text: string) => void process.stdout.write(`${text}\n`),
  error: (text: string) => void process.stderr.write(`${text}\n`),
  interruption() {
    const controller = new AbortController()
    // Once: who interrupts again does not want to wait.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
    return controller.signal
  },
}

async function main(words: string[]): Promise<number> {
  const [word, ...more] = words
  if (!isHelpOrVersion(words)) {
    if (word === 'serve') return await inOneLine(output, () => serve(more))
    if (word === 'worker') return await inOneLine(output, () => work(Number(more[0])))
  }
  return await runWords(words, output)
}

async function serve(more: string[]): Promise<number> {
  if (more.length > 0)
    throw new CommandError('serve takes no options; its settings come from the environment')
  const config = readConfig()
  if (config.workers > 1) return await supervise(config)
  const told = toldToStop()
  endInTime(config, told)
  const server = await start(config)
  await greet(config, server)
  await told
  await server.stop({ gently: true })
  output.out('Stopped.')
  return 0
}

async function start(config: Config, worker?: RuntimeContext['worker']): Promise<RunningServer> {
  // What declaring the API has left behind: collected before more is made, or the heap grows around it for good (4 MB).
  Bun.gc(true)
  const log = createLog(config.logLevel)
  return await explained(config, () => startServer({ config, clock: systemClock, log, worker }))
}

async function greet(config: Config, server: RunningServer): Promise<void> {
  const place = { ...config, usualPort: Number(settings.PORT.default) }
  output.out(welcome(place, installation(), server.address, await server.application.setUpAddress()))
}

/** Resolves when the process is told to stop. Told while it is still starting, it starts and stops. */
function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

/** Ends the process though it is starting still, or stopping, because a database hangs. */
function endInTime(config: Config, told: Promise<unknown>): void {
  const end = () => {
    createLog(config.logLevel).warn('stopping took too long; ended without waiting any more')
    process.exit(1)
  }
  void told.then(() => setTimeout(end, longestStop(config)))
}

/** Serves with several processes, until told to stop. */
async function supervise(config: Config): Promise<number> {
  const { startWorkers } = await import('./workers/supervisor.ts')
  const told = toldToStop()
  const workers = await startWorkers(config, createLog(config.logLevel))
  // Told to stop while they start, they need not all have started.
  const isUp = await Promise.race([workers.ready, told.then(() => true)])
  if (isUp) {
    workers.greet()
    await told
  }
  await workers.stop()
  if (!isUp) return 1
  output.out('Stopped.')
  return 0
}

/** Serves as one of several processes, until it is told to stop or the one that started it is gone. */
async function work(worker: number): Promise<number> {
  if (!process.send)
    throw new CommandError('worker is for the server itself; start linnet serve with WORKERS')
  const config = readConfig()
  const told = Promise.race([toldToStop(), new Promise((resolve) => process.once('disconnect', resolve))])
  endInTime(config, told)
  const tell = (message: FromWorker) => {
    if (process.connected) process.send?.(message)
    else siblings.end()
  }
  const siblings = new Siblings(tell)
  process.once('disconnect', () => siblings.end())
  const server = await start(config, { number: worker, siblings })
  const { application } = server
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'greet') void greet(config, server)
    else if (message.kind === 'siblings settled') siblings.settled(message)
    else if (message.kind === 'settle')
      // If the database is down, each request is refused on its own.
      application
        .settleClicks(message.userId)
        .catch(() => undefined)
        .then(() => tell({ kind: 'settled', request: message.request }))
    else
      application
        .families()
        // A folder that is gone, for instance, shall not end the worker that is asked.
        .catch(() => [])
        .then((families) => tell({ kind: 'figures', request: message.request, families }))
  })
  tell({ kind: 'listening' })
  await told
  await server.stop({ gently: true })
  return 0
}

// What this process writes (the database, the journal, backups) is for its own user alone.
process.umask(0o077)
process.exitCode = await main(process.argv.slice(2))
process.exit()
