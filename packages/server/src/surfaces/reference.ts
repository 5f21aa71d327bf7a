// The API's description at /v2/openapi.json, and the same for people at /v2/docs.
import { contentSecurityPolicy, type OpenApiDocument, renderApiReference } from '@linnet/pages'
import { limitHeaders } from './limits.ts'
import { describeApi } from './openapi.ts'
import { type Routes, refuseOtherMethods } from './rest.ts'

/** Adds both addresses; neither needs a credential. */
export function referenceRoutes(routes: Routes, baseUrl: string): void {
  let page: string | undefined
  const document = describeApi(baseUrl)
  routes.get('/openapi.json', (c) =>
    Response.json(document, {
      headers: { 'X-Request-Id': c.env.requestId, ...limitHeaders(c.get('verdict')) },
    }),
  )
  routes.get('/docs', (c) => {
    page ??= renderApiReference(document as unknown as OpenApiDocument, { version: '2.1.0' })
    return new Response(page, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': contentSecurityPolicy,
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
        'X-Request-Id': c.env.requestId,
        ...limitHeaders(c.get('verdict')),
      },
    })
  })
  for (const path of ['/openapi.json', '/docs']) refuseOtherMethods(routes, path, ['GET', 'HEAD'])
}
