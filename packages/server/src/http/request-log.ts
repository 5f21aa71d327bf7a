// What is told of single requests where an operator asks for it: a span of a trace, and a line in the log. Neither has a
// path, a query, an address or a header, for codes and tokens may be in them: the route names what was asked for.
import type { Log } from '../platform/observability/log.ts'
import type { Tracing } from '../platform/observability/tracing/index.ts'
import type { Answer, IncomingRequest } from './router.ts'

export type Around = (arrival: IncomingRequest, next: () => Answer) => Answer

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** What the door goes through with each request; null where nobody asks. */
export function observing({ tracing, log }: { tracing: Tracing | null; log: Log | null }): Around | null {
  const observers = [tracing && traced(tracing), log && logged(log)].filter((around) => around !== null)
  if (observers.length === 0) return null
  return (arrival, next) =>
    observers.reduceRight<() => Answer>((inner, around) => () => around(arrival, inner), next)()
}

function traced(tracing: Tracing): Around {
  return (arrival, next) =>
    tracing.request(arrival.request.headers.get('traceparent'), (span) =>
      whenAnswered(next(), ({ status }) => {
        const method = methodOf(arrival)
        span.end(`${method} ${arrival.route}`, status, {
          'http.request.method': method,
          'http.route': arrival.route,
          'url.scheme': 'http',
          'linnet.request_id': arrival.requestId,
        })
      }),
    )
}

function logged(log: Log): Around {
  return (arrival, next) => {
    const begun = performance.now()
    return whenAnswered(next(), ({ status }) =>
      log.info('request', {
        method: methodOf(arrival),
        route: arrival.route,
        status,
        milliseconds: Math.round((performance.now() - begun) * 10) / 10,
        request_id: arrival.requestId,
      }),
    )
  }
}

function whenAnswered(answer: Answer, tell: (response: Response) => void): Answer {
  const told = (response: Response) => {
    tell(response)
    return response
  }
  return answer instanceof Promise ? answer.then(told) : told(answer)
}

/** A method that nobody knows may be any text. */
function methodOf({ request }: IncomingRequest): string {
  return methods.has(request.method) ? request.method : '_OTHER'
}
