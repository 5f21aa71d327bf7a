// The memory that the main thread and the watchdog share, and its layout.

/** Words of 32 bits at its beginning. */
export const words = {
  /** Increased by each heartbeat of the main thread. */
  beats: 0,
  /** 1 while heartbeats are expected. */
  isBeating: 1,
  /** How often the main thread was blocked, and how many jobs were abandoned because of it. */
  stalls: 2,
  abandonedJobs: 3,
  /** How many entries were ever written to the ring, and the length of the current job's text: 0 for none. */
  begun: 4,
  jobLength: 5,
} as const

const wordsBytes = 64
/** What started recently: this many strings, each preceded by its length. */
const ringEntries = 8
const entryBytes = 256
const jobStart = wordsBytes + ringEntries * entryBytes
/** A job may contain a long URL. */
const jobBytes = 48 * 1024

export const memoryBytes = jobStart + jobBytes

/** Work that was claimed in the database, so the next process would claim it again. */
export interface ClaimedJob {
  /** Tells `stalled-jobs.ts` how to abandon it. */
  kind: string
  /** Which job it is, for the log; it contains no secrets. */
  label: string
  /** Identifies it in the database; JSON. */
  claim: unknown
}

export class SharedMemory {
  readonly words: Int32Array
  private readonly bytes: Buffer

  constructor(memory: SharedArrayBuffer) {
    this.words = new Int32Array(memory, 0, wordsBytes / Int32Array.BYTES_PER_ELEMENT)
    this.bytes = Buffer.from(memory)
  }

  /** Records that something starts, truncated to fit. This may happen some thousand times a second. */
  begin(text: string): void {
    const count = this.words[words.begun] as number
    const start = entryStart(count)
    this.bytes[start] = this.bytes.write(text, start + 1, entryBytes - 1, 'latin1')
    this.words[words.begun] = (count + 1) | 0
  }

  /** What started recently, newest first. */
  begun(): string[] {
    const count = Atomics.load(this.words, words.begun)
    return Array.from({ length: ringEntries }, (_, age) => {
      const start = entryStart((count - 1 - age) | 0)
      return this.bytes.toString('latin1', start + 1, start + 1 + (this.bytes[start] as number))
    }).filter((text) => text !== '')
  }

  /** Records which job runs now, without its claim if it is too long. Null if none runs. */
  setJob(job: ClaimedJob | null): void {
    this.words[words.jobLength] = 0
    if (job === null) return
    const whole = Buffer.from(JSON.stringify(job))
    const recorded = whole.length <= jobBytes ? whole : Buffer.from(JSON.stringify({ ...job, claim: null }))
    recorded.copy(this.bytes, jobStart)
    Atomics.store(this.words, words.jobLength, recorded.length)
  }

  job(): ClaimedJob | null {
    const length = Atomics.load(this.words, words.jobLength)
    if (length === 0) return null
    try {
      return JSON.parse(this.bytes.toString('utf8', jobStart, jobStart + length)) as ClaimedJob
    } catch {
      // The main thread has just recovered, and is writing the next one.
      return null
    }
  }
}

function entryStart(count: number): number {
  return wordsBytes + (count & (ringEntries - 1)) * entryBytes
}
