// Errors of the OAuth endpoints, with the codes of their standards instead of the API's own.

/** RFC 6749, sections 4.1.2.1 and 5.2; RFC 6750, section 3.1; RFC 8707, section 2; OpenID Connect Core, section 3.1.2.6. */
export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'login_required'
  | 'consent_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'

export class OauthError extends Error {
  /** Whether it is exempt from the failure limit of the client's address. */
  isExcused = false

  constructor(
    readonly code: OauthErrorCode,
    /** For the application's developer: what is wrong, and what to send instead. */
    description: string,
    readonly status = 400,
    readonly headers: Record<string, string> = {},
  ) {
    super(description)
  }

  /** The body by RFC 6749, section 5.2, with only the characters that it allows. */
  get body(): { error: OauthErrorCode; error_description: string } {
    const description = this.message.replaceAll('"', "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')
    return { error: this.code, error_description: description }
  }
}
