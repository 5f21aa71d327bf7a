// The supervisor of several server processes that share a port: starts them, restarts those that die, and stops them all.

import type { Config } from '../config/config.ts'
import { listenForMetrics } from '../metrics-server.ts'
import { waitAtMost } from '../platform/concurrency/wait-at-most.ts'
import type { Log } from '../platform/observability/log.ts'
import { type MetricFamily, mergeFamilies } from '../platform/observability/metrics/index.ts'
import { ownProgram } from '../platform/process/own-program.ts'
import { createSecrets } from '../platform/security/secrets.ts'
import { longestStop, probePort } from '../serve.ts'
import type { FromWorker, ToWorker } from './worker-protocol.ts'

const restartMilliseconds = 200
// A worker that keeps dying must not keep the machine busy.
const longestRestartMilliseconds = 5000
// A worker that ran for this long had started well, so the pause before its restart is short again.
const steadyMilliseconds = 10_000
// How long after the stop time limit a worker is considered hung and killed.
const lateMilliseconds = 1000
// Prometheus stops waiting after some ten seconds.
const metricsMilliseconds = 2000
// Statistics don't wait for a hung worker either.
const settleMilliseconds = 2000

export interface Workers {
  /** Whether all of them listen; false if one exited before that, having logged why. */
  ready: Promise<boolean>
  /** Has one of them print the welcome message. */
  greet(): void
  /** Lets all of them finish their requests; resolves once they have exited. */
  stop(): Promise<void>
}

/**
 * Starts `config.workers` processes. The system gives each new connection to one of them (SO_REUSEPORT, socket(7)); they
 * share state through the database. The supervisor itself answers no requests.
 */
export async function startWorkers(config: Config, log: Log): Promise<Workers> {
  // Done once here instead of in every process, so that a port in use is reported only once.
  createSecrets(config, config.dataDirectory)
  await probePort(config)
  const workers = Array.from(
    { length: config.workers },
    (_, number) => new SupervisedWorker(number, config, log, settleOthers),
  )
  // A worker that does not answer, because it is starting or hangs, is left out.
  const stopMetrics = listenForMetrics(config, async () =>
    mergeFamilies(
      await Promise.all(workers.map(async (worker) => [worker.name, await worker.metrics()] as const)),
    ),
  )
  const [first, ...others] = workers as [SupervisedWorker, ...SupervisedWorker[]]

  /** Asks all but one to count their clicks of an account. */
  async function settleOthers(requester: SupervisedWorker, userId: number | null): Promise<void> {
    await Promise.all(workers.filter((worker) => worker !== requester).map((worker) => worker.settle(userId)))
  }

  /** What stops one from starting stops all, so the first one tries alone, and the reason is logged once. */
  async function start(): Promise<boolean> {
    if (!(await first.start())) return false
    return (await Promise.all(others.map((worker) => worker.start()))).every(Boolean)
  }

  return {
    ready: start(),
    greet: () => first.send({ kind: 'greet' }),
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
  /** Pending requests for its metrics. */
  private readonly metricRequests = new Map<number, (families: MetricFamily[]) => void>()
  /** Pending requests to count its clicks. */
  private readonly settleRequests = new Map<number, () => void>()
  /** Whether it listens, and whether its last answer is so overdue that requests no longer wait for it. */
  private isUp = false
  private isLate = false
  /** Resolves to whether it started listening. */
  private readonly listens = Promise.withResolvers<boolean>()

  constructor(
    private readonly number: number,
    private readonly config: Config,
    private readonly log: Log,
    private readonly settleOthers: (requester: SupervisedWorker, userId: number | null) => Promise<void>,
  ) {}

  /** Resolves to whether it started listening. */
  start(): Promise<boolean> {
    if (this.stopping) this.listens.resolve(false)
    else this.spawn()
    return this.listens.promise
  }

  send(message: ToWorker): void {
    const { child } = this
    // A process that has exited can't receive messages.
    if (child && child.exitCode === null && child.signalCode === null) child.send(message)
  }

  get name(): string {
    return String(this.number)
  }

  /** Its metrics; none if it doesn't answer in time. */
  async metrics(): Promise<MetricFamily[]> {
    const { promise, resolve } = Promise.withResolvers<MetricFamily[]>()
    const request = ++this.requests
    this.metricRequests.set(request, resolve)
    this.send({ kind: 'metrics', request })
    const families = await waitAtMost(metricsMilliseconds, promise, () => [])
    this.metricRequests.delete(request)
    return families
  }

  /** Resolves once it has counted its clicks of an account, has exited or takes too long. */
  async settle(userId: number | null): Promise<void> {
    if (!this.isUp || this.isLate) return
    const request = ++this.requests
    const { promise, resolve } = Promise.withResolvers<void>()
    this.settleRequests.set(request, resolve)
    this.send({ kind: 'settle', request, userId })
    const timer = setTimeout(() => {
      this.isLate = true
      this.endSettling()
    }, settleMilliseconds)
    await promise
    clearTimeout(timer)
    this.settleRequests.delete(request)
  }

  private endSettling(): void {
    for (const resolve of this.settleRequests.values()) resolve()
  }

  private receive(message: FromWorker): void {
    if (message.kind === 'metrics') this.metricRequests.get(message.request)?.(message.families)
    else if (message.kind === 'settled') {
      this.isLate = false
      this.settleRequests.get(message.request)?.()
    } else if (message.kind === 'settle')
      void this.settleOthers(this, message.userId).then(() =>
        this.send({ kind: 'siblings settled', request: message.request }),
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
      ipc: (message: FromWorker) => this.receive(message),
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
      // A process that exited by itself has logged why.
      if (typeof how === 'string')
        this.log.warn('a worker was killed before it listened', { worker: this.number, signal: how })
      return
    }
    this.log.warn('a worker exited; restarting it', { worker: this.number, status: String(how) })
    if (milliseconds > steadyMilliseconds) this.pause = restartMilliseconds
    setTimeout(() => {
      if (!this.stopping) this.spawn()
    }, this.pause)
    this.pause = Math.min(this.pause * 2, longestRestartMilliseconds)
  }
}
