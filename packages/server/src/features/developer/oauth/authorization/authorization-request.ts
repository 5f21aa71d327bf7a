// The checks of an authorization request, as a table of named rules (RFC 6749, section 4.1.1).
import { isScope, type Scope } from '@linnet/contract'
import type { KnownApp } from '../../applications/index.ts'
import { OauthError } from '../oauth-error.ts'
import { type Parameters, requireOnce } from '../parameters.ts'
import type { Resources } from '../resources.ts'
import { isChallenge } from './pkce.ts'

/** Where the response goes. Determined before all other checks, because their errors go there as well. */
export interface ReturnAddress {
  redirectUri: string
  /** Whether the request contained the address; then the exchange must too (RFC 6749, section 4.1.3). */
  given: boolean
  state: string | null
}

export interface AuthorizationRequest extends ReturnAddress {
  app: KnownApp
  scopes: Scope[]
  codeChallenge: string | null
  resource: string | null
  prompt: ReadonlySet<string>
}

/** The redirect address of a request, or null if it is not registered, or is missing although there are several. */
export function redirectUriOf(
  app: KnownApp,
  parameters: Parameters,
): { redirectUri: string; given: boolean } | null {
  if (parameters.repeated === 'redirect_uri' || parameters.repeated === 'client_id') return null
  const wanted = parameters.get('redirect_uri')
  // An empty one counts as unregistered, not as omitted: the application meant to send an address.
  if (wanted === null && parameters.has('redirect_uri')) return null
  if (wanted !== null) return isRegistered(app, wanted) ? { redirectUri: wanted, given: true } : null
  const [only, ...more] = app.redirectUris
  return only !== undefined && more.length === 0 ? { redirectUri: only, given: false } : null
}

/**
 * Compares character by character. But for a loopback address without a port in a metadata document, any port
 * is accepted, because its author can't know which one will be free (RFC 8252, section 7.3).
 */
export function isRegistered(app: KnownApp, wanted: string): boolean {
  if (app.redirectUris.includes(wanted)) return true
  if (app.kind !== 'document') return false
  const portless = wanted.replace(/^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)/, '$1')
  return portless !== wanted && app.redirectUris.includes(portless)
}

interface UncheckedRequest {
  app: KnownApp
  parameters: Parameters
  resources: Resources
}

/** The checks, in order; the first one that fails is reported. */
const checks: { name: string; check(request: UncheckedRequest): void }[] = [
  {
    name: 'no parameter is repeated',
    check({ parameters }) {
      requireOnce(parameters)
    },
  },
  {
    name: 'the request is in the query, not in an object',
    check({ parameters }) {
      if (parameters.get('request') !== null)
        throw new OauthError('request_not_supported', 'Request objects are not supported.')
      if (parameters.get('request_uri') !== null)
        throw new OauthError('request_uri_not_supported', 'Request objects are not supported.')
    },
  },
  {
    name: 'a code is requested, in the query',
    check({ parameters }) {
      const type = parameters.get('response_type')
      if (type === null) throw new OauthError('invalid_request', 'The response_type is missing; send "code".')
      if (type !== 'code')
        throw new OauthError('unsupported_response_type', 'Only the response_type "code" is supported.')
      const mode = parameters.get('response_mode')
      if (mode !== null && mode !== 'query')
        throw new OauthError('invalid_request', 'Only the response_mode "query" is supported.')
    },
  },
  {
    name: 'PKCE uses S256 only',
    check({ parameters }) {
      const challenge = parameters.get('code_challenge')
      const method = parameters.get('code_challenge_method')
      if (challenge === null && method === null) return
      if (challenge === null) throw new OauthError('invalid_request', 'The code_challenge is missing.')
      if (method !== 'S256')
        throw new OauthError('invalid_request', 'The code_challenge_method must be "S256".')
      if (!isChallenge(challenge))
        throw new OauthError('invalid_request', 'The code_challenge must be 43 characters of base64url.')
    },
  },
  {
    name: 'a public application uses PKCE',
    check({ app, parameters }) {
      if (!app.confidential && parameters.get('code_challenge') === null)
        throw new OauthError('invalid_request', 'A public application must send "code_challenge".')
    },
  },
  {
    name: 'the scopes exist, and the application may request them',
    check({ app, parameters }) {
      for (const word of scopeWords(parameters)) {
        if (!isScope(word)) throw new OauthError('invalid_scope', "One of the scopes doesn't exist.")
        if (!app.scopes.includes(word))
          throw new OauthError('invalid_scope', `The application did not register the scope ${word}.`)
      }
    },
  },
  {
    name: 'the resources belong to this service',
    check({ parameters, resources }) {
      resources.requested(parameters.all('resource'))
    },
  },
  {
    name: 'prompt does not contradict itself',
    check({ parameters }) {
      const prompt = promptOf(parameters)
      if (prompt.has('none') && prompt.size > 1)
        throw new OauthError('invalid_request', `The prompt "none" can't be combined with others.`)
    },
  },
]

/** Checks a request with a known application and return address. Throws an OauthError, which is sent to that address. */
export function checkRequest(
  request: UncheckedRequest,
  address: Omit<ReturnAddress, 'state'>,
): AuthorizationRequest {
  for (const { check } of checks) check(request)
  const { app, parameters, resources } = request
  const wanted = scopeWords(parameters).filter(isScope)
  return {
    ...address,
    app,
    state: parameters.get('state'),
    scopes: wanted.length > 0 ? wanted : app.scopes,
    codeChallenge: parameters.get('code_challenge'),
    resource: resources.requested(parameters.all('resource')),
    prompt: promptOf(parameters),
  }
}

function scopeWords(parameters: Parameters): string[] {
  return (parameters.get('scope') ?? '').split(' ').filter(Boolean)
}

function promptOf(parameters: Parameters): Set<string> {
  return new Set((parameters.get('prompt') ?? '').split(' ').filter(Boolean))
}
