// How late the event loop is: what a request waits, beside its own work, because the thread is busy with others.
import { Histogram } from './histogram.ts'

const everyMilliseconds = 100
const bounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export interface EventLoopDelay {
  histogram: Histogram
  stop(): void
}

/** Looks ten times a second how much later than asked a timer comes; `beat` is called each time. */
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
