// The watchdog's side: logs what the main thread was doing when it blocked, and abandons the job that blocked it.
import { readFileSync } from 'node:fs'
import type { Log } from '../log.ts'
import { type ClaimedJob, SharedMemory, words } from './shared-memory.ts'

const checkMilliseconds = 250
const stallMilliseconds = 1000
// A check this late means that this thread was stopped too: the machine was asleep, or the whole process was stopped.
const lateMilliseconds = 3 * checkMilliseconds

export interface WatchdogNeeds {
  log: Log
  /** Abandons a claimed job for good; false if it has already finished, or its kind is unknown. */
  abandon(job: ClaimedJob): Promise<boolean>
  /** Milliseconds that pass while the thread runs. */
  now?(): number
  /** Whether the main thread runs, or would if a core were free. Otherwise it waits for a disk or a debugger. */
  isRunning?(): boolean
}

export class Watchdog {
  private readonly shared: SharedMemory
  private readonly timer: ReturnType<typeof setInterval>
  private readonly now: () => number
  private readonly isRunning: () => boolean
  private checkedAt: number
  private beats = 0
  /** When the newest heartbeat was seen; how often the thread was checked since, and how often it was running. */
  private since: number
  private checks = 0
  private running = 0
  private isStalled = false

  constructor(
    memory: SharedArrayBuffer,
    private readonly needs: WatchdogNeeds,
  ) {
    this.shared = new SharedMemory(memory)
    this.now = needs.now ?? (() => performance.now())
    this.isRunning = needs.isRunning ?? isMainThreadRunning
    this.checkedAt = this.since = this.now()
    this.timer = setInterval(() => this.check(), checkMilliseconds)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  check(): void {
    const now = this.now()
    const isLate = now - this.checkedAt > lateMilliseconds
    this.checkedAt = now
    const beats = Atomics.load(this.shared.words, words.beats)
    const isAlive = beats !== this.beats || Atomics.load(this.shared.words, words.isBeating) === 0
    if (isAlive || isLate) {
      if (isAlive && this.isStalled) this.recover(now)
      this.beats = beats
      // A blocked thread is logged only once, however late this thread is.
      if (!this.isStalled) {
        this.since = now
        this.checks = this.running = 0
      }
      return
    }
    if (this.isStalled) return
    this.checks++
    if (this.isRunning()) this.running++
    if (now - this.since >= stallMilliseconds) this.stall(now)
  }

  private stall(now: number): void {
    this.isStalled = true
    Atomics.add(this.shared.words, words.stalls, 1)
    const isRunning = this.running > this.checks / 2
    const [latest, ...before] = this.shared.begun()
    const job = this.shared.job()
    this.needs.log.warn('the main thread is blocked: nothing is answered', {
      milliseconds: Math.round(now - this.since),
      state: isRunning ? 'running' : 'waiting',
      job: job && `${job.kind} ${job.label}`,
      last_begun: latest ?? null,
      begun_before: before.join(', '),
    })
    if (job && isRunning) void this.abandon(job)
  }

  private async abandon(job: ClaimedJob): Promise<void> {
    const { log, abandon } = this.needs
    const name = `${job.kind} ${job.label}`
    try {
      if (!(await abandon(job))) return
      Atomics.add(this.shared.words, words.abandonedJobs, 1)
      log.warn('a job was abandoned because it blocked the main thread', { job: name })
    } catch (error) {
      log.error('a job that blocks the main thread could not be abandoned', error, { job: name })
    }
  }

  private recover(now: number): void {
    this.isStalled = false
    this.needs.log.warn('the main thread is responding again', { milliseconds: Math.round(now - this.since) })
  }
}

/** From proc_pid_stat(5): the main thread's id is that of its process. On systems without that file, it counts as running. */
function isMainThreadRunning(): boolean {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1')
    // The program name, in brackets, may contain brackets.
    return stat.charAt(stat.lastIndexOf(')') + 2) === 'R'
  } catch {
    return true
  }
}
