// An OpenID Connect provider for tests that can lie about everything. It signs with `jose`, and never asks who somebody is.
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'

/** What it says instead of the truth. An `undefined` claim is left out. */
export interface Lies {
  discovery?: Record<string, unknown>
  claims?: Record<string, unknown>
  userInfo?: Record<string, unknown>
  /** How tokens are signed: with a key that it doesn't publish, with the client's secret, or not at all. */
  signature?: 'unpublished' | 'secret' | 'none'
  /** Replaces the answer of the token endpoint. */
  token?(): Response | Promise<Response>
  /** Called before any answer. */
  wait?(): Promise<void>
}

export interface LyingProvider {
  issuer: string
  env: Record<string, string>
  lies: Lies
  /** How often each path was requested. */
  requests: Map<string, number>
  /** Where somebody comes back to after this authorization address, with `iss` as the provider gives it. */
  comeBack(address: string, parameters?: Record<string, string | null>): string
  /** A token that it signs, with the time of the test's machine. */
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>
  logoutToken(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>
  stop(): Promise<void>
}

const clientSecret = 'a secret that both of them know, of course'
const clientId = 'linnet'
export const logoutEvents = { 'http://schemas.openid.net/event/backchannel-logout': {} }

export async function startLyingProvider(env: Record<string, string> = {}): Promise<LyingProvider> {
  const [published, unpublished] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')]
  const requests = new Map<string, number>()
  let nonce = ''

  const now = () => Math.floor(Date.now() / 1000)

  async function sign(
    claims: Record<string, unknown>,
    header: Record<string, unknown> = {},
  ): Promise<string> {
    const payload = JSON.parse(JSON.stringify(claims)) as JWTPayload
    const { signature } = provider.lies
    if (signature === 'none') return new UnsecuredJWT(payload).encode()
    if (signature === 'secret')
      return await new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256', ...header })
        .sign(new TextEncoder().encode(clientSecret))
    const { privateKey } = signature === 'unpublished' ? unpublished : published
    return await new SignJWT(payload)
      .setProtectedHeader({ alg: 'ES256', kid: signature === 'unpublished' ? 'other' : 'first', ...header })
      .sign(privateKey)
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    requests.set(pathname, (requests.get(pathname) ?? 0) + 1)
    await provider.lies.wait?.()
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return Response.json({ ...metadata, ...provider.lies.discovery })
      case '/keys':
        return Response.json({
          keys: [{ ...(await exportJWK(published.publicKey)), kid: 'first', alg: 'ES256', use: 'sig' }],
        })
      case '/token':
        return (await provider.lies.token?.()) ?? Response.json(await tokens())
      case '/userinfo':
        return Response.json({ sub: 'mallory', ...provider.lies.userInfo })
      default:
        return new Response(null, { status: 404 })
    }
  }

  const tokens = async () => ({
    access_token: 'an access token',
    token_type: 'Bearer',
    id_token: await sign({ ...idToken(), ...provider.lies.claims }),
  })
  const idToken = () => ({
    iss: provider.issuer,
    sub: 'mallory',
    aud: clientId,
    iat: now(),
    exp: now() + 300,
    nonce,
    email: 'mallory@example.org',
    email_verified: true,
  })

  const server = Bun.serve({ port: 0, hostname: 'localhost', fetch: answer })
  const issuer = `http://localhost:${server.port}`
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
  }
  const provider: LyingProvider = {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, ...env },
    lies: {},
    requests,
    comeBack(address, parameters = {}) {
      const asked = new URL(address).searchParams
      nonce = asked.get('nonce') ?? ''
      const url = new URL(asked.get('redirect_uri') ?? '')
      const given = { code: 'a code', state: asked.get('state'), iss: issuer, ...parameters }
      for (const [name, value] of Object.entries(given)) if (value !== null) url.searchParams.set(name, value)
      return url.href
    },
    sign,
    logoutToken: (claims = {}, header = {}) =>
      sign(
        {
          ...{ iss: issuer, sub: 'mallory', aud: clientId, iat: now(), exp: now() + 120 },
          ...{ jti: crypto.randomUUID(), events: logoutEvents, ...claims },
        },
        { typ: 'logout+jwt', ...header },
      ),
    stop: () => server.stop(true),
  }
  return provider
}
