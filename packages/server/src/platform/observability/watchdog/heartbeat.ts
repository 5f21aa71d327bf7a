// The main thread's side of the watchdog: sends heartbeats and records what it starts, at almost no cost.
import { type ClaimedJob, memoryBytes, SharedMemory, words } from './shared-memory.ts'

/** Notes that a request or a job begins: what it is, and, where it has one, its id. */
export type Begin = (what: string, id?: string) => void

/** Runs the synchronous part of a claimed job. If the thread blocks meanwhile, the job is given up. */
export type During = <T>(job: ClaimedJob, work: () => T) => T

export class Heartbeat {
  /** For the thread that watches. */
  readonly memory = new SharedArrayBuffer(memoryBytes)
  private readonly shared = new SharedMemory(this.memory)
  private last = ''

  /** To be called some times a second by a timer. */
  beat(): void {
    const { words: numbers } = this.shared
    Atomics.add(numbers, words.beats, 1)
    Atomics.store(numbers, words.isBeating, 1)
  }

  /** From now on no heartbeats are expected. */
  rest(): void {
    Atomics.store(this.shared.words, words.isBeating, 0)
  }

  // One redirect after the other is noted once, so that each costs a comparison.
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
  figures(): { stalls: number; givenUpJobs: number } {
    const { words: numbers } = this.shared
    return {
      stalls: Atomics.load(numbers, words.stalls),
      givenUpJobs: Atomics.load(numbers, words.givenUpJobs),
    }
  }
}
