// The watching thread's side: logs what the main thread was doing when it blocked, and gives up the job that blocked it.
import { readFileSync } from 'node:fs'
import type { Log } from '../log.ts'
import { type ClaimedJob, SharedMemory, words } from './shared-memory.ts'

const lookMilliseconds = 250
const stallMilliseconds = 1000
// A check this late means that this thread was stopped too: the machine was asleep, or the whole process was stopped.
const lateMilliseconds = 3 * lookMilliseconds

export interface WatchdogNeeds {
  log: Log
  /** Gives up a claimed job for good; false if it was settled meanwhile, or its kind is unknown. */
  giveUp(job: ClaimedJob): Promise<boolean>
  /** Milliseconds that go on while the thread does. */
  now?(): number
  /** Whether the main thread runs, or would if a core were free. Otherwise it waits, for a disk or for whoever debugs it. */
  isRunning?(): boolean
}

export class Watchdog {
  private readonly shared: SharedMemory
  private readonly timer: ReturnType<typeof setInterval>
  private readonly now: () => number
  private readonly isRunning: () => boolean
  private looked: number
  private beats = 0
  /** When the newest beat was seen; how often the thread was looked at since, and was running. */
  private since: number
  private looks = 0
  private running = 0
  private isStalled = false

  constructor(
    memory: SharedArrayBuffer,
    private readonly needs: WatchdogNeeds,
  ) {
    this.shared = new SharedMemory(memory)
    this.now = needs.now ?? (() => performance.now())
    this.isRunning = needs.isRunning ?? isMainThreadRunning
    this.looked = this.since = this.now()
    this.timer = setInterval(() => this.look(), lookMilliseconds)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  look(): void {
    const now = this.now()
    const isLate = now - this.looked > lateMilliseconds
    this.looked = now
    const beats = Atomics.load(this.shared.words, words.beats)
    const isAlive = beats !== this.beats || Atomics.load(this.shared.words, words.isBeating) === 0
    if (isAlive || isLate) {
      if (isAlive && this.isStalled) this.goesOn(now)
      this.beats = beats
      // What is still standing still is told once, however late this thread is meanwhile.
      if (!this.isStalled) {
        this.since = now
        this.looks = this.running = 0
      }
      return
    }
    if (this.isStalled) return
    this.looks++
    if (this.isRunning()) this.running++
    if (now - this.since >= stallMilliseconds) this.stall(now)
  }

  private stall(now: number): void {
    this.isStalled = true
    Atomics.add(this.shared.words, words.stalls, 1)
    const isRunning = this.running > this.looks / 2
    const [latest, ...before] = this.shared.begun()
    const job = this.shared.job()
    this.needs.log.warn('the main thread is blocked: nothing is answered', {
      milliseconds: Math.round(now - this.since),
      state: isRunning ? 'running' : 'waiting',
      job: job && `${job.kind} ${job.label}`,
      last_begun: latest ?? null,
      begun_before: before.join(', '),
    })
    if (job && isRunning) void this.giveUp(job)
  }

  private async giveUp(job: ClaimedJob): Promise<void> {
    const { log, giveUp } = this.needs
    const name = `${job.kind} ${job.label}`
    try {
      if (!(await giveUp(job))) return
      Atomics.add(this.shared.words, words.givenUpJobs, 1)
      log.warn('a job was abandoned because it blocked the main thread', { job: name })
    } catch (error) {
      log.error('a job that blocks the main thread could not be abandoned', error, { job: name })
    }
  }

  private goesOn(now: number): void {
    this.isStalled = false
    this.needs.log.warn('the main thread is responding again', { milliseconds: Math.round(now - this.since) })
  }
}

/** By proc_pid_stat(5): the main thread has the number of its process. Where the system has no such file, it is blamed. */
function isMainThreadRunning(): boolean {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1')
    // The name of the program, in brackets, may have brackets in it.
    return stat.charAt(stat.lastIndexOf(')') + 2) === 'R'
  } catch {
    return true
  }
}
