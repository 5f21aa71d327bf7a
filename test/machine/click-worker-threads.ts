// The threads that drain journals, of a server that runs in the test's own process: a test can terminate them, and keep
// them from working.
import './bundled-threads.ts'

const OriginalWorker = globalThis.Worker

export interface Threads {
  /** The newest of the drain's threads. */
  newest(): Worker
  /** How many of them were started. */
  started(): number
  /** Makes of those that are started from now on ones that do nothing, or, with false, what they should be. */
  idle(idle: boolean): void
  /** Watches no longer. */
  leave(): void
}

/** Watches the threads that this process starts. */
export function watchThreads(): Threads {
  const threads: Worker[] = []
  let isIdle = false
  const nothing = URL.createObjectURL(
    new Blob(['setInterval(() => {}, 60_000)'], { type: 'text/javascript' }),
  )
  globalThis.Worker = class extends OriginalWorker {
    constructor(file: string | URL, options?: WorkerOptions) {
      const drains = String(file).endsWith('/click-worker.ts')
      super(drains && isIdle ? nothing : file, options)
      if (drains) threads.push(this)
    }
  }
  return {
    newest: () => threads.at(-1) as Worker,
    started: () => threads.length,
    idle(idle) {
      isIdle = idle
    },
    leave() {
      globalThis.Worker = OriginalWorker
      URL.revokeObjectURL(nothing)
    },
  }
}
