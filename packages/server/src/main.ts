// The program's entry point: reads the command line, runs the server or a command, and decides when and how to exit.
import { isHelpOrVersion, runCommandLine, withClearErrors, withErrorLine } from './cli/command-runs.ts'
import { welcome } from './cli/welcome.ts'
import { type Config, readConfig } from './config/config.ts'
import { settings } from './config/settings.ts'
import type { RuntimeContext } from './core-services.ts'
import { CommandError } from './platform/command.ts'
import { createLog } from './platform/observability/log.ts'
import { installation } from './platform/process/own-program.ts'
import { systemClock } from './platform/time/clock.ts'
import type { RunningServer } from './serve.ts'
import { Siblings } from './workers/siblings.ts'
import type { FromWorker, ToWorker } from './workers/worker-protocol.ts'

const output = {
  out: (text: string) => void process.stdout.write(`${text}\n`),
  error: (text: string) => void process.stderr.write(`${text}\n`),
  interruption() {
    const controller = new AbortController()
    // Only once: a second interrupt ends the process immediately.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
    return controller.signal
  },
}

async function main(words: string[]): Promise<number> {
  const [word, ...more] = words
  if (!isHelpOrVersion(words)) {
    if (word === 'serve') return await withErrorLine(output, () => serve(more))
    if (word === 'worker') return await withErrorLine(output, () => work(Number(more[0])))
  }
  return await runCommandLine(words, output)
}

async function serve(more: string[]): Promise<number> {
  if (more.length > 0)
    throw new CommandError('serve takes no options; its settings come from the environment')
  const config = readConfig()
  if (config.workers > 1) return await supervise(config)
  const stopRequested = stopRequest()
  void limitStopTime(config, stopRequested)
  const server = await start(config)
  await greet(config, server)
  await stopRequested
  await server.stop({ gently: true })
  output.out('Stopped.')
  return 0
}

async function start(config: Config, worker?: RuntimeContext['worker']): Promise<RunningServer> {
  // Loaded here, because help and commands start faster without it.
  const { startServer } = await import('./serve.ts')
  const log = createLog(config.logLevel)
  return await withClearErrors(config, () => startServer({ config, clock: systemClock, log, worker }))
}

async function greet(config: Config, server: RunningServer): Promise<void> {
  const location = { ...config, defaultPort: Number(settings.PORT.default) }
  const setUpAddress = await server.application.setUpAddress()
  output.out(welcome({ location, installed: installation(), address: server.address, setUpAddress }))
}

/** Resolves when the process is asked to stop. If it is still starting, it finishes that first. */
function stopRequest(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

/** Ends the process if starting or stopping takes too long, such as when a database hangs. */
async function limitStopTime(config: Config, stopRequested: Promise<unknown>): Promise<void> {
  const end = () => {
    createLog(config.logLevel).warn('stopping took too long; exiting without waiting any longer')
    process.exit(1)
  }
  await stopRequested
  const { longestStop } = await import('./serve.ts')
  setTimeout(end, longestStop(config))
}

/** Serves with several processes, until it is asked to stop. */
async function supervise(config: Config): Promise<number> {
  const { startWorkers } = await import('./workers/supervisor.ts')
  const stopRequested = stopRequest()
  const workers = await startWorkers(config, createLog(config.logLevel))
  // If it is asked to stop while they start, it doesn't wait until all of them are ready.
  const isUp = await Promise.race([workers.ready, stopRequested.then(() => true)])
  if (isUp) {
    workers.greet()
    await stopRequested
  }
  await workers.stop()
  if (!isUp) return 1
  output.out('Stopped.')
  return 0
}

/** Serves as one of several processes, until it is asked to stop, or the process that started it has ended. */
async function work(worker: number): Promise<number> {
  if (!process.send)
    throw new CommandError('the worker command is internal; run linnet serve and set WORKERS instead')
  const config = readConfig()
  const stopRequested = Promise.race([
    stopRequest(),
    new Promise((resolve) => process.once('disconnect', resolve)),
  ])
  void limitStopTime(config, stopRequested)
  const send = (message: FromWorker) => {
    if (process.connected) process.send?.(message)
    else siblings.end()
  }
  const siblings = new Siblings(send)
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
        .then(() => send({ kind: 'settled', request: message.request }))
    else
      application
        .metrics()
        // An error here, such as a missing folder, must not end this worker.
        .catch(() => [])
        .then((families) => send({ kind: 'metrics', request: message.request, families }))
  })
  send({ kind: 'listening' })
  await stopRequested
  await server.stop({ gently: true })
  return 0
}

// Only the user of this process may read the files it writes: the database, the journal, backups.
process.umask(0o077)
// Kept if the process ends because nothing keeps it running although the command isn't done: that must not look like success.
process.exitCode = 1
void main(process.argv.slice(2)).then((status) => process.exit(status))
