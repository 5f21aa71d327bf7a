// Metrics as data and in Prometheus' text format. The folder's public API.
export { cacheMetrics } from './caches.ts'
export { type EventLoopDelay, watchEventLoop } from './event-loop-delay.ts'
export {
  family,
  type MetricFamily,
  mergeFamilies,
  metricsType,
  type Sample,
  writeFamilies,
} from './families.ts'
export { withFormerNames } from './former-names.ts'
export { Histogram, lookupBounds, requestBounds } from './histogram.ts'
