// The port of its own on which a monitor reads the metrics.
import type { Config } from './config.ts'
import { ConfigError } from './platform/config-error.ts'
import type { Family } from './platform/metrics/index.ts'
import { isBearer, metricsAnswer } from './surfaces/health.ts'

const idleSeconds = 10

/**
 * Answers `/metrics` at METRICS_PORT with what `families` gives, and nothing else; gives what ends that. Where no port is
 * named, nothing listens.
 */
export function listenForMetrics(
  { metricsPort, metricsHost, metricsToken }: Pick<Config, 'metricsPort' | 'metricsHost' | 'metricsToken'>,
  families: () => Promise<Family[]>,
): () => Promise<void> {
  if (metricsPort === null) return async () => {}
  const answer = async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname !== '/metrics') return said(404, 'The metrics are at /metrics.')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return said(405, 'Only GET.', { Allow: 'GET, HEAD' })
    if (metricsToken !== null && !isBearer(request, metricsToken))
      return said(401, 'METRICS_TOKEN is missing.', { 'WWW-Authenticate': 'Bearer' })
    return metricsAnswer(await families(), { 'Cache-Control': 'no-store' })
  }
  try {
    const server = Bun.serve({
      port: metricsPort,
      hostname: metricsHost,
      development: false,
      reusePort: false,
      idleTimeout: idleSeconds,
      maxRequestBodySize: 0,
      fetch: answer,
      error: () => said(500, 'The metrics cannot be told.'),
    })
    return () => server.stop(true)
  } catch (error) {
    throw new ConfigError(
      `METRICS_PORT ${metricsPort} can't be listened on at ${metricsHost}: ${(error as Error).message}`,
    )
  }
}

function said(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, { status, headers })
}
