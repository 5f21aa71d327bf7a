// Answers load balancers and monitoring: whether the server is alive, whether it is ready for requests, and its metrics.
import { timingSafeEqual } from 'node:crypto'
import { type MetricFamily, metricsType, writeFamilies } from '../platform/observability/metrics/index.ts'
import { type ProbeReport, probeHeader } from '../platform/observability/probe.ts'
import { sha256 } from '../platform/security/ids.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { Readiness } from './readiness.ts'
import { notFound, wrongMethod } from './visitor-answers.ts'

export interface HealthNeeds {
  clicks: {
    /** Clicks since the process started that were redirected but not recorded. */
    uncounted(): number
  }
  families(): Promise<MetricFamily[]>
  readiness: Readiness
  /** Whether a request's probe proves knowledge of this server's key. */
  isProbe(given: string | null): boolean
  /** The bearer token of the operator's monitoring; without one, metrics are not served here. */
  token: string | null
}

type Answer = Response | Promise<Response>

/** Answers `/healthz` and everything below, and `/readyz`. */
export function createHealth(needs: HealthNeeds) {
  const { clicks, families, readiness, token } = needs
  const answers: Record<string, (headers: Record<string, string>, incoming: IncomingRequest) => Answer> = {
    healthz: (headers) => Response.json({ status: 'ok', uncounted_clicks: clicks.uncounted() }, { headers }),
    readyz: async (headers, { query, request, address }) => {
      const { isReady, ...report } = await readiness.check(new URLSearchParams(query).has('database'))
      const isProbed = needs.isProbe(request.headers.get(probeHeader))
      const body = isProbed ? { ...report, seen: seenOf(request, address) } : report
      return Response.json(body, { status: isReady ? 200 : 503, headers })
    },
    'healthz/metrics': async (headers) => metricsAnswer(await families(), headers),
  }
  return (incoming: IncomingRequest): Answer => {
    const { request, requestId, path } = incoming
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined
    const isHidden = path === 'healthz/metrics' && (token === null || !isBearer(request, token))
    if (!answer || isHidden) return notFound(request, requestId)
    if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(request, requestId)
    return answer({ 'Cache-Control': 'no-store' }, incoming)
  }
}

function seenOf({ headers }: Request, address: string): ProbeReport {
  return { host: headers.get('host') ?? '', address, forwardedFor: headers.get('x-forwarded-for') }
}

/** The metrics in Prometheus' text format. */
export function metricsAnswer(families: MetricFamily[], headers: Record<string, string> = {}): Response {
  return new Response(writeFamilies(families), { headers: { ...headers, 'Content-Type': metricsType } })
}

/** Compares hashes, because strings of different lengths can't be compared in constant time. */
export function isBearer(request: Request, token: string): boolean {
  const given = request.headers.get('authorization') ?? ''
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(`Bearer ${token}`)))
}
