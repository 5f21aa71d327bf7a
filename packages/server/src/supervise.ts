// Several server processes of one machine that share a port: starts them, starts again what died, and stops them all.
import type { Config } from './config.ts'
import type { Log } from './platform/log.ts'
import { ownProgram } from './platform/own-program.ts'
import { createSecrets } from './platform/secrets.ts'
import { probePort } from './serve.ts'
import type { FromWorker, ToWorker } from './worker-protocol.ts'

const restartMilliseconds = 200
// One that dies again and again shall not keep the machine busy.
const longestRestartMilliseconds = 5000
// One that ran for as long had begun well: its end is news.
const steadyMilliseconds = 10_000

export interface Workers {
  /** Resolves once all of them listen; rejects where one ended before it did. */
  ready: Promise<void>
  /** Has one of them greet the operator. */
  greet(): void
  /** Lets all finish what they answer; resolves once they have ended. */
  stop(): Promise<void>
}

/**
 * Starts `config.workers` processes. The system gives each new connection to one of them (SO_REUSEPORT, socket(7)); what
 * they share is in the database. Whoever starts them holds no connection and answers nobody.
 */
export function startWorkers(config: Config, log: Log): Workers {
  // Made once, before there are several who would make it; and a port that is taken is told in one line, not in many.
  createSecrets(config.secretKey, config.dataDirectory)
  probePort(config)
  const workers = Array.from({ length: config.workers }, (_, number) => new SupervisedWorker(number, log))
  return {
    ready: Promise.all(workers.map(({ listening }) => listening)).then(() => {}),
    greet: () => workers[0]?.tell({ kind: 'greet' }),
    stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
  }
}

class SupervisedWorker {
  /** Resolves when it listens for the first time. */
  readonly listening: Promise<void>
  private heard: { listens(): void; failed(error: Error): void }
  private child!: Bun.Subprocess
  private pause = restartMilliseconds
  private hasListened = false
  private stopping = false

  constructor(
    private readonly number: number,
    private readonly log: Log,
  ) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.listening = promise
    this.heard = { listens: resolve, failed: reject }
    this.start()
  }

  tell(message: ToWorker): void {
    this.child.send(message)
  }

  async stop(): Promise<void> {
    this.stopping = true
    this.child.kill('SIGTERM')
    await this.child.exited
  }

  private start(): void {
    const started = performance.now()
    this.child = Bun.spawn([...ownProgram(), 'worker', String(this.number)], {
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (message: FromWorker) => {
        if (message.kind === 'listening') this.listens()
      },
      onExit: (_child, status, signal) => this.ended(status ?? signal, performance.now() - started),
    })
  }

  private listens(): void {
    this.hasListened = true
    this.heard.listens()
  }

  private ended(how: number | NodeJS.Signals | string | null, milliseconds: number): void {
    if (this.stopping) return
    if (!this.hasListened) {
      this.heard.failed(new Error(`worker ${this.number} ended before it listened`))
      return
    }
    this.log.warn('a worker ended; starting it again', { worker: this.number, status: String(how) })
    if (milliseconds > steadyMilliseconds) this.pause = restartMilliseconds
    setTimeout(() => {
      if (!this.stopping) this.start()
    }, this.pause)
    this.pause = Math.min(this.pause * 2, longestRestartMilliseconds)
  }
}
