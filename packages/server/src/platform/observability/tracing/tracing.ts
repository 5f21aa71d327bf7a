// What traces are to the rest of the server: their options, spans and samplers, without any library.

/** Data alone, so that threads can be given it. */
export interface TracingOptions {
  /** Where spans are sent: `/v1/traces` below the collector's address. */
  url: string
  headers: Record<string, string>
  service: string
  version: string
  sampler: SamplerName
  /** Share of the traces that are kept, where the sampler has one. */
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

/** A span that has begun; it belongs to a request. */
export interface RequestSpan {
  end(name: string, status: number, attributes: Attributes): void
}

/** What took some time, and is told when it is over. */
export interface Done {
  kind: 'internal' | 'client'
  /** By `Date.now()`. */
  begun: number
  milliseconds: number
  attributes: Attributes
  failed: boolean
}

export interface Tracing {
  /** Runs a request's work within a span, which goes on with the caller's trace where `traceparent` names one. */
  request<T>(traceparent: string | null, work: (span: RequestSpan) => T): T
  /** A span of what is over: part of the request that it was done for, where there is one. */
  record(name: string, done: Done): void
  /** Sends what is left, but does not wait for long. */
  stop(): Promise<void>
}
