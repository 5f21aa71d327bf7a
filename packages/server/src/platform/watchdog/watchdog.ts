// The watching thread's side: says in the log what the main thread was doing when it stood still, and gives up the job that did it.
import { readFileSync } from 'node:fs'
import type { Log } from '../log.ts'
import { type ClaimedJob, SharedMemory, words } from './shared-memory.ts'

const lookMilliseconds = 250
const stallMilliseconds = 1000
// Who looks this late stood still as well: the machine was asleep, or the whole process was stopped.
const lateMilliseconds = 2 * lookMilliseconds
// A thread that waits, for a disk or a debugger, takes none of a core.
const busyShare = 0.5

export interface WatchdogNeeds {
  log: Log
  /** Gives up a claimed job for good; false where it was settled meanwhile, or nobody knows such jobs. */
  giveUp(job: ClaimedJob): Promise<boolean>
  /** Milliseconds that go on while the thread does. */
  now?(): number
  /** The milliseconds that the main thread has had of a core; null where the system doesn't tell. */
  busyMilliseconds?(): number | null
}

export class Watchdog {
  private readonly shared: SharedMemory
  private readonly timer: ReturnType<typeof setInterval>
  private readonly now: () => number
  private readonly busy: () => number | null
  private looked: number
  private beats = 0
  /** When the newest beat was seen, and how busy the thread had been by then. */
  private since: number
  private busyBefore: number | null = null
  private isStalled = false

  constructor(
    memory: SharedArrayBuffer,
    private readonly needs: WatchdogNeeds,
  ) {
    this.shared = new SharedMemory(memory)
    this.now = needs.now ?? (() => performance.now())
    this.busy = needs.busyMilliseconds ?? mainThreadMilliseconds
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
        this.busyBefore = null
      }
      return
    }
    this.busyBefore ??= this.busy()
    if (!this.isStalled && now - this.since >= stallMilliseconds) this.stall(now)
  }

  private stall(now: number): void {
    this.isStalled = true
    Atomics.add(this.shared.words, words.stalls, 1)
    const busy = this.busy()
    const busyFor = busy === null || this.busyBefore === null ? null : busy - this.busyBefore
    const [latest, ...before] = this.shared.begun()
    const job = this.shared.job()
    this.needs.log.warn('the main thread is blocked: nothing is answered', {
      milliseconds: Math.round(now - this.since),
      busy_milliseconds: busyFor,
      job: job && `${job.kind} ${job.label}`,
      last_begun: latest ?? null,
      begun_before: before.join(', '),
    })
    const isBusy = busyFor === null || busyFor >= (now - this.since - lookMilliseconds) * busyShare
    if (job && isBusy) void this.giveUp(job)
  }

  private async giveUp(job: ClaimedJob): Promise<void> {
    const { log, giveUp } = this.needs
    const name = `${job.kind} ${job.label}`
    try {
      if (!(await giveUp(job))) return
      Atomics.add(this.shared.words, words.givenUpJobs, 1)
      log.warn('a job is given up because it blocked the main thread', { job: name })
    } catch (error) {
      log.error('a job that blocks the main thread could not be given up', error, { job: name })
    }
  }

  private goesOn(now: number): void {
    this.isStalled = false
    this.needs.log.warn('the main thread goes on', { milliseconds: Math.round(now - this.since) })
  }
}

const millisecondsPerTick = 10

/** By proc_pid_stat(5): the main thread has the number of its process. */
function mainThreadMilliseconds(): number | null {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1')
    // The name of the program, in brackets, may have spaces in it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick
  } catch {
    return null
  }
}
