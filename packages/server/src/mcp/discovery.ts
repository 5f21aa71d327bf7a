// Tells agents which authorization server issues tokens for the tools (RFC 9728).
import { allScopes } from '@linnet/contract'
import type { IncomingRequest } from '../http/incoming-request.ts'
import type { Route } from '../http/route.ts'
import { crossOriginHeaders, preflightAnswer } from '../platform/net/cross-origin.ts'

const wellKnown = '.well-known/oauth-protected-resource'

export interface DiscoveryNeeds {
  origins: { mcp: string; auth: string; api: string }
}

/** The URL of the tools' metadata, for `WWW-Authenticate` (RFC 9728, section 5.1). */
export function metadataAddress({ mcp }: { mcp: string }): string {
  return `${mcp}/${wellKnown}/mcp`
}

/** The route of the two documents. */
export function discoveryRoute({ origins }: DiscoveryNeeds): Route {
  // Each resource is exactly the one that its URL was derived from (section 3.3): the host, and the endpoint on it.
  const documents = new Map([
    [wellKnown, metadata(origins.mcp, origins)],
    [`${wellKnown}/mcp`, metadata(`${origins.mcp}/mcp`, origins)],
  ])
  function answer({ request, path }: IncomingRequest): Response | null {
    const document = documents.get(path.replace(/\/$/, ''))
    if (!document) return null
    if (request.method === 'OPTIONS') return preflightAnswer('GET, HEAD, OPTIONS')
    const headers = {
      ...crossOriginHeaders,
      'X-Content-Type-Options': 'nosniff',
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { ...headers, Allow: 'GET, HEAD, OPTIONS' } })
    return Response.json(document, { headers: { ...headers, 'Cache-Control': 'public, max-age=3600' } })
  }
  return { segment: '.well-known', part: 'mcp', prefix: wellKnown, answer }
}

function metadata(resource: string, { auth, api }: DiscoveryNeeds['origins']) {
  return {
    resource,
    authorization_servers: [auth],
    // All of them, because most agents request everything once, and never more after a refused call.
    scopes_supported: allScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Linnet',
    resource_documentation: `${api}/v2/docs`,
  }
}
