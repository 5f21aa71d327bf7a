// Sending the browser back to the application: with a code, or with what went wrong.
import { seeOther } from '../../../../platform/net/page-response.ts'
import type { OauthError } from '../oauth-error.ts'
import type { ReturnAddress } from './authorization-request.ts'

export interface Responder {
  code(address: Omit<ReturnAddress, 'given'>, code: string, requestId: string): Response
  error(address: Omit<ReturnAddress, 'given'>, error: OauthError, requestId: string): Response
  /** The redirect address with `error`, for a page that lets the user decide whether to go there. */
  errorAddress(address: Omit<ReturnAddress, 'given'>, error: OauthError): string
}

/**
 * Every answer says who gives it (`iss`, RFC 9207), so that no application takes it for another server's, and is a 303,
 * so that no browser sends the consent form on to the application (RFC 9700, section 4.12).
 */
export function createResponder(issuer: string): Responder {
  const addressOf = (
    { redirectUri, state }: Omit<ReturnAddress, 'given'>,
    result: Record<string, string>,
  ): string => {
    const query = new URLSearchParams({ ...result, ...(state === null ? {} : { state }), iss: issuer })
    return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
  }
  const errorAddress: Responder['errorAddress'] = (address, error) => addressOf(address, error.body)
  return {
    code: (address, code, requestId) => seeOther(addressOf(address, { code }), requestId),
    error: (address, error, requestId) => seeOther(errorAddress(address, error), requestId),
    errorAddress,
  }
}
