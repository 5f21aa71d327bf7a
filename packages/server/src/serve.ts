// Starts the application, listens for requests, and stops without dropping any.
import { lookup } from 'node:dns/promises'
import type { Config } from './config/config.ts'
import type { RuntimeContext } from './core-services.ts'
import { listenForMetrics } from './metrics-server.ts'
import { ConfigError } from './platform/config-error.ts'
import { mostOpenFiles, openFiles } from './platform/observability/open-files.ts'
import { openServerProcess, type ServerProcess } from './server-process.ts'

export interface RunningServer {
  /** The address it listens on, such as `http://127.0.0.1:3000`. */
  address: string
  application: ServerProcess
  /** `gently`: first tells clients, in its responses, to open new connections. */
  stop(how?: { gently: boolean }): Promise<void>
}

// How long a request may take to send its headers or body.
const idleSeconds = 30
// How long a stopping server waits for requests: less than the ten seconds that container runtimes allow.
const graceMilliseconds = 4000
// How long a stopping process waits for anything else, such as a database that hangs: its clicks are safe in the journal.
// Container runtimes kill it later than that, unless STOP_DELAY_SECONDS is set.
const endMilliseconds = 9500
// How long, at least, a stopping server answers on open connections: a busy client sends its next request within that time,
// and the response tells it to open another connection.
const farewellMilliseconds = 100
// How often to check whether connections use nearly all files that the process may open, and which share counts as nearly
// all: the rest is for the database, the journal, and visitors who arrive while idle connections are closed.
const crowdMilliseconds = 250
const crowdedShare = 0.9
// How long a server that closes idle connections waits for the requests in progress.
const crowdedGraceMilliseconds = 1000

export async function startServer(context: RuntimeContext): Promise<RunningServer> {
  const { config } = context
  const application = await openServerProcess(context)
  let stopMetrics = async () => {}
  let listener: Listener
  try {
    // With several workers, the process that started them serves the metrics of all.
    if (context.worker === undefined) stopMetrics = listenForMetrics(config, application.metrics)
    listener = new Listener(context, application)
  } catch (error) {
    await stopMetrics()
    await application.stop()
    throw error instanceof ConfigError ? error : await listeningFault(config, error as ListeningError)
  }
  return {
    address: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${listener.port}`,
    application,
    async stop({ gently } = { gently: false }) {
      application.announceStop()
      listener.closeAfterAnswers()
      const pause = Math.max(config.stopDelaySeconds * 1000, gently ? farewellMilliseconds : 0)
      if (pause > 0) await Bun.sleep(pause)
      listener.stopWatching()
      application.endStreams()
      await listener.stop()
      await stopMetrics()
      await application.stop()
    },
  }
}

/** Listens on the port, and closes idle connections when they take too many files. */
class Listener {
  private server: ReturnType<typeof listen>
  private readonly most = mostOpenFiles()
  private replacing: Promise<void> | null = null
  private readonly watch: Timer

  constructor(
    private readonly context: RuntimeContext,
    private readonly application: ServerProcess,
  ) {
    this.server = listen(context, application)
    this.watch = setInterval(() => this.watchConnections(), crowdMilliseconds)
  }

  get port(): number | undefined {
    return this.server.port
  }

  /** From now on, each response closes its connection. */
  closeAfterAnswers(): void {
    this.server.reload({ fetch: closingConnections(this.application.fetch) })
  }

  stopWatching(): void {
    clearInterval(this.watch)
  }

  /** Stops listening, and waits briefly for the requests in progress. */
  async stop(): Promise<void> {
    await finishRequests(this.server, graceMilliseconds)
    await this.replacing
  }

  private watchConnections(): void {
    if (this.replacing || openFiles() <= crowdedShare * this.most) return
    try {
      this.closeIdleConnections()
    } catch (error) {
      // Another process took the last file, or the port. Without a listener, nothing can be served.
      this.context.log.error('cannot listen anymore; exiting to be restarted', error)
      process.kill(process.pid, 'SIGTERM')
    }
  }

  /**
   * Closes every connection without a request in progress. Bun can't tell which connections are idle or are sending
   * their request byte by byte, so a new listener replaces this one, which is then stopped with all connections it still has.
   */
  private closeIdleConnections(): void {
    this.context.log.warn('connections use nearly all files that this process may open; closing idle ones', {
      most: this.most,
    })
    const crowded = this.server
    // When this returns, the old listener has released the port.
    const finished = finishRequests(crowded, crowdedGraceMilliseconds)
    this.server = listen(this.context, this.application)
    this.replacing = finished.then(() => {
      this.replacing = null
    })
  }
}

/** How long stopping may take at most. */
export function longestStop({ stopDelaySeconds }: Pick<Config, 'stopDelaySeconds'>): number {
  return stopDelaySeconds * 1000 + endMilliseconds
}

/** Stops listening and waits for the requests in progress, but not long for one that is still being received. */
async function finishRequests(server: ReturnType<typeof listen>, milliseconds: number): Promise<void> {
  const timer = setTimeout(() => void server.stop(true), milliseconds)
  await server.stop()
  clearTimeout(timer)
}

/** The same responses, but each closes its connection (RFC 9112, section 9.6). */
function closingConnections(answerOf: ServerProcess['fetch']): ServerProcess['fetch'] {
  const last = (answer: Response) => {
    answer.headers.set('Connection', 'close')
    return answer
  }
  return (request, peer) => {
    const answer = answerOf(request, peer)
    return answer instanceof Promise ? answer.then(last) : last(answer)
  }
}

interface ListeningError {
  code?: string
  message: string
}

async function listeningFault({ host, port }: Config, { code, message }: ListeningError): Promise<Error> {
  // For a name without an address, Bun reports an arbitrary earlier error of the system.
  if (!(await lookup(host).catch(() => null)))
    return new ConfigError(
      `HOST ${host} is neither an IP address nor a name that resolves to one; leave it out or choose another`,
    )
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `PORT ${port} is in use on ${host}; stop the program that uses it or choose another`,
    )
  if (code === 'EACCES')
    return new ConfigError(`PORT ${port} needs more privileges than this user has; choose 1024 or higher`)
  return new ConfigError(`can't listen on HOST ${host} with PORT ${port}: ${message}`)
}

/** Throws a ConfigError if the port is in use. Workers, which share the port, wouldn't get this error. */
export async function probePort(config: Config): Promise<void> {
  try {
    void Bun.serve({ ...listenAddress(config), reusePort: false, fetch: () => new Response() }).stop(true)
  } catch (error) {
    throw await listeningFault(config, error as ListeningError)
  }
}

function listenAddress({ port, host }: Config) {
  return { port, hostname: host }
}

function listen({ config }: RuntimeContext, application: ServerProcess) {
  // Before the first request, because even that one may block the thread.
  application.heartbeat.beat()
  return Bun.serve({
    ...listenAddress(config),
    // Bun's development mode would show visitors the source code of errors.
    development: false,
    // A second instance must not share the port by mistake and answer half of the requests.
    reusePort: config.workers > 1,
    idleTimeout: idleSeconds,
    // Bun refuses a large body without an explanation. Our own limits give one, and an unread body takes no memory.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch: application.fetch,
  })
}
