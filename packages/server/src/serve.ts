// Listening: starts the application, answers requests, and stops without losing one.
import { lookup } from 'node:dns/promises'
import { type Application, openApplication } from './app.ts'
import type { Config } from './config/config.ts'
import type { RuntimeContext } from './core-services.ts'
import { listenForMetrics } from './metrics-server.ts'
import { ConfigError } from './platform/config-error.ts'
import { mostOpenFiles, openFiles } from './platform/observability/open-files.ts'

export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string
  application: Application
  /** `gently`: first lets go of the connections that are in use, each with an answer that says so. */
  stop(how?: { gently: boolean }): Promise<void>
}

// A request that needs longer than this to send its headers or body is ended.
const idleSeconds = 30
// How long a stopping server waits for requests: less than the ten seconds that container runtimes grant.
const graceMilliseconds = 4000
// By when a process that was told to stop has ended whatever it waits for, such as a database that hangs: its clicks are in
// the journal. That is before container runtimes kill it, but for STOP_DELAY_SECONDS, which the operator has chosen.
const endMilliseconds = 9500
// How long a stopping server, at the least, answers on the connections that clients keep open: a busy one sends its next
// request within that time, and learns from the answer to open another.
const farewellMilliseconds = 100
// How often it looks whether connections take nearly all files that the system lets it open, and how many that is: the
// rest is for the database, for the journal, and for the visitors who come while the others are let go.
const crowdMilliseconds = 250
const crowdedShare = 0.9
// How long a crowded server waits for the requests that are being answered.
const crowdedGraceMilliseconds = 1000

export async function startServer(surroundings: RuntimeContext): Promise<RunningServer> {
  const { config } = surroundings
  const application = await openApplication(surroundings)
  let server: ReturnType<typeof listen>
  let stopMetrics: () => Promise<void>
  try {
    // Of several workers, the process that started them answers for all.
    stopMetrics =
      surroundings.worker === undefined ? listenForMetrics(config, application.families) : async () => {}
  } catch (error) {
    await application.stop()
    throw error
  }
  try {
    server = listen(surroundings, application)
  } catch (error) {
    await stopMetrics()
    await application.stop()
    throw await listeningFault(config, error as { code?: string; message: string })
  }
  const most = mostOpenFiles()
  let relief: Promise<void> | null = null

  /**
   * Lets go of every connection but those with a request that is being answered. Bun can't tell who only keeps a
   * connection open, or sends a request byte by byte: so another listener takes the place of this one, which
   * then is stopped with all that still hangs on it.
   */
  function relieve(): void {
    surroundings.log.warn(
      'connections take nearly all files that this process may open; those that wait are ended',
      {
        most,
      },
    )
    const crowded = server
    // It listens no more when this returns, so the port is free.
    const finished = finishRequests(crowded, crowdedGraceMilliseconds)
    server = listen(surroundings, application)
    relief = finished.then(() => {
      relief = null
    })
  }
  const watch = setInterval(() => {
    if (relief || openFiles() <= crowdedShare * most) return
    try {
      relieve()
    } catch (error) {
      // Somebody took the last file, or the port. Without a listener there is nothing left to serve with.
      surroundings.log.error('cannot listen any more; ending, to be started again', error)
      process.kill(process.pid, 'SIGTERM')
    }
  }, crowdMilliseconds)

  return {
    address: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${server.port}`,
    application,
    async stop({ gently } = { gently: false }) {
      application.announceStop()
      server.reload({ fetch: closingConnections(application.fetch) })
      const pause = Math.max(config.stopDelaySeconds * 1000, gently ? farewellMilliseconds : 0)
      if (pause > 0) await Bun.sleep(pause)
      clearInterval(watch)
      application.endStreams()
      await finishRequests(server, graceMilliseconds)
      await relief
      await stopMetrics()
      await application.stop()
    },
  }
}

/** How long stopping may take at the most. */
export function longestStop({ stopDelaySeconds }: Pick<Config, 'stopDelaySeconds'>): number {
  return stopDelaySeconds * 1000 + endMilliseconds
}

/** Lets the requests that are being answered end; one that is not even sent whole yet is not waited for long. */
async function finishRequests(server: ReturnType<typeof listen>, milliseconds: number): Promise<void> {
  const timer = setTimeout(() => void server.stop(true), milliseconds)
  await server.stop()
  clearTimeout(timer)
}

/** The same answers, each the last one of its connection: Bun ends it after them (RFC 9112, section 9.6). */
function closingConnections(answerOf: Application['fetch']): Application['fetch'] {
  const last = (answer: Response) => {
    answer.headers.set('Connection', 'close')
    return answer
  }
  return (request, peer) => {
    const answer = answerOf(request, peer)
    return answer instanceof Promise ? answer.then(last) : last(answer)
  }
}

async function listeningFault(
  { host, port }: Config,
  { code, message }: { code?: string; message: string },
): Promise<Error> {
  // Of a name that has no address, Bun tells whatever error the system reported last.
  if (!(await lookup(host).catch(() => null)))
    return new ConfigError(`HOST ${host} is no address and no name of one; leave it out or choose another`)
  if (code === 'EADDRINUSE')
    return new ConfigError(`PORT ${port} is in use on ${host}; stop what uses it or choose another`)
  if (code === 'EACCES')
    return new ConfigError(`PORT ${port} is not for this user; choose one of 1024 or more`)
  return new ConfigError(`HOST ${host} with PORT ${port} can't be listened on: ${message}`)
}

/** Throws a ConfigError where the port is taken: those who share one are not told. */
export async function probePort(config: Config): Promise<void> {
  try {
    void Bun.serve({ ...place(config), reusePort: false, fetch: () => new Response() }).stop(true)
  } catch (error) {
    throw await listeningFault(config, error as { code?: string; message: string })
  }
}

function place({ port, host }: Config) {
  return { port, hostname: host }
}

function listen({ config }: RuntimeContext, application: Application) {
  // Watched from the first request on: one that blocks the thread at once must be noticed too.
  application.heartbeat.beat()
  return Bun.serve({
    ...place(config),
    // Bun's development mode would show a visitor the source of what failed.
    development: false,
    // A second instance may not share the port by mistake, and answer half of the requests.
    reusePort: config.workers > 1,
    idleTimeout: idleSeconds,
    // Bun's own refusal of a large body says nothing: sizes are judged where an answer can be given, and what nobody
    // reads is never kept.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch: application.fetch,
  })
}
