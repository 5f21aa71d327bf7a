// The answers that visitors get: a redirect, or a page that is JSON where that is preferred.
import { type ErrorCode, errorCodes } from '@linnet/contract'
import { contentSecurityPolicy, languageOf, renderVisitorPage, type VisitorPage } from '@linnet/pages'
import { documentHeaders } from '../../../platform/net/document-headers.ts'
import { prefersJson } from './visit.ts'

/** Sends the visitor on. 303 after a form, so that the browser asks for the destination with GET. */
export function redirectTo(location: string, status: 302 | 303, requestId: string): Response {
  return new Response(null, {
    status,
    headers: { Location: location, 'Cache-Control': 'private, no-store', 'X-Request-Id': requestId },
  })
}

interface PageAnswer {
  page: VisitorPage
  status: number
  /** What it says as JSON: an error of the closed list, or data. */
  json: { code: ErrorCode; message?: string } | { data: object }
  headers?: Record<string, string>
}

/** A page for people, or the same as JSON. */
export function show(request: Request, requestId: string, answer: PageAnswer): Response {
  const headers = {
    'X-Request-Id': requestId,
    'X-Robots-Tag': 'noindex',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'private, no-store',
    Vary: 'Accept, Accept-Language',
    ...answer.headers,
  }
  if (prefersJson(request.headers.get('accept')))
    return Response.json(jsonBody(answer.json, requestId), { status: answer.status, headers })
  const language = languageOf(request.headers.get('accept-language'))
  return new Response(draw(answer.page, language), {
    status: answer.status,
    headers: {
      ...headers,
      ...documentHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Content-Security-Policy': contentSecurityPolicy,
    },
  })
}

type Language = Parameters<typeof renderVisitorPage>[1]

const drawn = new Map<string, string>()

/** A page that says the same to everyone is drawn once: whoever tries codes at random shall not cost 0.1 ms each time. */
function draw(page: VisitorPage, language: Language): string {
  if (Object.keys(page).length > 1) return renderVisitorPage(page, language)
  const key = `${page.kind} ${language}`
  const known = drawn.get(key)
  if (known !== undefined) return known
  const html = renderVisitorPage(page, language)
  drawn.set(key, html)
  return html
}

function jsonBody(json: PageAnswer['json'], requestId: string): object {
  if ('data' in json) return json
  return {
    error: { code: json.code, message: json.message ?? errorCodes[json.code].message, request_id: requestId },
  }
}

export function notFound(request: Request, requestId: string): Response {
  return show(request, requestId, {
    page: { kind: 'not-found' },
    status: 404,
    json: { code: 'not_found', message: 'There is no link at this address.' },
  })
}

/** For an unknown host: nothing of this service may be shown there. */
export function misdirected(request: Request, requestId: string): Response {
  return show(request, requestId, {
    page: { kind: 'misdirected' },
    status: 421,
    json: { code: 'misdirected_request' },
  })
}

export function gone(request: Request, requestId: string, kind: 'expired' | 'consumed'): Response {
  return show(request, requestId, { page: { kind }, status: 410, json: { code: 'gone' } })
}

/** For what an administrator has blocked: a link, a microsite, or all of an account. */
export function blockedPage(request: Request, requestId: string): Response {
  return show(request, requestId, {
    page: { kind: 'blocked' },
    status: 410,
    json: { code: 'gone', message: 'This was blocked by those who run the service.' },
  })
}

/** Why a visitor is shown first where something leads. */
export type Caution = (VisitorPage & { kind: 'caution' })['because']

/** The page that names a destination before anybody goes there: its form, with `onward`, leads on. */
export function cautionAnswer(
  request: Request,
  requestId: string,
  { because, address, reportUrl, sent }: Omit<VisitorPage & { kind: 'caution' }, 'kind'>,
): Response {
  return show(request, requestId, {
    page: { kind: 'caution', because, address, reportUrl, sent },
    status: 200,
    json: { data: { requires: ['onward'], because, long_url: address } },
  })
}

/** Where a short address can be reported, with the address filled in. */
export function reportAddress(reportUrl: string, address: string): string {
  return `${reportUrl}?${new URLSearchParams({ address })}`
}

export function unavailable(request: Request, requestId: string): Response {
  return show(request, requestId, {
    page: { kind: 'unavailable' },
    status: 503,
    json: { code: 'unavailable' },
    headers: { 'Retry-After': '5' },
  })
}

export function failed(request: Request, requestId: string): Response {
  return show(request, requestId, {
    page: { kind: 'error', requestId },
    status: 500,
    json: { code: 'internal' },
  })
}

export function wrongMethod(request: Request, requestId: string, allowed: string): Response {
  return show(request, requestId, {
    page: { kind: 'not-found' },
    status: 405,
    json: { code: 'method_not_allowed' },
    headers: { Allow: allowed },
  })
}

export function tooManyTries(request: Request, requestId: string, retryAfter: number): Response {
  return show(request, requestId, {
    page: { kind: 'too-many-tries', retryAfter },
    status: 429,
    json: { code: 'rate_limited' },
    headers: { 'Retry-After': String(retryAfter) },
  })
}
