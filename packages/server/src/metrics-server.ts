// Serves the metrics on a separate port.
import { isIPv4, isIPv6 } from 'node:net'
import type { Config } from './config/config.ts'
import { isBearer, metricsAnswer } from './http/health.ts'
import { ConfigError } from './platform/config-error.ts'
import type { MetricFamily } from './platform/observability/metrics/index.ts'

const idleSeconds = 10

/**
 * Answers `/metrics` at METRICS_PORT, and nothing else. Returns the function that stops it. Without METRICS_PORT, nothing
 * listens.
 */
export function listenForMetrics(
  { metricsPort, metricsHost, metricsToken }: Pick<Config, 'metricsPort' | 'metricsHost' | 'metricsToken'>,
  families: () => Promise<MetricFamily[]>,
): () => Promise<void> {
  if (metricsPort === null) return async () => {}
  const answer = async (request: Request): Promise<Response> => {
    // With an invalid Host header, the URL can't be parsed.
    if (URL.parse(request.url)?.pathname !== '/metrics')
      return textResponse(404, 'The metrics are at /metrics.')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return textResponse(405, 'This address only answers GET requests.', { Allow: 'GET, HEAD' })
    if (metricsToken === null) {
      // With DNS rebinding, a web page can point its own host name to this machine and read the responses. It can't read
      // responses to requests by IP address or as localhost.
      if (!isAddressOrLocalhost(request.headers.get('host')))
        return textResponse(
          421,
          'Without METRICS_TOKEN, only requests by IP address or as localhost are answered. To use another host name, set METRICS_TOKEN.',
        )
    } else if (!isBearer(request, metricsToken))
      return textResponse(401, 'Send the METRICS_TOKEN as a bearer token.', { 'WWW-Authenticate': 'Bearer' })
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
      error: () => textResponse(500, 'The metrics could not be collected.'),
    })
    return () => server.stop(true)
  } catch (error) {
    throw new ConfigError(
      `METRICS_PORT ${metricsPort} can't be listened on at ${metricsHost}: ${(error as Error).message}`,
    )
  }
}

/** Whether a Host header is an IPv4 address, an IPv6 address in brackets, or localhost; with or without a port. */
function isAddressOrLocalhost(host: string | null): boolean {
  const [, name = ''] = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/.exec(host ?? '') ?? []
  return (
    name.toLowerCase() === 'localhost' || isIPv4(name) || (name.startsWith('[') && isIPv6(name.slice(1, -1)))
  )
}

function textResponse(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, { status, headers })
}
