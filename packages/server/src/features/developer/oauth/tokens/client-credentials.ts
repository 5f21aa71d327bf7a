// The application that sent a request, by HTTP Basic or by the body, never by both (RFC 6749, section 2.3.1).
import type { Applications, Credentials, KnownApp } from '../../applications/index.ts'
import { OauthError } from '../oauth-error.ts'
import type { Parameters } from '../parameters.ts'

/** The client credentials in a request, or null if there are none. Throws `invalid_request`. */
export function credentialsOf(headers: Headers, parameters: Parameters): Credentials | null {
  const clientId = parameters.get('client_id')
  const secret = parameters.get('client_secret')
  const header = headers.get('authorization')
  if (header === null || !/^Basic(\s|$)/i.test(header)) return clientId === null ? null : { clientId, secret }
  const basic = readBasic(header)
  if (secret !== null || (clientId !== null && clientId !== basic.clientId))
    throw new OauthError('invalid_request', 'Send the client credentials once: in the header or in the body.')
  return basic
}

/** Both parts are form-encoded in the header (RFC 6749, appendix B). An empty secret counts as none. */
function readBasic(header: string): Credentials {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header)?.[1] ?? ''
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  try {
    const [clientId, secret] = [pair.slice(0, colon), pair.slice(colon + 1)].map((part) =>
      decodeURIComponent(part.replaceAll('+', ' ')),
    )
    if (colon > 0 && clientId) return { clientId, secret: secret || null }
  } catch {
    // Reported below.
  }
  throw new OauthError('invalid_request', 'The Authorization header is not valid HTTP Basic.')
}

export interface ClientRequest {
  applications: Applications
  headers: Headers
  parameters: Parameters
  /** Milliseconds. */
  now: number
}

/**
 * The application of a request to the token endpoint. Throws `invalid_client`: 400 if there is no such application, 401 if
 * it did not authenticate.
 */
export async function requireClient({
  applications,
  headers,
  parameters,
  now,
}: ClientRequest): Promise<KnownApp> {
  const credentials = credentialsOf(headers, parameters)
  if (!credentials) throw new OauthError('invalid_client', 'Send a client_id.')
  const result = await applications.authenticate(credentials, now)
  if ('app' in result) return result.app
  if (result.fault === 'unknown') throw new OauthError('invalid_client', "This application doesn't exist.")
  throw new OauthError('invalid_client', 'The client secret is wrong or missing.', 401, {
    'WWW-Authenticate': 'Basic realm="Linnet"',
  })
}
