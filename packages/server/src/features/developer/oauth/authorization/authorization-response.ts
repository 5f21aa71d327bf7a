// Redirecting the browser back to the application, with a code or with an error.
import { seeOther } from '../../../../platform/net/page-response.ts'
import type { OauthError } from '../oauth-error.ts'
import type { ReturnAddress } from './authorization-request.ts'

export type ResponseAddress = Pick<ReturnAddress, 'redirectUri' | 'state'>

export interface Responder {
  code(address: ResponseAddress, code: string): Response
  error(address: ResponseAddress, error: OauthError): Response
  /** The redirect address with `error`, for a page that lets the user decide whether to go there. */
  errorAddress(address: ResponseAddress, error: OauthError): string
}

/**
 * Every response names its issuer (`iss`, RFC 9207), so that no application takes it for another server's. It is a 303,
 * so that browsers don't send the consent form on to the application (RFC 9700, section 4.12).
 */
export function createResponder(issuer: string): Responder {
  const addressOf = ({ redirectUri, state }: ResponseAddress, result: Record<string, string>): string => {
    const query = new URLSearchParams({ ...result, ...(state === null ? {} : { state }), iss: issuer })
    return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
  }
  const errorAddress: Responder['errorAddress'] = (address, error) => addressOf(address, error.body)
  return {
    code: (address, code) => seeOther(addressOf(address, { code })),
    error: (address, error) => seeOther(errorAddress(address, error)),
    errorAddress,
  }
}
