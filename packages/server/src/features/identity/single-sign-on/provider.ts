// The OpenID Connect provider: where it asks people to sign in, and what it says about them. `openid-client` does the protocol,
// and `jose` checks signatures. Both are loaded with the first sign-in, so that servers without a provider never load them.
import type { ServerMetadata } from 'openid-client'
import type { IdentityProvider } from '../../../platform/security/identity-provider.ts'
import { randomText } from '../../../platform/security/ids.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { type Claims, type LogoutToken, readClaims, readLogout } from './claims.ts'
import { ProviderFailure, providerFailure } from './failures.ts'
import { KeptAnswer } from './kept-answer.ts'
import type { ProviderFetch } from './provider-fetch.ts'

/** How far the clocks of Linnet and the provider may differ, in seconds. */
const clockTolerance = 60
// An older logout token is refused. Its id is remembered for longer than that.
const mostLogoutTokenSeconds = 5 * 60
/** Key pairs only: with a shared secret (HS256), no signature proves that it is the provider's. */
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

const protocol = () => import('openid-client')
const signatures = () => import('jose')

type KeySet = ReturnType<typeof import('jose').createLocalJWKSet>

/** What is sent with a person to the provider, and compared with what comes back. */
export interface Challenge {
  state: string
  nonce: string
  /** Of PKCE (RFC 7636). */
  verifier: string
}

export function newChallenge(): Challenge {
  return { state: randomText(43), nonce: randomText(43), verifier: randomText(43) }
}

export interface AuthorizationWish extends Challenge {
  /** Whether the person must prove themselves again, even if the provider still knows them. */
  again: boolean
  /** Who is probably signing in: the provider can fill in this address (`login_hint`). */
  hint: string | null
}

export interface ProviderNeeds {
  provider: IdentityProvider
  /** Where the provider sends people back to. */
  redirectUri: string
  fetch: ProviderFetch
  clock: Clock
}

export class Provider {
  private readonly metadata: KeptAnswer<ServerMetadata>
  private readonly keys: KeptAnswer<KeySet>

  constructor(private readonly needs: ProviderNeeds) {
    this.metadata = new KeptAnswer(needs.clock, () => this.discover().catch(refail))
    this.keys = new KeptAnswer(needs.clock, () => this.fetchKeys().catch(refail))
  }

  /** Where the browser goes to sign in. Throws a ProviderFailure. */
  async authorizationAddress({ state, nonce, verifier, again, hint }: AuthorizationWish): Promise<string> {
    const client = await protocol()
    const config = await this.configuration()
    const { scopes_supported } = config.serverMetadata()
    const hasGroups = scopes_supported?.includes('groups')
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: this.needs.redirectUri,
      // Some providers refuse a scope that they don't know, and some give groups only with this one.
      scope: `openid email profile${hasGroups ? ' groups' : ''}`,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      // OpenID Connect Core 1.0, section 3.1.2.1.
      ...(again ? { prompt: 'login', max_age: '0' } : {}),
      ...(hint === null ? {} : { login_hint: hint }),
    })
    return url.href
  }

  /**
   * Who came back with this query (OpenID Connect Core 1.0, section 3.1.3.7; RFC 9207). With `checkedSince`, in milliseconds,
   * they must have proved themselves since then. Throws a ProviderFailure.
   */
  async redeem(
    query: string,
    { state, nonce, verifier }: Challenge,
    checkedSince: number | null,
  ): Promise<Claims> {
    try {
      return await this.claimsFrom(query, { state, nonce, verifier }, checkedSince)
    } catch (error) {
      throw providerFailure(error)
    }
  }

  private async claimsFrom(
    query: string,
    { state, nonce, verifier }: Challenge,
    checkedSince: number | null,
  ): Promise<Claims> {
    const { provider, redirectUri, clock } = this.needs
    const client = await protocol()
    const config = await this.configuration()
    const since = checkedSince === null ? {} : { maxAge: Math.ceil((clock.now() - checkedSince) / 1000) }
    const tokens = await client.authorizationCodeGrant(config, new URL(redirectUri + query), {
      ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
      ...since,
    })
    const idToken = await this.verified(tokens.id_token ?? '')
    const userInfo =
      checkedSince === null && config.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(config, tokens.access_token, idToken.sub ?? '')
        : {}
    const claims = readClaims(provider, idToken, userInfo)
    if (!claims) throw new ProviderFailure('invalid', 'the ID token has no usable subject')
    return claims
  }

  /** A valid logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). Throws a ProviderFailure. */
  async logoutToken(token: string): Promise<LogoutToken> {
    try {
      const logout = readLogout(await this.verified(token, mostLogoutTokenSeconds))
      if (!logout) throw new ProviderFailure('invalid', 'it is not a logout token')
      return logout
    } catch (error) {
      throw providerFailure(error)
    }
  }

  /** The claims of a token that the provider has signed for Linnet. With `mostSeconds`, not longer ago than that. */
  private async verified(token: string, mostSeconds?: number) {
    const { provider, clock } = this.needs
    const { jwtVerify } = await signatures()
    const { payload } = await jwtVerify(token, (header, input) => this.keyOf(header, input), {
      issuer: provider.issuer,
      audience: provider.clientId,
      algorithms,
      clockTolerance,
      currentDate: new Date(clock.now()),
      ...(mostSeconds === undefined ? {} : { maxTokenAge: mostSeconds }),
    })
    return payload
  }

  /** The key of a signature. If the provider has a new one, its keys are fetched again, at most every ten seconds. */
  private async keyOf(...of: Parameters<KeySet>) {
    const { errors } = await signatures()
    try {
      return await (await this.keys.get())(...of)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return await (await this.keys.renew())(...of)
      throw error
    }
  }

  private async fetchKeys(): Promise<KeySet> {
    const { jwks_uri } = await this.metadata.get()
    if (!jwks_uri) throw new ProviderFailure('invalid', 'the provider announces no keys')
    const response = await this.needs.fetch(jwks_uri, {
      method: 'GET',
      headers: { accept: 'application/json' },
    })
    const found: unknown = response.status === 200 ? await response.json().catch(() => null) : null
    const { createLocalJWKSet } = await signatures()
    // Refuses what isn't a key set.
    return createLocalJWKSet(found as { keys: object[] })
  }

  private async discover(): Promise<ServerMetadata> {
    const { issuer } = this.needs.provider
    const client = await protocol()
    const config = await client.discovery(
      new URL(issuer),
      this.needs.provider.clientId,
      undefined,
      undefined,
      {
        [client.customFetch]: this.needs.fetch as never,
        execute: this.isInsecure ? [client.allowInsecureRequests] : [],
      },
    )
    const metadata = config.serverMetadata()
    // Also where the library is more generous (OpenID Connect Discovery 1.0, section 4.3).
    if (metadata.issuer !== issuer)
      throw new ProviderFailure(
        'invalid',
        `OIDC_ISSUER is ${issuer}, but the provider calls itself ${metadata.issuer}`,
      )
    return metadata
  }

  private async configuration() {
    const client = await protocol()
    const metadata = await this.metadata.get()
    const { provider, clock, fetch } = this.needs
    const secret = provider.clientSecret
    const methods = metadata.token_endpoint_auth_methods_supported
    // Without a list it is Basic (OpenID Connect Discovery 1.0, section 3).
    const withSecret =
      !methods || methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
    const config = new client.Configuration(
      metadata,
      provider.clientId,
      {
        [client.clockSkew]: Math.round((clock.now() - Date.now()) / 1000),
        [client.clockTolerance]: clockTolerance,
      },
      secret === null ? client.None() : withSecret(secret),
    )
    config[client.customFetch] = fetch as never
    if (this.isInsecure) client.allowInsecureRequests(config)
    return config
  }

  /** On this machine only, as the setting requires. */
  private get isInsecure(): boolean {
    return this.needs.provider.issuer.startsWith('http:')
  }
}

function refail(error: unknown): never {
  throw providerFailure(error)
}
