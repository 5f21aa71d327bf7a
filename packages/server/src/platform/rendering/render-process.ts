// A process that draws one picture after the other, is there while it is needed, and is ended where one takes too much.
import { Refusal } from '@linnet/contract'
import type { Log } from '../observability/log.ts'
import { ownProcess } from '../process/own-program.ts'
import { busySeconds, memoryBytes } from './process-usage.ts'
import { type Answer, type FromDrawer, filePart, type Order, type ToDrawer } from './protocol.ts'
import { Undrawable } from './undrawable.ts'

export interface ProcessNeeds {
  /** The process's own file. */
  file: URL
  log: Log
  /** How much memory a process may use; tests set less. */
  mostMemoryBytes?: number
}

export interface Drawn {
  answer: Answer
  /** What came before the answer. */
  parts: Uint8Array[]
}

export interface Task {
  order: Order
  /** The parts of the file, read when its turn has come, so that waiting files take no memory. */
  file?: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>
  /** Whom it is for: their turns go round. */
  by: string
  /** Of a core. */
  mostBusySeconds: number
  /** Whether a process has ended over it before, by nobody's fault. */
  isAgain: boolean
  keep(drawn: Drawn): void
  fail(error: Error): void
}

/** Where a process gets its tasks. */
export interface Line {
  readonly isEmpty: boolean
  /** The next image for an idle process; null if all waiting accounts already have a process. */
  take(): Task | null
  /** Puts a task first again, whose process ended over it. */
  putBack(task: Task): void
  /** Gives waiting images to an idle process, or to a new one. */
  wake(): void
  /** A process that can't start is not restarted in a loop: each start serves a request. */
  cannotBegin(): void
}

type Process = Bun.Subprocess<'ignore', 'ignore', 'ignore'>

// Beside a busy server the process gets a thirtieth of a core, and little is done in much time.
const mostMilliseconds = 60_000
const lookMilliseconds = 250
// Of a core: starting needs 0.2 s.
const mostStartingSeconds = 3
// Starting costs 0.1 s of a core, staying 100 MB.
const idleMilliseconds = 30_000
// Asking for a picture and passing it on takes some 0.2 ms of the thread that answers visitors: not thousands a second.
const pauseMilliseconds = 2
// Forty megapixels take 330 MB, an SVG what wasm-memory.ts lets it have.
const usualMemoryBytes = 1024 * 1024 * 1024
// An upload is answered with 10 MB at most.
const mostAnsweredBytes = 64 * 1024 * 1024
const retrySeconds = 5
const tooMuch = 'The picture is too complex to draw.'

export class DrawingProcess {
  private current: Task | null = null
  private parts: Uint8Array[] = []
  /** Goes on sending a file. */
  private sendMore: () => void = () => {}
  private process: Process | null = null
  private state: 'starting' | 'ready' | 'ending' = 'starting'
  private isStopped = false
  private isPausing = false
  /** Whether the process is ended for what the current picture has cost. */
  private isTooMuch = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly needs: ProcessNeeds,
    private readonly line: Line,
  ) {}

  get drawsFor(): string | null {
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
      // It reads what strangers send, and needs no secret for that.
      env: own.environment,
      stdio: ['ignore', 'ignore', 'ignore'],
      serialization: 'advanced',
      ipc: (message: FromDrawer) => this.hear(started, message),
      onExit: () => this.ended(started),
    })
    started.unref()
    this.process = started
    this.state = 'starting'
    this.limit(started, mostStartingSeconds)
  }

  /** Begins the next picture, where there is one and none is being drawn. */
  next(): void {
    if (this.current || this.isPausing || !this.process || this.state !== 'ready') return
    this.current = this.line.take()
    if (this.current) {
      this.limit(this.process, this.current.mostBusySeconds)
      void this.send(this.process, this.current)
    } else this.rest()
  }

  private async send(to: Process, task: Task): Promise<void> {
    try {
      for await (const bytes of task.file?.() ?? []) {
        if (to !== this.process || task !== this.current) return
        const { promise: taken, resolve } = Promise.withResolvers<void>()
        this.sendMore = resolve
        pass(to, filePart(bytes))
        await taken
      }
    } catch (error) {
      // The file can't be read, and the state of the process is unknown.
      if (task !== this.current) return
      this.current = null
      task.fail(error as Error)
      this.end(to)
      return
    }
    if (to === this.process && task === this.current) pass(to, task.order)
  }

  /** Ends the process where what it has begun now takes too much. */
  private limit(process: Process, mostBusySeconds: number): void {
    clearInterval(this.timer)
    this.isTooMuch = false
    const { mostMemoryBytes = usualMemoryBytes } = this.needs
    const [begun, busy] = [performance.now(), busySeconds(process.pid)]
    this.timer = setInterval(() => {
      this.isTooMuch ||=
        busySeconds(process.pid) - busy > mostBusySeconds || memoryBytes(process.pid) > mostMemoryBytes
      // A thread could not be ended while WebAssembly runs in it; a process can.
      if (this.isTooMuch || performance.now() - begun > mostMilliseconds) process.kill('SIGKILL')
    }, lookMilliseconds)
    this.timer.unref()
  }

  /** Ends the process when nobody has asked for a while; who asks then gets another one. */
  private rest(): void {
    clearInterval(this.timer)
    this.timer = setTimeout(() => {
      this.process?.kill('SIGKILL')
      this.process = null
    }, idleMilliseconds)
    this.timer.unref()
  }

  private hear(from: Process, message: FromDrawer): void {
    if (from !== this.process || this.state === 'ending') return
    if (message.kind === 'more') {
      this.sendMore()
      return
    }
    if (message.kind === 'part') {
      this.keepPart(from, message.bytes)
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
      // Its memory may be in disorder: a new process draws the next picture.
      answered?.fail(new Undrawable(tooMuch))
      this.end(from)
    } else {
      answered?.keep({ answer: message, parts })
      if (this.line.isEmpty) this.next()
      else this.pause()
    }
  }

  private keepPart(from: Process, bytes: Uint8Array): void {
    this.parts.push(bytes)
    if (this.parts.reduce((sum, { length }) => sum + length, 0) <= mostAnsweredBytes) return
    this.isTooMuch = true
    this.end(from)
  }

  private end(process: Process): void {
    this.state = 'ending'
    process.kill('SIGKILL')
  }

  /** Begins the next picture after a moment; who asks for one alone need not wait for it. */
  private pause(): void {
    this.isPausing = true
    setTimeout(() => {
      this.isPausing = false
      // The account that had this process may have more images waiting.
      this.line.wake()
    }, pauseMilliseconds)
  }

  private ended(one: Process): void {
    if (one !== this.process) return
    clearInterval(this.timer)
    const hadBegun = this.state !== 'starting'
    this.process = null
    this.parts = []
    // What still sends finds that there is nobody to send to.
    this.sendMore()
    const task = this.current
    this.current = null
    if (task) this.giveBack(task)
    if (!hadBegun && !this.isStopped) {
      this.needs.log.error('the drawing process cannot begin', one.signalCode ?? one.exitCode)
      this.line.cannotBegin()
    } else this.line.wake()
  }

  /** What becomes of the picture that was being drawn when the process ended. */
  private giveBack(task: Task): void {
    if (this.isTooMuch) task.fail(new Undrawable(tooMuch))
    // The system may have needed the memory, or a person ended it: that says nothing about the picture.
    else if (task.isAgain || this.isStopped) task.fail(unavailable())
    else this.line.putBack({ ...task, isAgain: true })
  }
}

function pass(to: Process, message: ToDrawer): void {
  try {
    to.send(message)
  } catch {
    // It has ended just now: what follows its end gives the picture to the next one.
  }
}

export function unavailable(): Refusal {
  return new Refusal(
    'unavailable',
    'Too many pictures are being drawn. Try again shortly.',
    undefined,
    retrySeconds,
  )
}
