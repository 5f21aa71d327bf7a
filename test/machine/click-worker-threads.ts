// The click workers of a server that runs in the test process: a test can terminate them, or keep them idle.
import './bundled-threads.ts'

const OriginalWorker = globalThis.Worker

export interface Threads {
  /** The newest click worker. */
  newest(): Worker
  /** How many were started. */
  started(): number
  /** Whether workers started from now on do nothing. */
  idle(idle: boolean): void
  /** Restores the original Worker class. */
  leave(): void
}

/** Replaces the Worker class, in order to follow the click workers that this process starts. */
export function watchThreads(): Threads {
  const threads: Worker[] = []
  let isIdle = false
  const nothing = URL.createObjectURL(
    new Blob(['setInterval(() => {}, 60_000)'], { type: 'text/javascript' }),
  )
  globalThis.Worker = class extends OriginalWorker {
    constructor(file: string | URL, options?: WorkerOptions) {
      const isClickWorker = String(file).endsWith('/click-worker.ts')
      super(isClickWorker && isIdle ? nothing : file, options)
      if (isClickWorker) threads.push(this)
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
