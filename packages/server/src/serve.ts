// Starts the application, listens for requests, and stops without losing one.
import { lookup } from 'node:dns/promises'
import type { Config } from './config/config.ts'
import type { RuntimeContext } from './core-services.ts'
import { listenForMetrics } from './metrics-server.ts'
import { ConfigError } from './platform/config-error.ts'
import { mostOpenFiles, openFiles } from './platform/observability/open-files.ts'
import { openServerProcess, type ServerProcess } from './server-process.ts'

export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string
  application: ServerProcess
  /** `gently`: first asks clients, in its answers, to open new connections. */
  stop(how?: { gently: boolean }): Promise<void>
}

// How long a request may take to send its headers or body.
const idleSeconds = 30
// How long a stopping server waits for requests: less than the ten seconds that container runtimes grant.
const graceMilliseconds = 4000
// How long a stopping process waits for anything else, such as a database that hangs: its clicks are in the journal. Container
// runtimes kill it only later, unless the operator adds STOP_DELAY_SECONDS.
const endMilliseconds = 9500
// The least time for which a stopping server answers on connections that clients keep open: a busy client sends its next
// request within that time, and learns from the answer to open another connection.
const farewellMilliseconds = 100
// How often to check whether connections take nearly all files that the process may open, and which share that is: the
// rest is for the database, for the journal, and for visitors who arrive while idle connections are closed.
const crowdMilliseconds = 250
const crowdedShare = 0.9
// How long a crowded server waits for the requests that are being answered.
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

  /** From now on, each answer is the last one of its connection. */
  closeAfterAnswers(): void {
    this.server.reload({ fetch: closingConnections(this.application.fetch) })
  }

  stopWatching(): void {
    clearInterval(this.watch)
  }

  /** Stops listening, and waits a moment for the requests that are being answered. */
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
   * Closes every connection but those with a request that is being answered. Bun can't tell which connections are idle, or
   * send a request byte by byte: so a new listener replaces this one, which then is stopped with all connections that
   * it still has.
   */
  private closeIdleConnections(): void {
    this.context.log.warn('connections use nearly all files that this process may open; closing idle ones', {
      most: this.most,
    })
    const crowded = this.server
    // It no longer listens when this returns, so the port is free.
    const finished = finishRequests(crowded, crowdedGraceMilliseconds)
    this.server = listen(this.context, this.application)
    this.replacing = finished.then(() => {
      this.replacing = null
    })
  }
}

/** How long stopping may take at the most. */
export function longestStop({ stopDelaySeconds }: Pick<Config, 'stopDelaySeconds'>): number {
  return stopDelaySeconds * 1000 + endMilliseconds
}

/** Stops listening and waits for the requests that are being answered, but not long for one that is still being sent. */
async function finishRequests(server: ReturnType<typeof listen>, milliseconds: number): Promise<void> {
  const timer = setTimeout(() => void server.stop(true), milliseconds)
  await server.stop()
  clearTimeout(timer)
}

/** The same answers, but each closes its connection (RFC 9112, section 9.6). */
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
  // For a name that has no address, Bun gives whatever error the system reported last.
  if (!(await lookup(host).catch(() => null)))
    return new ConfigError(`HOST ${host} is no address and no name of one; leave it out or choose another`)
  if (code === 'EADDRINUSE')
    return new ConfigError(`PORT ${port} is in use on ${host}; stop what uses it or choose another`)
  if (code === 'EACCES')
    return new ConfigError(`PORT ${port} is not for this user; choose one of 1024 or more`)
  return new ConfigError(`HOST ${host} with PORT ${port} can't be listened on: ${message}`)
}

/** Throws a ConfigError where the port is taken. Workers, which share the port, would get no such error. */
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
  // From the first request on, because even that one may block the thread.
  application.heartbeat.beat()
  return Bun.serve({
    ...listenAddress(config),
    // Bun's development mode would show a visitor the source of what failed.
    development: false,
    // A second instance must not share the port by mistake, and answer half of the requests.
    reusePort: config.workers > 1,
    idleTimeout: idleSeconds,
    // Bun refuses a large body without an explanation. Our own limits answer with one, and a body that nobody reads takes
    // no memory.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch: application.fetch,
  })
}
