// The main thread's side of the watchdog: sends heartbeats and records what it starts, at almost no cost.
import { type ClaimedJob, memoryBytes, SharedMemory, words } from './shared-memory.ts'

/** Records that a request or a job starts: what it is, and its id, if any. */
export type Begin = (what: string, id?: string) => void

/** Runs the synchronous part of a claimed job. If the thread blocks meanwhile, the job is abandoned. */
export type During = <T>(job: ClaimedJob, work: () => T) => T

export class Heartbeat {
  /** For the thread of the watchdog. */
  readonly memory = new SharedArrayBuffer(memoryBytes)
  private readonly shared = new SharedMemory(this.memory)
  private last = ''

  /** Call this several times a second from a timer. */
  beat(): void {
    const { words: numbers } = this.shared
    Atomics.add(numbers, words.beats, 1)
    Atomics.store(numbers, words.isBeating, 1)
  }

  /** From now on no heartbeats are expected. */
  rest(): void {
    Atomics.store(this.shared.words, words.isBeating, 0)
  }

  // A series of redirects is recorded once, so that each costs only a comparison.
  readonly begin: Begin = (what, id) => {
    if (id !== undefined) {
      this.last = ''
      this.shared.begin(`${what} ${id}`)
    } else if (what !== this.last) {
      this.last = what
      this.shared.begin(what)
    }
  }

  readonly during: During = (job, work) => {
    this.shared.setJob(job)
    try {
      return work()
    } finally {
      this.shared.setJob(null)
    }
  }

  /** Since the process started. */
  metrics(): { stalls: number; abandonedJobs: number } {
    const { words: numbers } = this.shared
    return {
      stalls: Atomics.load(numbers, words.stalls),
      abandonedJobs: Atomics.load(numbers, words.abandonedJobs),
    }
  }
}
