// An OAuth application and the person who uses it: the whole flow over HTTP, in which a test can change every step.
import { createHash, randomBytes } from 'node:crypto'
import type { Account, Answer, Instance } from '../instance.ts'
import { type SignedIn, signIn } from './sign-in.ts'

export const redirectUri = 'https://app.example/callback'

/** A server as its clients reach it. */
export type ReachableServer = Pick<Instance, 'url' | 'ask'>

export interface App {
  clientId: string
  /** Null for a public application. */
  secret: string | null
}

/** Registers an application of this account with the command line. */
export async function newApp(
  instance: Pick<Instance, 'command'>,
  { email }: Pick<Account, 'email'>,
  {
    uris = [redirectUri],
    isPublic = false,
    scopes,
  }: { uris?: string[]; isPublic?: boolean; scopes?: string } = {},
): Promise<App> {
  const made = await instance.command(
    ...['app', 'create', '--email', email, '--name', 'Test App'],
    ...uris.flatMap((uri) => ['--redirect-uri', uri]),
    ...(isPublic ? ['--public'] : []),
    ...(scopes ? ['--scopes', scopes] : []),
  )
  return { clientId: made.client_id as string, secret: made.client_secret as string | null }
}

export interface Pkce {
  verifier: string
  challenge: string
}

export function newPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export type Query = Record<string, string | undefined>

/** Parameters of an authorization request; `undefined` leaves one out. */
export function authorizationQuery(app: App, more: Query = {}): Query {
  return {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: redirectUri,
    scope: 'links:read user:read',
    state: 'a state',
    ...more,
  }
}

export function encoded(query: Query): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

/** The parsed redirect URL of an answer. */
export function locationOf(answer: Answer): URL {
  const location = answer.headers.get('location')
  if (!location)
    throw new Error(`a redirect was expected, not ${answer.status}: ${answer.text.slice(0, 500)}`)
  return new URL(location)
}

/** A redirect URL of ours, relative to the instance. */
function pathOf(instance: ReachableServer, url: URL): string {
  return url.href.replace(instance.url, '')
}

/** The browser of a person who is signed in. */
export interface Person extends SignedIn {
  authorize(query: Query | string): Promise<Answer>
  /** Follows the response to the consent screen; returns the screen, and the request's identifier in its form. */
  consent(answer: Answer): Promise<{ screen: Answer; request: string }>
  /** `workspace`: the id of the one that the application gets access to; by default, the form's first. */
  decide(
    request: string,
    decision: string,
    more?: { headers?: Record<string, string>; workspace?: string },
  ): Promise<Answer>
  /** Runs the authorization request, consenting if asked; returns the redirect to the application. */
  allow(query: Query, workspace?: string): Promise<Answer>
}

export async function person(instance: ReachableServer, account: Pick<Account, 'email'>): Promise<Person> {
  return personWith(instance, await signIn(instance, account))
}

/** The browser of a person who has already signed in. */
export function personWith(instance: ReachableServer, signedIn: SignedIn): Person {
  const { cookie } = signedIn
  const authorize: Person['authorize'] = (query) =>
    instance.ask(`GET /oauth/authorize?${typeof query === 'string' ? query : encoded(query)}`, {
      headers: { cookie },
    })
  const consent: Person['consent'] = async (answer) => {
    const screen = await instance.ask(`GET ${pathOf(instance, locationOf(answer))}`, { headers: { cookie } })
    const request = /name="request" value="([^"]+)"/.exec(screen.text)?.[1] ?? ''
    return { screen, request }
  }
  const decide: Person['decide'] = (request, decision, { headers = {}, workspace } = {}) =>
    instance.ask('POST /consent', {
      body: encoded({ request, decision, workspace }),
      headers: { cookie, origin: instance.url, ...headers },
    })
  const allow: Person['allow'] = async (query, workspace) => {
    const answer = await authorize(query)
    if (locationOf(answer).pathname !== '/consent') return answer
    return await decide((await consent(answer)).request, 'allow', { workspace })
  }
  return { ...signedIn, authorize, consent, decide, allow }
}

/** The authorization code in a redirect to the application. */
export function codeOf(answer: Answer): string {
  const code = locationOf(answer).searchParams.get('code')
  if (!code) throw new Error(`a code was expected at ${answer.headers.get('location')}`)
  return code
}

/** Calls the token endpoint; `basic` sends the secret in the header instead of the body. */
export function token(
  instance: ReachableServer,
  fields: Query,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return instance.ask('POST /oauth/token', { body: encoded(fields), headers })
}

export function exchange(
  instance: ReachableServer,
  app: App,
  code: string,
  more: Query = {},
): Promise<Answer> {
  return token(instance, {
    grant_type: 'authorization_code',
    client_id: app.clientId,
    client_secret: app.secret ?? undefined,
    redirect_uri: redirectUri,
    code,
    ...more,
  })
}

export function refresh(
  instance: ReachableServer,
  app: App,
  refreshToken: string,
  more: Query = {},
): Promise<Answer> {
  return token(instance, {
    grant_type: 'refresh_token',
    client_id: app.clientId,
    client_secret: app.secret ?? undefined,
    refresh_token: refreshToken,
    ...more,
  })
}

export interface Tokens {
  access_token: string
  refresh_token: string
  token_type: string
  expires_in: number
  scope: string
}

/** Runs a whole flow and returns its tokens. */
export async function tokensFor(
  instance: ReachableServer,
  someone: Person,
  app: App,
  query: Query = {},
  workspace?: string,
): Promise<Tokens> {
  const pkce = newPkce()
  const asked = authorizationQuery(app, {
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
    ...query,
  })
  const answer = await exchange(instance, app, codeOf(await someone.allow(asked, workspace)), {
    code_verifier: pkce.verifier,
  })
  if (answer.status !== 200) throw new Error(`the code was refused: ${answer.text}`)
  return answer.body as Tokens
}
