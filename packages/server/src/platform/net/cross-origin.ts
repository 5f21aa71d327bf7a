// CORS headers for calls from pages of other sites (the Fetch standard), which are allowed where no cookie is used.

// Any page may call, because a call needs a credential of its own: single-page applications have access tokens.
export const crossOriginHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'RateLimit, RateLimit-Policy, Retry-After, Undo-Token, WWW-Authenticate, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id',
}

/** Whether it is a preflight request. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method')
}

/** Allows requests with these methods. */
export function preflightAnswer(methods: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...crossOriginHeaders,
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers':
        'Authorization, Content-Type, Idempotency-Key, Mcp-Protocol-Version, X-Request-Id',
      'Access-Control-Max-Age': '86400',
    },
  })
}
