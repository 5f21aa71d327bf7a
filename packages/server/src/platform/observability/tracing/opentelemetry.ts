// Traces with OpenTelemetry's own libraries, sent with OTLP over HTTP. Loaded only if there is a collector, because it takes
// 25 MB.
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { waitAtMost } from '../../concurrency/wait-at-most.ts'
import type { Log } from '../log.ts'
import type { SamplerName, Tracing, TracingOptions } from './tracing.ts'

// While the collector is unavailable, this many spans are buffered; more are dropped.
const mostWaiting = 2048
const exportMilliseconds = 5000
const stopMilliseconds = 1500

// https://www.w3.org/TR/trace-context/#traceparent-header
const traceparentPattern = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/

export function createTracing(options: TracingOptions, log: Log): Tracing {
  logFaults(log)
  const exporter = new OTLPTraceExporter({
    url: options.url,
    headers: options.headers,
    timeoutMillis: exportMilliseconds,
  })
  const provider = new TracerProvider({
    sampler: samplerOf(options.sampler, options.ratio),
    resource: resourceFromAttributes({
      'service.name': options.service,
      'service.version': options.version,
      'process.pid': process.pid,
    }),
    // Our attributes are names, and statements without their values.
    spanLimits: { attributeValueLengthLimit: 2000 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: mostWaiting,
        exportTimeoutMillis: exportMilliseconds,
        scheduledDelayMillis: 1000,
      }),
    ],
  })
  const tracer = provider.getTracer('linnet', options.version)
  const current = new AsyncLocalStorage<Context>()
  return {
    request(traceparent, work) {
      const parent = contextOf(traceparent)
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent)
      return current.run(trace.setSpan(parent, span), work, {
        end(name, status, attributes) {
          span.updateName(name)
          span.setAttributes({ ...attributes, 'http.response.status_code': status })
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      })
    },
    record(name, { kind, begun, milliseconds, attributes, failed }) {
      const startTime = begun
      const spanKind = kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL
      const context = current.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: spanKind, startTime, attributes }, context)
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(begun + milliseconds)
    },
    async stop() {
      await waitAtMost(
        stopMilliseconds,
        provider.shutdown().catch(() => undefined),
      )
    },
  }
}

/** Logs once that the collector is unavailable, and again if spans were sent in between. */
function logFaults(log: Log): void {
  let isLogged = false
  const quiet = () => {}
  const fault = (message: string) => {
    // The message may contain the collector's headers, so only its beginning is logged.
    if (!isLogged) log.warn('traces cannot be sent', { reason: message.slice(0, 40).split('\n', 1)[0] })
    isLogged = true
  }
  diag.setLogger({ error: fault, warn: quiet, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.ERROR)
}

function contextOf(traceparent: string | null): Context {
  const [, traceId, spanId, flags] = traceparentPattern.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT
}

function samplerOf(name: SamplerName, ratio: number): Sampler {
  const plain = name.replace('parentbased_', '')
  const root =
    plain === 'always_on'
      ? new AlwaysOnSampler()
      : plain === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio)
  return name === plain ? root : new ParentBasedSampler({ root })
}
