// Observes single requests if the operator has enabled it: a span of a trace, and a line in the log. Neither contains a
// path, a query, an IP address or a header, because these may contain codes and tokens: the route says what was requested.
import type { Log } from '../platform/observability/log.ts'
import type { Tracing } from '../platform/observability/tracing/index.ts'
import type { Answer, IncomingRequest } from './incoming-request.ts'

/** Called in place of `next`; returns its response. */
export type RequestObserver = (incoming: IncomingRequest, next: () => Answer) => Answer

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** One observer for both, or null if neither traces nor log lines are enabled. */
export function createRequestObserver({
  tracing,
  log,
}: {
  tracing: Tracing | null
  log: Log | null
}): RequestObserver | null {
  const observers = [tracing && requestTracer(tracing), log && requestLogger(log)].filter(
    (observer) => observer !== null,
  )
  if (observers.length === 0) return null
  return (incoming, next) =>
    observers.reduceRight<() => Answer>((inner, observe) => () => observe(incoming, inner), next)()
}

function requestTracer(tracing: Tracing): RequestObserver {
  return (incoming, next) =>
    tracing.request(incoming.request.headers.get('traceparent'), (span) =>
      whenAnswered(next(), ({ status }) => {
        const method = methodOf(incoming)
        span.end(`${method} ${incoming.route}`, status, {
          'http.request.method': method,
          'http.route': incoming.route,
          'url.scheme': 'http',
          'linnet.request_id': incoming.requestId,
        })
      }),
    )
}

function requestLogger(log: Log): RequestObserver {
  return (incoming, next) => {
    const begun = performance.now()
    return whenAnswered(next(), ({ status }) =>
      log.info('request', {
        method: methodOf(incoming),
        route: incoming.route,
        status,
        milliseconds: Math.round((performance.now() - begun) * 10) / 10,
        request_id: incoming.requestId,
      }),
    )
  }
}

function whenAnswered(answer: Answer, report: (response: Response) => void): Answer {
  const reported = (response: Response) => {
    report(response)
    return response
  }
  return answer instanceof Promise ? answer.then(reported) : reported(answer)
}

/** An unknown method may be any string. */
function methodOf({ request }: IncomingRequest): string {
  return methods.has(request.method) ? request.method : '_OTHER'
}
