// A process that renders one image after another. It runs while it is needed, and is killed if an image takes too much.
import { Refusal } from '@linnet/contract'
import type { Log } from '../observability/log.ts'
import { ownProcess } from '../process/own-program.ts'
import { busySeconds, memoryBytes } from './process-usage.ts'
import {
  type Answer,
  type FromRenderWorker,
  filePart,
  type RenderJob,
  type ToRenderWorker,
} from './protocol.ts'
import { UnrenderableImage } from './unrenderable-image.ts'

export interface ProcessNeeds {
  /** The process's own file. */
  file: URL
  log: Log
  /** The maximum memory of a process; tests set less. */
  mostMemoryBytes?: number
}

export interface RenderResult {
  answer: Answer
  /** The file parts that were sent before the answer. */
  parts: Uint8Array[]
}

export interface Task {
  job: RenderJob
  /** The parts of the file, read when its turn comes, so that waiting files take no memory. */
  file?: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>
  /** The account that it is for: accounts take turns. */
  by: string
  /** The most CPU time that it may take. */
  mostBusySeconds: number
  /** Whether a process has already died while rendering it, without being killed for exceeding limits. */
  isRetry: boolean
  resolve(result: RenderResult): void
  reject(error: Error): void
}

/** The source of a process's tasks. */
export interface TaskSource {
  readonly isEmpty: boolean
  /** The next image for an idle process; null if all waiting accounts already have a process. */
  take(): Task | null
  /** Puts a task whose process has ended back to the front of the queue. */
  putBack(task: Task): void
  /** Gives waiting tasks to an idle process, or to a new one. */
  wake(): void
  /** Called when a process can't start. It isn't restarted in a loop: each start serves a request. */
  startFailed(): void
}

type Process = Bun.Subprocess<'ignore', 'ignore', 'ignore'>

// Next to a busy server, the process gets a thirtieth of a core, so an image may take long.
const mostMilliseconds = 60_000
const checkMilliseconds = 250
// CPU time; starting needs 0.2 s.
const mostStartingSeconds = 3
// Starting a process costs 0.1 s of CPU time; keeping it costs 100 MB of memory.
const idleMilliseconds = 30_000
// Each image takes some 0.2 ms of the thread that answers visitors, so there must not be thousands in a second.
const pauseMilliseconds = 2
// Forty megapixels take 330 MB; wasm-memory.ts limits SVGs.
const usualMemoryBytes = 1024 * 1024 * 1024
// An upload is answered with 10 MB at most.
const mostAnsweredBytes = 64 * 1024 * 1024
const retrySeconds = 5

export class RenderProcess {
  private current: Task | null = null
  private parts: Uint8Array[] = []
  /** Sends the next part of a file. */
  private continueSending: () => void = () => {}
  private process: Process | null = null
  private state: 'starting' | 'ready' | 'ending' = 'starting'
  private isStopped = false
  private isPausing = false
  /** Whether the process is being killed because the current image exceeded a limit. */
  private isTooMuch = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly needs: ProcessNeeds,
    private readonly source: TaskSource,
  ) {}

  get account(): string | null {
    return this.current?.by ?? null
  }

  get isEnded(): boolean {
    return this.process === null
  }

  get isStarting(): boolean {
    return this.process !== null && this.state === 'starting'
  }

  get isReady(): boolean {
    return this.process !== null && this.state === 'ready'
  }

  async stop(): Promise<void> {
    this.isStopped = true
    this.process?.kill('SIGKILL')
    await this.process?.exited
  }

  start(): void {
    const own = ownProcess(Bun.fileURLToPath(this.needs.file), ['--no-orphans', '--smol'])
    const started: Process = Bun.spawn(own.command, {
      // It reads untrusted files, so it gets no secrets.
      env: own.environment,
      stdio: ['ignore', 'ignore', 'ignore'],
      serialization: 'advanced',
      ipc: (message: FromRenderWorker) => this.receive(started, message),
      onExit: () => this.ended(started),
    })
    started.unref()
    this.process = started
    this.state = 'starting'
    this.limit(started, mostStartingSeconds)
  }

  /** Starts the next task, if there is one and none is running. */
  next(): void {
    if (this.current || this.isPausing || !this.process || this.state !== 'ready') return
    this.current = this.source.take()
    if (this.current) {
      this.limit(this.process, this.current.mostBusySeconds)
      void this.send(this.process, this.current)
    } else this.scheduleExit()
  }

  private async send(to: Process, task: Task): Promise<void> {
    try {
      for await (const bytes of task.file?.() ?? []) {
        if (to !== this.process || task !== this.current) return
        const { promise: taken, resolve } = Promise.withResolvers<void>()
        this.continueSending = resolve
        post(to, filePart(bytes))
        await taken
      }
    } catch (error) {
      // The file can't be read, and the state of the process is unknown.
      if (task !== this.current) return
      this.current = null
      task.reject(error as Error)
      this.end(to)
      return
    }
    if (to === this.process && task === this.current) post(to, task.job)
  }

  /** Kills the process if the task that starts now exceeds a limit. */
  private limit(process: Process, mostBusySeconds: number): void {
    clearInterval(this.timer)
    this.isTooMuch = false
    const { mostMemoryBytes = usualMemoryBytes } = this.needs
    const [begun, busy] = [performance.now(), busySeconds(process.pid)]
    this.timer = setInterval(() => {
      this.isTooMuch ||=
        busySeconds(process.pid) - busy > mostBusySeconds || memoryBytes(process.pid) > mostMemoryBytes
      // Unlike a process, a thread can't be stopped while WebAssembly runs in it.
      if (this.isTooMuch || performance.now() - begun > mostMilliseconds) process.kill('SIGKILL')
    }, checkMilliseconds)
    this.timer.unref()
  }

  /** Ends the process after a while without tasks. */
  private scheduleExit(): void {
    clearInterval(this.timer)
    this.timer = setTimeout(() => {
      this.process?.kill('SIGKILL')
      this.process = null
    }, idleMilliseconds)
    this.timer.unref()
  }

  private receive(from: Process, message: FromRenderWorker): void {
    if (from !== this.process || this.state === 'ending') return
    if (message.kind === 'more') {
      this.continueSending()
      return
    }
    if (message.kind === 'part') {
      this.addPart(from, message.bytes)
      return
    }
    const [answered, parts] = [this.current, this.parts]
    this.parts = []
    if (message.kind === 'ready') {
      this.state = 'ready'
      this.next()
      return
    }
    this.current = null
    if (message.kind === 'trapped') {
      // Its memory may be corrupted: a new process renders the next image.
      answered?.reject(new UnrenderableImage({ code: 'image_too_complex' }))
      this.end(from)
    } else {
      answered?.resolve({ answer: message, parts })
      if (this.source.isEmpty) this.next()
      else this.pause()
    }
  }

  private addPart(from: Process, bytes: Uint8Array): void {
    this.parts.push(bytes)
    if (this.parts.reduce((sum, { length }) => sum + length, 0) <= mostAnsweredBytes) return
    this.isTooMuch = true
    this.end(from)
  }

  private end(process: Process): void {
    this.state = 'ending'
    process.kill('SIGKILL')
  }

  /** Starts the next task after a moment, which delays only a series of tasks. */
  private pause(): void {
    this.isPausing = true
    setTimeout(() => {
      this.isPausing = false
      // The account that had this process may have more images waiting.
      this.source.wake()
    }, pauseMilliseconds)
  }

  private ended(one: Process): void {
    if (one !== this.process) return
    clearInterval(this.timer)
    const hadBegun = this.state !== 'starting'
    this.process = null
    this.parts = []
    // A file that is still being sent notices that its process is gone.
    this.continueSending()
    const task = this.current
    this.current = null
    if (task) this.retryOrFail(task)
    if (!hadBegun && !this.isStopped) {
      this.needs.log.error('the render worker cannot start', one.signalCode ?? one.exitCode)
      this.source.startFailed()
    } else this.source.wake()
  }

  /** Decides about the task that was running when the process ended. */
  private retryOrFail(task: Task): void {
    if (this.isTooMuch) task.reject(new UnrenderableImage({ code: 'image_too_complex' }))
    // The system may have needed the memory, or a person killed it: not the image's fault.
    else if (task.isRetry || this.isStopped) task.reject(unavailable())
    else this.source.putBack({ ...task, isRetry: true })
  }
}

function post(to: Process, message: ToRenderWorker): void {
  try {
    to.send(message)
  } catch {
    // It has just exited, and `ended` gives the task to the next process.
  }
}

export function unavailable(): Refusal {
  return new Refusal(
    'unavailable',
    'Too many images are being processed. Try again shortly.',
    undefined,
    retrySeconds,
  )
}
