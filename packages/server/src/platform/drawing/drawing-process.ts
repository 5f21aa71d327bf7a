// A process that draws one picture after the other, is there while it is needed, and is ended where one takes too much.
import { Refusal } from '@linnet/contract'
import { FairLine } from '../fair-line.ts'
import type { Log } from '../log.ts'
import { ownProcess } from '../own-program.ts'
import { busySeconds } from './busy-seconds.ts'
import type { FromDrawer, ToDrawer } from './protocol.ts'
import { Undrawable } from './undrawable.ts'

export interface ProcessNeeds {
  /** The process's own file. */
  file: URL
  log: Log
}

export interface Limits {
  /** Whom it is for: their turns go round. */
  by: string
  /** Of a core. */
  mostBusySeconds: number
}

interface Task extends Limits {
  order: ToDrawer
  /** Whether a process has ended over it before, by nobody's fault. */
  isAgain: boolean
  keep(answer: FromDrawer): void
  fail(error: Error): void
}

type Process = Bun.Subprocess<'ignore', 'ignore', 'ignore'>

const mostBytes = 1024 * 1024
const mostWaiting = 64
// Beside a busy server the process gets a thirtieth of a core, and little is done in much time.
const mostMilliseconds = 60_000
const lookMilliseconds = 250
// Of a core: starting needs 0.2 s.
const mostStartingSeconds = 3
// Starting costs 0.1 s of a core, staying 100 MB.
const idleMilliseconds = 30_000
const retrySeconds = 5
// Asking for a picture and passing it on takes some 0.2 ms of the thread that answers visitors: not thousands a second.
const pauseMilliseconds = 2
const tooMuch = 'There is too much in the picture to draw it.'

export class DrawingProcess {
  private readonly waiting = new FairLine<Task>(mostWaiting)
  private current: Task | null = null
  private process: Process | null = null
  private state: 'starting' | 'ready' | 'ending' = 'starting'
  private isStopped = false
  private isPausing = false
  /** Whether the process is ended for what the current picture has cost. */
  private isTooMuch = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly needs: ProcessNeeds) {}

  /** Throws an Undrawable for what the picture is, and a Refusal `unavailable` where too many wait or no process stays. */
  draw(order: ToDrawer, limits: Limits): Promise<FromDrawer> {
    if ('svg' in order && Buffer.byteLength(order.svg) > mostBytes)
      return Promise.reject(new Undrawable('The picture is larger than 1 MiB.'))
    if (this.isStopped) return Promise.reject(unavailable())
    return new Promise((keep, fail) => {
      this.waiting.add(limits.by, { ...limits, order, keep, fail, isAgain: false })?.fail(unavailable())
      if (this.process) this.next()
      else this.start()
    })
  }

  async stop(): Promise<void> {
    this.isStopped = true
    this.process?.kill('SIGKILL')
    await this.process?.exited
  }

  private start(): void {
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

  /** Ends the process where what it has begun now takes too much. */
  private limit(process: Process, mostBusySeconds: number): void {
    clearInterval(this.timer)
    this.isTooMuch = false
    const [begun, busy] = [performance.now(), busySeconds(process.pid)]
    this.timer = setInterval(() => {
      this.isTooMuch ||= busySeconds(process.pid) - busy > mostBusySeconds
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
    if (from !== this.process) return
    const answered = this.current
    if (message.kind === 'ready') this.state = 'ready'
    else this.current = null
    if (message.kind === 'trapped') {
      // Its memory may be in disorder: a new process draws the next picture.
      answered?.fail(new Undrawable(tooMuch))
      this.state = 'ending'
      from.kill('SIGKILL')
    } else {
      if (message.kind !== 'ready') answered?.keep(message)
      if (message.kind !== 'ready' && this.waiting.length > 0) this.pause()
      else this.next()
    }
  }

  /** Begins the next picture after a moment; who asks for one alone need not wait for it. */
  private pause(): void {
    this.isPausing = true
    setTimeout(() => {
      this.isPausing = false
      this.next()
    }, pauseMilliseconds)
  }

  private next(): void {
    if (this.current || this.isPausing || !this.process || this.state !== 'ready') return
    this.current = this.waiting.take()
    if (this.current) {
      this.limit(this.process, this.current.mostBusySeconds)
      try {
        this.process.send(this.current.order)
      } catch {
        // It has ended just now: what follows its end gives the picture to the next one.
      }
    } else this.rest()
  }

  private ended(one: Process): void {
    if (one !== this.process) return
    clearInterval(this.timer)
    const hadBegun = this.state !== 'starting'
    this.process = null
    if (this.current) this.giveBack(this.current)
    this.current = null
    if (!hadBegun && !this.isStopped)
      this.needs.log.error('the drawing process cannot begin', one.signalCode ?? one.exitCode)
    // Each start is for somebody who asks: a process that cannot begin is not started again and again.
    if (!hadBegun || this.isStopped) for (const task of this.waiting.takeAll()) task.fail(unavailable())
    else if (this.waiting.length > 0) this.start()
  }

  /** What becomes of the picture that was being drawn when the process ended. */
  private giveBack(task: Task): void {
    if (this.isTooMuch) task.fail(new Undrawable(tooMuch))
    // The system may have needed the memory, or a person ended it: that says nothing about the picture.
    else if (task.isAgain || this.isStopped) task.fail(unavailable())
    else this.waiting.putBack(task.by, { ...task, isAgain: true })
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
