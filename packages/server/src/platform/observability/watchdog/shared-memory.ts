// The memory that the main thread and the watchdog share, and its layout.

/** Words of 32 bits at its beginning. */
export const words = {
  /** Grows with each beat of the main thread. */
  beats: 0,
  /** 1 while beats are to be expected. */
  isBeating: 1,
  /** How often the main thread was blocked, and how many jobs were given up for it. */
  stalls: 2,
  givenUpJobs: 3,
  /** How many entries were ever written into the ring, and how long the text of the current job is: 0 for none. */
  begun: 4,
  jobLength: 5,
} as const

const wordsBytes = 64
/** What began lately: as many texts as this, each with its length in front. */
const ringEntries = 8
const entryBytes = 256
const jobStart = wordsBytes + ringEntries * entryBytes
/** An address that somebody has given may be part of a job. */
const jobBytes = 48 * 1024

export const memoryBytes = jobStart + jobBytes

/** Work that was claimed in the database, so the next process would claim it again. */
export interface ClaimedJob {
  /** By which `stalled-jobs.ts` knows how to give it up. */
  kind: string
  /** Which one it is, for the log: nothing in it is secret. */
  label: string
  /** By which it is found in the database, as JSON has it. */
  claim: unknown
}

export class SharedMemory {
  readonly words: Int32Array
  private readonly bytes: Buffer

  constructor(memory: SharedArrayBuffer) {
    this.words = new Int32Array(memory, 0, wordsBytes / Int32Array.BYTES_PER_ELEMENT)
    this.bytes = Buffer.from(memory)
  }

  /** Notes that something begins; what is too long is cut off. This may happen some thousand times a second. */
  begin(text: string): void {
    const count = this.words[words.begun] as number
    const start = entryStart(count)
    this.bytes[start] = this.bytes.write(text, start + 1, entryBytes - 1, 'latin1')
    this.words[words.begun] = (count + 1) | 0
  }

  /** What began lately, the newest first. */
  begun(): string[] {
    const count = Atomics.load(this.words, words.begun)
    return Array.from({ length: ringEntries }, (_, age) => {
      const start = entryStart((count - 1 - age) | 0)
      return this.bytes.toString('latin1', start + 1, start + 1 + (this.bytes[start] as number))
    }).filter((text) => text !== '')
  }

  /** Notes which job runs now: one that is too long to be noted whole by its kind alone. Null where none does. */
  setJob(job: ClaimedJob | null): void {
    this.words[words.jobLength] = 0
    if (job === null) return
    const whole = Buffer.from(JSON.stringify(job))
    const noted = whole.length <= jobBytes ? whole : Buffer.from(JSON.stringify({ ...job, claim: null }))
    noted.copy(this.bytes, jobStart)
    Atomics.store(this.words, words.jobLength, noted.length)
  }

  job(): ClaimedJob | null {
    const length = Atomics.load(this.words, words.jobLength)
    if (length === 0) return null
    try {
      return JSON.parse(this.bytes.toString('utf8', jobStart, jobStart + length)) as ClaimedJob
    } catch {
      // The main thread goes on just now, and writes the next one.
      return null
    }
  }
}

function entryStart(count: number): number {
  return wordsBytes + (count & (ringEntries - 1)) * entryBytes
}
