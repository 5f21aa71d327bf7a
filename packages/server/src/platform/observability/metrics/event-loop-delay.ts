// Measures the event loop's delay: how long a request waits because the thread is busy with other work.
import { Histogram } from './histogram.ts'

const everyMilliseconds = 100
const bounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export interface EventLoopDelay {
  histogram: Histogram
  stop(): void
}

/** Checks ten times a second how late a timer runs, and calls `beat` each time. */
export function watchEventLoop(beat: () => void): EventLoopDelay {
  const histogram = new Histogram(bounds)
  let due = performance.now() + everyMilliseconds
  const timer = setInterval(() => {
    const now = performance.now()
    histogram.observe(Math.max(0, now - due) / 1000)
    due = now + everyMilliseconds
    beat()
  }, everyMilliseconds)
  timer.unref()
  return { histogram, stop: () => clearInterval(timer) }
}
