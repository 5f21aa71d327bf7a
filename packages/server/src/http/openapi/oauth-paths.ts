// The OAuth 2.0 endpoints in the API's description. They follow RFC 6749 and related RFCs, not the API's own envelope.
import { allScopes } from '@linnet/contract'
import { headersOfAnswer } from './headers.ts'
import type { Json } from './schemas.ts'

const tag = 'OAuth 2.0'
const form = 'application/x-www-form-urlencoded'
const string = (description: string, more: Json = {}): Json => ({ type: 'string', description, ...more })

const clientFields = {
  client_id: string('The client id. Not needed if the client authenticates with HTTP Basic'),
  client_secret: string('The secret of a confidential client; public clients have none'),
}

const tokenResponse = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope'],
  properties: {
    access_token: string('Valid for an hour'),
    token_type: { type: 'string', const: 'Bearer' },
    expires_in: { type: 'integer', description: 'In seconds' },
    refresh_token: string('Can be used once, within 30 days; each refresh returns the next one'),
    scope: string('The granted scopes, separated by spaces'),
  },
}

const tokenRequest = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { type: 'string', enum: ['authorization_code', 'refresh_token'] },
    ...clientFields,
    code: string('For `authorization_code`: can be used once, within 10 minutes'),
    redirect_uri: string('For `authorization_code`: the same as in the authorization request'),
    code_verifier: string('For `authorization_code`: the PKCE code verifier; required for public clients', {
      minLength: 43,
      maxLength: 128,
    }),
    refresh_token: string('For `refresh_token`'),
    scope: string('For `refresh_token`: a subset of the granted scopes'),
    resource: string('The resource that the token is for, such as the address of the agent tools (RFC 8707)'),
  },
}

const introspection = {
  type: 'object',
  required: ['active'],
  properties: {
    active: {
      type: 'boolean',
      description:
        'Whether it is a valid token of the requesting application; if not, all other fields are omitted',
    },
    scope: { type: 'string' },
    client_id: { type: 'string' },
    sub: string("The user's id"),
    exp: { type: 'integer' },
    iat: { type: 'integer' },
    token_type: { type: 'string' },
    iss: { type: 'string' },
    aud: string('The resource that the token is bound to, if any'),
  },
}

const metadata = {
  type: 'object',
  required: ['issuer', 'authorization_endpoint', 'token_endpoint', 'response_types_supported'],
  properties: {
    issuer: { type: 'string' },
    authorization_endpoint: { type: 'string' },
    token_endpoint: { type: 'string' },
    revocation_endpoint: { type: 'string' },
    introspection_endpoint: { type: 'string' },
    userinfo_endpoint: { type: 'string' },
    registration_endpoint: string('Where applications can register themselves'),
    scopes_supported: { type: 'array', items: { type: 'string', enum: allScopes } },
    response_types_supported: { type: 'array', items: { type: 'string' } },
    grant_types_supported: { type: 'array', items: { type: 'string' } },
    code_challenge_methods_supported: { type: 'array', items: { type: 'string' } },
  },
}

const registrationRequest = {
  type: 'object',
  required: ['redirect_uris'],
  properties: {
    client_name: { type: 'string' },
    client_uri: string("The application's home page"),
    redirect_uris: { type: 'array', items: { type: 'string' } },
    scope: { type: 'string' },
  },
}

const registrationResponse = {
  type: 'object',
  required: ['client_id', 'redirect_uris'],
  properties: {
    client_id: { type: 'string' },
    client_id_issued_at: { type: 'integer' },
    client_name: { type: 'string' },
    redirect_uris: { type: 'array', items: { type: 'string' } },
    grant_types: { type: 'array', items: { type: 'string' } },
    response_types: { type: 'array', items: { type: 'string' } },
    token_endpoint_auth_method: { type: 'string' },
    scope: { type: 'string' },
  },
}

/** The error body of RFC 6749, section 5.2, for the document's components. */
export const oauthError = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', examples: ['invalid_grant'] },
    error_description: { type: 'string', examples: ['The code is unknown, used or expired.'] },
  },
}

interface Endpoint {
  method: 'get' | 'post'
  operationId: string
  summary: string
  description?: string
  security?: Json[]
  parameters?: Json[]
  /** The schema of the body, and the content types that the endpoint accepts. */
  body?: { schema: Json; types: string[] }
  success: { status: number; description: string; schema?: Json; headers?: Json }
  errors?: Record<number, string>
}

const query = (name: string, required: boolean, description: string, schema: Json = { type: 'string' }) => ({
  name,
  in: 'query',
  required,
  description,
  schema,
})

const endpoints: Record<string, Endpoint> = {
  '/oauth/authorize': {
    method: 'get',
    operationId: 'authorize',
    summary: 'Ask a user for access',
    description:
      'Open it in the user’s browser. After consent, the browser returns to `redirect_uri` with `code`, `state` and `iss`. Errors return there too, with `error`; only an unknown client or an unregistered `redirect_uri` is shown to the user instead. For applications that registered themselves, an error before consent is shown on a page with a link to `redirect_uri`.',
    security: [],
    parameters: [
      query('response_type', true, 'Always `code`', { type: 'string', const: 'code' }),
      query('client_id', true, 'The application'),
      query('redirect_uri', true, 'Must match a registered redirect URI exactly'),
      query('scope', false, 'Scopes separated by spaces; default: all that the application registered'),
      query('state', false, 'Returned unchanged. Make it unpredictable and verify it'),
      query('code_challenge', false, 'PKCE code challenge; required for public clients'),
      query('code_challenge_method', false, 'Always `S256`', { type: 'string', const: 'S256' }),
      query('prompt', false, '`consent` always asks, `none` never asks', {
        type: 'string',
        enum: ['consent', 'none'],
      }),
      query('resource', false, 'The resource that the token is for (RFC 8707)'),
    ],
    success: {
      status: 302,
      description: 'Redirects to sign-in, the consent screen, or back to the application',
      headers: { Location: { description: 'Where the browser goes', schema: { type: 'string' } } },
    },
    errors: { 400: 'A page that says what is wrong with the client or its redirect URI' },
  },
  '/oauth/token': {
    method: 'post',
    operationId: 'exchangeToken',
    summary: 'Exchange a code or a refresh token for tokens',
    security: [{ clientSecret: [] }, {}],
    body: { schema: tokenRequest, types: [form] },
    success: { status: 200, description: 'The tokens', schema: tokenResponse },
    errors: {
      400: '`invalid_grant`, `invalid_client`, `unsupported_grant_type`, `invalid_request`, `invalid_scope`',
      401: '`invalid_client`: the secret is wrong or missing',
      429: '`temporarily_unavailable`',
    },
  },
  '/oauth/revoke': {
    method: 'post',
    operationId: 'revokeToken',
    summary: 'Revoke a token',
    description: 'Always answers 200, whether or not the token was valid (RFC 7009).',
    security: [{ clientSecret: [] }, {}],
    body: {
      schema: {
        type: 'object',
        required: ['token'],
        properties: {
          token: string('An access token, or a refresh token, which revokes its whole grant'),
          ...clientFields,
        },
      },
      types: ['application/json', form],
    },
    success: { status: 200, description: 'The token no longer works', schema: { type: 'object' } },
  },
  '/oauth/introspect': {
    method: 'post',
    operationId: 'introspectToken',
    summary: "Introspect one of the application's own tokens",
    security: [{ clientSecret: [] }, {}],
    body: {
      schema: {
        type: 'object',
        required: ['token', 'client_id', 'client_secret'],
        properties: { token: string('The token'), ...clientFields },
      },
      types: ['application/json', form],
    },
    success: { status: 200, description: 'The state of the token', schema: introspection },
    errors: { 400: '`invalid_request` or `invalid_client`', 429: '`temporarily_unavailable`' },
  },
  '/oauth/userinfo': {
    method: 'get',
    operationId: 'getUserinfo',
    summary: 'Get the profile of the user who authorized the application',
    security: [{ oauth: ['user:read'] }],
    success: {
      status: 200,
      description: 'The profile, with `sub`',
      schema: {
        allOf: [
          { $ref: '#/components/schemas/User' },
          { type: 'object', required: ['sub'], properties: { sub: string("The user's id") } },
        ],
      },
    },
    errors: { 401: '`invalid_token`', 403: '`insufficient_scope`' },
  },
  '/oauth/register': {
    method: 'post',
    operationId: 'registerClient',
    summary: 'Register an application without an account',
    description:
      'For agents and other public clients (RFC 7591). Available unless the operator sets `OAUTH_REGISTRATION` to `closed`.',
    security: [],
    body: { schema: registrationRequest, types: ['application/json'] },
    success: { status: 201, description: 'The registered application', schema: registrationResponse },
    errors: { 400: '`invalid_redirect_uri` or `invalid_client_metadata`', 429: '`temporarily_unavailable`' },
  },
  '/.well-known/oauth-authorization-server': {
    method: 'get',
    operationId: 'getAuthorizationServerMetadata',
    summary: 'Get the metadata of the authorization server',
    security: [],
    success: { status: 200, description: 'The metadata (RFC 8414)', schema: metadata },
  },
}

/** The paths of the OAuth endpoints, with the address of the authorization server as theirs. */
export function oauthPaths(authUrl: string): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(endpoints).map(([path, endpoint]) => [
      path,
      { servers: [{ url: authUrl }], [endpoint.method]: describe(endpoint) },
    ]),
  )
}

function describe({
  operationId,
  summary,
  description,
  security,
  parameters,
  body,
  success,
  errors,
}: Endpoint) {
  const json = (schema: Json) => ({ 'application/json': { schema } })
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    security: security ?? [],
    ...(parameters ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(body.types.map((type) => [type, { schema: body.schema }])),
          },
        }
      : {}),
    responses: {
      [success.status]: {
        description: success.description,
        headers: { ...headersOfAnswer(success.status, false), ...success.headers },
        ...(success.schema ? { content: json(success.schema) } : {}),
      },
      ...Object.fromEntries(
        Object.entries(errors ?? {}).map(([status, meaning]) => [
          status,
          {
            description: meaning,
            headers: headersOfAnswer(Number(status), false),
            ...(operationId === 'authorize'
              ? { content: { 'text/html': { schema: { type: 'string' } } } }
              : { content: json({ $ref: '#/components/schemas/OAuthError' }) }),
          },
        ]),
      ),
    },
  }
}
