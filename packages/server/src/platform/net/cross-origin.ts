// Calls from pages of other sites (the Fetch standard, "CORS protocol"): open where nothing is answered by virtue of a cookie.

// Whoever calls needs a credential of its own, so any page may: single-page applications have access tokens.
export const crossOriginHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id',
}

/** Whether a browser asks beforehand if a page may send a request. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method')
}

/** Says that a page may send a request by these methods; whether that comes to something is for its own answer. */
export function preflightAnswer(requestId: string, methods: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...crossOriginHeaders,
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers':
        'Authorization, Content-Type, Idempotency-Key, Mcp-Protocol-Version, X-Request-Id',
      'Access-Control-Max-Age': '86400',
      'X-Request-Id': requestId,
    },
  })
}
