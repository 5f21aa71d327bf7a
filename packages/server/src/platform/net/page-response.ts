// The responses of account and sign-in pages: never cached, never framed, and without a referrer for other sites.
import { documentHeaders } from './document-headers.ts'

interface PageOptions {
  status?: number
  language: string
  contentSecurityPolicy: string
  /** Whole `Set-Cookie` values. */
  cookies?: readonly string[]
  headers?: Record<string, string>
}

// Not "no-referrer", with which browsers send "Origin: null" with our own forms, which then look like another site's.
const common = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
}

/** An HTML page. */
export function pageResponse(html: string, options: PageOptions): Response {
  const { status = 200, language, contentSecurityPolicy, cookies = [], headers = {} } = options
  const response = new Response(html, {
    status,
    headers: {
      ...common,
      ...documentHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Content-Security-Policy': contentSecurityPolicy,
      Vary: 'Accept-Language, Cookie',
      ...headers,
    },
  })
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

/** Redirects the browser with GET (RFC 9110, section 15.4.4). */
export function seeOther(location: string, cookies: readonly string[] = []): Response {
  const response = new Response(null, {
    status: 303,
    headers: { ...common, Location: location },
  })
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}
