// Serves the API's description at /v2/openapi.json, and its HTML reference at /v2/docs.
import { contentSecurityPolicy } from '@linnet/pages'
import type { OpenApiDocument } from '@linnet/pages/reference'
import { documentHeaders } from '../platform/net/document-headers.ts'
import type { DescribedOrigins, describeApi } from './openapi/document.ts'
import { headersOf } from './rest/answers.ts'
import type { Routes } from './rest/route-context.ts'
import { refuseOtherMethods } from './rest/routes.ts'

/** Adds both addresses; neither needs a credential. */
export function referenceRoutes(routes: Routes, origins: DescribedOrigins): void {
  // Loaded and generated for the first request, so that visitors of short links don't wait for them at start-up.
  // Promises are kept, not results: otherwise, each request that arrives before the first one is answered would generate its own.
  let description: Promise<ReturnType<typeof describeApi>> | undefined
  let page: Promise<string> | undefined
  const describe = () => {
    description ??= import('./openapi/document.ts').then(({ describeApi }) => describeApi(origins))
    return description
  }
  const render = async () => {
    const { renderApiReference } = await import('@linnet/pages/reference')
    return renderApiReference((await describe()) as unknown as OpenApiDocument, { version: '2.1.0' })
  }
  routes.get('/openapi.json', async (c) => Response.json(await describe(), { headers: headersOf(c) }))
  routes.get('/docs', async (c) => {
    page ??= render()
    return new Response(await page, {
      headers: {
        ...documentHeaders,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': contentSecurityPolicy,
        'Referrer-Policy': 'no-referrer',
        ...headersOf(c),
      },
    })
  })
  for (const path of ['/openapi.json', '/docs']) refuseOtherMethods(routes, path, ['GET', 'HEAD'])
}
