// Responses for visitors: a page, or JSON if that is preferred. The 404, 405 and error responses of everything outside the
// API are here, below the features, so that features can use them.
import { type ErrorCode, errorCodes, Refusal } from '@linnet/contract'
import { type Language, languageOf } from '@linnet/languages'
import {
  type BrandDress,
  contentSecurityPolicy,
  type DomainBrand,
  dressOf,
  isBranded,
  renderVisitorPage,
  type VisitorPage,
} from '@linnet/pages'
import { parseAccept } from 'hono/utils/accept'
import { BoundedCache } from '../platform/concurrency/bounded-cache.ts'
import { documentHeaders } from '../platform/net/document-headers.ts'
import type { Log } from '../platform/observability/log.ts'

export interface PageAnswer {
  page: VisitorPage
  status: number
  /** Its JSON: an error of the closed list, or data. */
  json: { code: ErrorCode; message?: string } | { data: object }
  headers?: Record<string, string>
}

/** What the owner of a domain has set for its visitors who don't get where they want. */
export interface DomainAnswers {
  /** How pages look; null for ours. */
  brand: DomainBrand | null
  /** Where unknown codes lead; null for the page. */
  notFoundUrl: string | null
}

// A request is the one thing that every answer here has.
const answersByRequest = new WeakMap<Request, DomainAnswers>()

/** Has the answers to a request look, and lead, as the owner of its domain wants. */
export function answerAs(request: Request, domain: DomainAnswers): void {
  if (domain.brand !== null || domain.notFoundUrl !== null) answersByRequest.set(request, domain)
}

/** A page, or the same as JSON. */
export function show(request: Request, requestId: string, answer: PageAnswer): Response {
  const headers = {
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
  const brand = isBranded(answer.page) ? dressed(answersByRequest.get(request)?.brand ?? null) : null
  return new Response(render(answer.page, language, brand), {
    status: answer.status,
    headers: {
      ...headers,
      ...documentHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Content-Security-Policy': brand?.policy ?? contentSecurityPolicy,
    },
  })
}

type Brand = DomainBrand & BrandDress

// The brand of a domain is the same object until it changes.
const brands = new WeakMap<DomainBrand, Brand>()

function dressed(brand: DomainBrand | null): Brand | null {
  if (brand === null) return null
  const known = brands.get(brand)
  if (known) return known
  const made = { ...brand, ...dressOf(brand) }
  brands.set(brand, made)
  return made
}

// Any number of domains can have brands.
const mostRenderedCharacters = 4 * 1024 * 1024
const rendered = new BoundedCache<string>(mostRenderedCharacters, (html) => html.length)

/** A page that is the same for everyone is rendered once, so that random guesses of codes don't cost 0.1 ms each. */
function render(page: VisitorPage, language: Language, brand: Brand | null): string {
  if (Object.keys(page).length > 1) return renderVisitorPage(page, language, brand)
  const look = brand === null ? '' : JSON.stringify([brand.name, brand.color, brand.logo])
  const key = `${page.kind} ${language} ${look}`
  const known = rendered.get(key)
  if (known !== undefined) return known
  const html = renderVisitorPage(page, language, brand)
  rendered.set(key, html)
  return html
}

function jsonBody(json: PageAnswer['json'], requestId: string): object {
  if ('data' in json) return json
  return {
    error: { code: json.code, message: json.message ?? errorCodes[json.code].message, request_id: requestId },
  }
}

/**
 * Nothing is at this address: a page, or where the owner of the domain wants people to go instead. `meant` is the code that the
 * page offers.
 */
export function notFound(request: Request, requestId: string, meant?: string): Response {
  const instead = answersByRequest.get(request)?.notFoundUrl ?? null
  if (instead !== null && isRead(request) && !prefersJson(request.headers.get('accept')))
    return new Response(null, {
      status: 302,
      headers: { Location: instead, 'Cache-Control': 'private, no-store' },
    })
  return show(request, requestId, {
    page: meant === undefined ? { kind: 'not-found' } : { kind: 'not-found', meant },
    status: 404,
    json: { code: 'not_found', message: 'There is no link at this address.' },
  })
}

/** For an address that requested too many unknown codes. `retryAfter` is in seconds. */
export function tooManyMisses(request: Request, requestId: string, retryAfter: number): Response {
  return show(request, requestId, {
    page: { kind: 'too-many-misses', retryAfter },
    status: 429,
    json: { code: 'rate_limited' },
    headers: { 'Retry-After': String(retryAfter) },
  })
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** For links, microsites and accounts that an administrator has blocked. */
export function blockedPage(request: Request, requestId: string): Response {
  return show(request, requestId, {
    page: { kind: 'blocked' },
    status: 410,
    json: { code: 'gone', message: 'This was blocked by the administrators of the service.' },
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

/** While the database is unavailable. */
function unavailable(request: Request, requestId: string): Response {
  return show(request, requestId, {
    page: { kind: 'unavailable' },
    status: 503,
    json: { code: 'unavailable' },
    headers: { 'Retry-After': '5' },
  })
}

/** For a bug: the page has the request id, which is also in the log. */
function failed(request: Request, requestId: string): Response {
  return show(request, requestId, {
    page: { kind: 'error', requestId },
    status: 500,
    json: { code: 'internal' },
  })
}

/** Refuses a method (RFC 9110, section 15.5.6); `allowed` is the value of the header `Allow`. */
export function wrongMethod(request: Request, requestId: string, allowed = 'GET, HEAD'): Response {
  return show(request, requestId, {
    page: { kind: 'not-found' },
    status: 405,
    json: { code: 'method_not_allowed' },
    headers: { Allow: allowed },
  })
}

export type FailureAnswer = (request: Request, requestId: string, error: unknown) => Response

/**
 * The page for an error: 503 while the database is unavailable, 410 for blocked content, otherwise 500 with a line in the
 * log.
 */
export function createFailureAnswer({
  log,
  isAway,
}: {
  log: Log
  /** Whether an error means that the database is temporarily unavailable. */
  isAway(error: unknown): boolean
}): FailureAnswer {
  return (request, requestId, error) => {
    if (isAway(error) || (error instanceof Refusal && error.code === 'unavailable'))
      return unavailable(request, requestId)
    if (error instanceof Refusal && error.code === 'gone') return blockedPage(request, requestId)
    log.error('a visit failed', error, { request_id: requestId })
    return failed(request, requestId)
  }
}

/** Whether an `Accept` header prefers JSON to a page (RFC 9110, section 12.5.1). */
export function prefersJson(accept: string | null): boolean {
  if (!accept || !/json/i.test(accept)) return false
  const ranges = parseAccept(accept)
  const quality = (name: string) => ranges.find(({ type }) => type.toLowerCase() === name)?.q ?? 0
  return quality('application/json') > quality('text/html')
}
