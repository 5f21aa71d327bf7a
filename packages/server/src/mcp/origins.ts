// The pages that may use the agent tools: those of the service itself, and those that the operator has configured.

/** Checks the origins of browsers' requests (the transport's rule against DNS rebinding), and adds CORS headers. */
export class Origins {
  private readonly own: ReadonlySet<string>
  private readonly named: ReadonlySet<string>

  constructor(own: readonly string[], named: readonly string[]) {
    this.own = new Set(own)
    this.named = new Set(named)
  }

  /** Whether a request is allowed: programs send no Origin, browsers always do. */
  admits({ headers }: Request): boolean {
    const origin = headers.get('origin')
    return origin === null || this.own.has(origin) || this.named.has(origin)
  }

  /** The headers that let a page of another origin read the response (the Fetch standard, "CORS protocol"). */
  headersFor({ headers }: Request): Record<string, string> {
    const origin = headers.get('origin')
    return {
      Vary: 'Origin',
      ...(origin !== null && this.named.has(origin)
        ? {
            'Access-Control-Allow-Origin': origin,
            'Access-Control-Expose-Headers': 'Retry-After, WWW-Authenticate, X-Request-Id',
          }
        : {}),
    }
  }

  /** The response to a preflight request. */
  preflight(request: Request): Response {
    return new Response(null, {
      status: 204,
      headers: {
        ...this.headersFor(request),
        'Access-Control-Allow-Methods': 'POST',
        'Access-Control-Allow-Headers':
          'Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id, X-Request-Id',
        'Access-Control-Max-Age': '86400',
      },
    })
  }
}
