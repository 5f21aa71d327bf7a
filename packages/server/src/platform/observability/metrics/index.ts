// Figures for a monitor. The face of the folder.
export { type EventLoopDelay, watchEventLoop } from './event-loop-delay.ts'
export {
  family,
  type MetricFamily,
  mergeFamilies,
  metricsType,
  type Sample,
  writeFamilies,
} from './families.ts'
export { Histogram, lookupBounds, requestBounds } from './histogram.ts'
