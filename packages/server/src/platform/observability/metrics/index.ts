// Figures for a monitor. The face of the folder.
export { type EventLoopDelay, watchEventLoop } from './event-loop-delay.ts'
export {
  type Family,
  family,
  mergeFamilies,
  metricsType,
  type Sample,
  writeFamilies,
} from './families.ts'
export { Histogram, lookupBounds, requestBounds } from './histogram.ts'
