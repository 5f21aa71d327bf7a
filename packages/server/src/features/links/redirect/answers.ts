// The answers of the redirect and its checks: the redirect itself, or a page that says why there is none.
import type { VisitorPage } from '@linnet/pages'
import { show } from '../../../http/visitor-answers.ts'

/**
 * Sends the visitor on. 303 after a form, so that the browser asks for the destination with GET. The request's id is added
 * here, because adding a header to a finished response costs more than half a microsecond.
 */
export function redirectTo(location: string, status: 302 | 303, requestId: string): Response {
  return new Response(null, {
    status,
    headers: { Location: location, 'Cache-Control': 'private, no-store', 'X-Request-Id': requestId },
  })
}

/** Why a link that is neither active nor archived does not redirect: `used-up` after a number of clicks, `consumed` after one. */
export type Ended = 'scheduled' | 'expired' | 'consumed' | 'used-up'

export function gone(request: Request, requestId: string, kind: Ended): Response {
  return show(request, requestId, { page: { kind }, status: 410, json: { code: 'gone' } })
}

/** Why visitors see a destination before they go there. */
export type Caution = (VisitorPage & { kind: 'caution' })['because']

/** The page that shows a destination before visitors go there. Its form sends `onward`, which continues to the destination. */
export function cautionAnswer(
  request: Request,
  requestId: string,
  { because, address, reportUrl, sent }: Omit<VisitorPage & { kind: 'caution' }, 'kind'>,
): Response {
  return show(request, requestId, {
    page: { kind: 'caution', because, address, reportUrl, sent },
    status: 200,
    json: { data: { requires: ['onward'], because, long_url: address, ...keptIn(sent) } },
  })
}

/** What a program has to send again besides what it sent before. */
function keptIn({ choice }: Record<string, string>): { choice?: string } {
  return choice === undefined ? {} : { choice }
}

/** Where a short address can be reported, with the address filled in. */
export function reportAddress(reportUrl: string, address: string): string {
  return `${reportUrl}?${new URLSearchParams({ address })}`
}

export function tooManyTries(request: Request, requestId: string, retryAfter: number): Response {
  return show(request, requestId, {
    page: { kind: 'too-many-tries', retryAfter },
    status: 429,
    json: { code: 'rate_limited' },
    headers: { 'Retry-After': String(retryAfter) },
  })
}
