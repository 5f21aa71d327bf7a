// An application on this machine that uses the agent tools for a person: what the official clients need it to store.
import { randomUUID } from 'node:crypto'
import type { OAuthClientProvider as Provider2 } from '@modelcontextprotocol/client'
import type { OAuthClientProvider as Provider1 } from '@modelcontextprotocol/sdk/client/auth.js'

type Registration = Awaited<ReturnType<Provider1['clientInformation']>>
type Tokens = NonNullable<Awaited<ReturnType<Provider1['tokens']>>>
type Discovered = NonNullable<Awaited<ReturnType<NonNullable<Provider2['discoveryState']>>>>

export interface AgentApplicationOptions {
  name: string
  redirectUrl: string
  /** The URL of its metadata document, instead of registering. */
  clientMetadataUrl?: string
}

/** Keeps everything in memory, including the URLs that it would have opened in a browser. */
export class AgentApplication implements Provider1, Provider2 {
  readonly redirectUrl: string
  readonly clientMetadataUrl: string | undefined
  /** Where it has redirected the person, the newest last. */
  readonly asked: URL[] = []
  /** The scopes that it requests, if fewer than its client would. */
  scopes: string | null = null
  registration: Registration
  kept: Tokens | undefined
  private readonly name: string
  private verifier = ''
  private discovered: Discovered | undefined
  private states: string[] = []

  constructor({ name, redirectUrl, clientMetadataUrl }: AgentApplicationOptions) {
    this.name = name
    this.redirectUrl = redirectUrl
    this.clientMetadataUrl = clientMetadataUrl
  }

  get clientMetadata() {
    return {
      client_name: this.name,
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
  }

  state(): string {
    const state = randomUUID()
    this.states.push(state)
    return state
  }

  /** Accepts what the browser brought back, if it belongs to the newest request. */
  arrived(address: URL): URLSearchParams {
    if (address.searchParams.get('state') !== this.states.at(-1))
      throw new Error(`this doesn't belong to the newest request: ${address}`)
    return address.searchParams
  }

  clientInformation = () => this.registration
  saveClientInformation(registration: Registration): void {
    this.registration = registration
  }

  tokens = () => this.kept
  saveTokens(tokens: Tokens): void {
    this.kept = tokens
  }

  redirectToAuthorization(address: URL): void {
    if (this.scopes !== null) address.searchParams.set('scope', this.scopes)
    this.asked.push(address)
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier
  }
  codeVerifier = () => this.verifier

  saveDiscoveryState(discovered: Discovered): void {
    this.discovered = discovered
  }
  discoveryState = () => this.discovered

  invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (what === 'all' || what === 'client') this.registration = undefined
    if (what === 'all' || what === 'tokens') this.kept = undefined
    if (what === 'all' || what === 'discovery') this.discovered = undefined
  }
}
