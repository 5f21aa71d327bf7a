// Responses with pictures of codes: usable on any page, cached by browsers for a while, and never run as a document.
import { type ErrorCode, errorCodes } from '@linnet/contract'

const headers = {
  // A code printed in the old style scans as well as one in the new style.
  'Cache-Control': 'public, max-age=300, must-revalidate',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; img-src data:; sandbox",
}

export type Format = 'svg' | 'png'

const types: Record<Format, string> = { svg: 'image/svg+xml', png: 'image/png' }

export function pictureAnswer(body: string | Uint8Array, format: Format, tag: string): Response {
  return new Response(body as BodyInit, {
    headers: { ...headers, 'Content-Type': types[format], ETag: `"${tag}"` },
  })
}

export function unchanged(tag: string): Response {
  return new Response(null, {
    status: 304,
    headers: { ...headers, ETag: `"${tag}"` },
  })
}

/** Why there is no picture, as JSON: nobody sees a page in place of an image. `retryAfter` is in seconds. */
export function refused(
  code: ErrorCode,
  requestId: string,
  { message, retryAfter }: { message: string; retryAfter?: number },
): Response {
  return Response.json(
    { error: { code, message, request_id: requestId } },
    {
      status: errorCodes[code].status,
      headers: {
        'Cache-Control': 'no-store',
        ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
      },
    },
  )
}
