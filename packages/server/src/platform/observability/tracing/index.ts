// Traces, if the operator has configured a collector. Otherwise no tracing code is loaded.
import type { Log } from '../log.ts'
import type { Tracing, TracingOptions } from './tracing.ts'

export { samplerNames, type Tracing, type TracingOptions } from './tracing.ts'

export async function openTracing(options: TracingOptions | null, log: Log): Promise<Tracing | null> {
  if (options === null) return null
  const { createTracing } = await import('./opentelemetry.ts')
  return createTracing(options, log)
}
