// Several server processes of one machine that share a port: starts them, starts again what died, and stops them all.
import type { Config } from '../config/config.ts'
import { listenForMetrics } from '../metrics-server.ts'
import type { Log } from '../platform/observability/log.ts'
import { type MetricFamily, mergeFamilies } from '../platform/observability/metrics/index.ts'
import { ownProgram } from '../platform/process/own-program.ts'
import { createSecrets } from '../platform/security/secrets.ts'
import { longestStop, probePort } from '../serve.ts'
import type { FromWorker, ToWorker } from './worker-protocol.ts'

const restartMilliseconds = 200
// One that dies again and again shall not keep the machine busy.
const longestRestartMilliseconds = 5000
// One that ran for as long had begun well: its end is news.
const steadyMilliseconds = 10_000
// How much later than it should have ended by itself a worker is killed, which can't even tell the time any more.
const lateMilliseconds = 1000
// A monitor gives up on an answer after some ten seconds.
const figuresMilliseconds = 2000
// Statistics don't wait for a worker that hangs either.
const settleMilliseconds = 2000

export interface Workers {
  /** Whether all of them listen; false where one ended before it did, and has told why. */
  ready: Promise<boolean>
  /** Has one of them greet the operator. */
  greet(): void
  /** Lets all finish what they answer; resolves once they have ended. */
  stop(): Promise<void>
}

/**
 * Starts `config.workers` processes. The system gives each new connection to one of them (SO_REUSEPORT, socket(7)); what
 * they share is in the database. Whoever starts them holds no connection and answers nobody.
 */
export async function startWorkers(config: Config, log: Log): Promise<Workers> {
  // Made once, before there are several who would make it; and a port that is taken is told in one line, not in many.
  createSecrets(config, config.dataDirectory)
  await probePort(config)
  const workers = Array.from(
    { length: config.workers },
    (_, number) => new SupervisedWorker(number, config, log, settleOthers),
  )
  // A worker that does not answer, because it starts or hangs, is left out.
  const stopMetrics = listenForMetrics(config, async () =>
    mergeFamilies(
      await Promise.all(workers.map(async (worker) => [worker.name, await worker.figures()] as const)),
    ),
  )
  const [first, ...others] = workers as [SupervisedWorker, ...SupervisedWorker[]]

  /** Has all but one count what they have of an account's clicks. */
  async function settleOthers(asker: SupervisedWorker, userId: number | null): Promise<void> {
    await Promise.all(workers.filter((worker) => worker !== asker).map((worker) => worker.settle(userId)))
  }

  /** What keeps one from starting keeps all: so the first tries alone, and tells it once. */
  async function start(): Promise<boolean> {
    if (!(await first.start())) return false
    return (await Promise.all(others.map((worker) => worker.start()))).every(Boolean)
  }

  return {
    ready: start(),
    greet: () => first.tell({ kind: 'greet' }),
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
      await stopMetrics()
    },
  }
}

class SupervisedWorker {
  private child: Bun.Subprocess | null = null
  private pause = restartMilliseconds
  private hasListened = false
  private stopping = false
  private requests = 0
  /** Who waits for its figures. */
  private readonly asked = new Map<number, (families: MetricFamily[]) => void>()
  /** Who waits for its clicks to be counted. */
  private readonly settling = new Map<number, () => void>()
  /** Whether it listens, and whether it owes an answer for so long that nobody waits for it until it gives one. */
  private isUp = false
  private isLate = false
  /** Told whether it listens, when that is known. */
  private readonly listens = Promise.withResolvers<boolean>()

  constructor(
    private readonly number: number,
    private readonly config: Config,
    private readonly log: Log,
    private readonly settleOthers: (asker: SupervisedWorker, userId: number | null) => Promise<void>,
  ) {}

  /** Answers whether it came to listen. */
  start(): Promise<boolean> {
    if (this.stopping) this.listens.resolve(false)
    else this.spawn()
    return this.listens.promise
  }

  tell(message: ToWorker): void {
    const { child } = this
    // One that has ended, by itself or by a signal, hears nothing.
    if (child && child.exitCode === null && child.signalCode === null) child.send(message)
  }

  get name(): string {
    return String(this.number)
  }

  /** What a monitor is told of it; nothing where it does not answer soon. */
  async figures(): Promise<MetricFamily[]> {
    const { promise, resolve } = Promise.withResolvers<MetricFamily[]>()
    const request = ++this.requests
    this.asked.set(request, resolve)
    const timer = setTimeout(resolve, figuresMilliseconds, [])
    this.tell({ kind: 'figures', request })
    const families = await promise
    clearTimeout(timer)
    this.asked.delete(request)
    return families
  }

  /** Resolves once it has counted what it has of an account's clicks, has ended or takes too long. */
  async settle(userId: number | null): Promise<void> {
    if (!this.isUp || this.isLate) return
    const request = ++this.requests
    const { promise, resolve } = Promise.withResolvers<void>()
    this.settling.set(request, resolve)
    this.tell({ kind: 'settle', request, userId })
    const timer = setTimeout(() => {
      this.isLate = true
      this.endSettling()
    }, settleMilliseconds)
    await promise
    clearTimeout(timer)
    this.settling.delete(request)
  }

  private endSettling(): void {
    for (const resolve of this.settling.values()) resolve()
  }

  private hear(message: FromWorker): void {
    if (message.kind === 'figures') this.asked.get(message.request)?.(message.families)
    else if (message.kind === 'settled') {
      this.isLate = false
      this.settling.get(message.request)?.()
    } else if (message.kind === 'settle')
      void this.settleOthers(this, message.userId).then(() =>
        this.tell({ kind: 'siblings settled', request: message.request }),
      )
    else {
      this.hasListened = true
      this.isUp = true
      this.listens.resolve(true)
    }
  }

  async stop(): Promise<void> {
    this.stopping = true
    const { child } = this
    if (!child) return
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), longestStop(this.config) + lateMilliseconds)
    await child.exited
    clearTimeout(late)
  }

  private spawn(): void {
    const started = performance.now()
    this.child = Bun.spawn([...ownProgram(), 'worker', String(this.number)], {
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (message: FromWorker) => this.hear(message),
      onExit: (child, status) => this.ended(status ?? child.signalCode, performance.now() - started),
    })
  }

  private ended(how: number | NodeJS.Signals | null, milliseconds: number): void {
    this.isUp = false
    this.isLate = false
    this.endSettling()
    if (!this.hasListened) this.listens.resolve(false)
    if (this.stopping) return
    if (!this.hasListened) {
      // One that ended by itself has said why.
      if (typeof how === 'string')
        this.log.warn('a worker was ended before it listened', { worker: this.number, signal: how })
      return
    }
    this.log.warn('a worker ended; starting it again', { worker: this.number, status: String(how) })
    if (milliseconds > steadyMilliseconds) this.pause = restartMilliseconds
    setTimeout(() => {
      if (!this.stopping) this.spawn()
    }, this.pause)
    this.pause = Math.min(this.pause * 2, longestRestartMilliseconds)
  }
}
