// The interface of traces for the rest of the server: options, spans and samplers, without any library.

/** Plain data, so that it can be sent to threads. */
export interface TracingOptions {
  /** Where spans are sent: `/v1/traces` below the collector's address. */
  url: string
  headers: Record<string, string>
  service: string
  version: string
  sampler: SamplerName
  /** The share of traces that are kept, if the sampler uses one. */
  ratio: number
}

export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type SamplerName = (typeof samplerNames)[number]

export type Attributes = Record<string, string | number | boolean>

/** The span of a request, while that runs. */
export interface RequestSpan {
  end(name: string, status: number, attributes: Attributes): void
}

/** A span that is recorded when it ends. */
export interface FinishedSpan {
  kind: 'internal' | 'client'
  /** By `Date.now()`. */
  begun: number
  milliseconds: number
  attributes: Attributes
  failed: boolean
}

export interface Tracing {
  /** Runs a request's work in a span, which continues the caller's trace if `traceparent` names one. */
  request<T>(traceparent: string | null, work: (span: RequestSpan) => T): T
  /** Records a span that has ended, as part of its request, if any. */
  record(name: string, span: FinishedSpan): void
  /** Sends the remaining spans, but doesn't wait for long. */
  stop(): Promise<void>
}
