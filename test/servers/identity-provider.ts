// A real OpenID Connect provider for tests: `oidc-provider`, whose people sign in by typing their name.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Configuration, default as ProviderClass } from 'oidc-provider'
import { freePort } from '../machine/free-port.ts'

/** What the provider says about somebody. */
export interface PersonThere {
  email?: string
  email_verified?: boolean
  name?: string
  groups?: string[]
}

export interface IdentityProviderServer {
  issuer: string
  /** Settings with which Linnet uses it. */
  env: Record<string, string>
  /** By the name that they sign in with, which is their subject too. */
  people: Map<string, PersonThere>
  /** Where Linnet is. Also needed after `rotateKeys`, to start it again. */
  register(linnet: string): Promise<void>
  /** Signs with a new key from now on, and forgets the old one. */
  rotateKeys(): Promise<void>
  /** Refuses connections until `comeBack`. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

// It warns about every runtime but Node.
const { default: Provider } = await quietly(() => import('oidc-provider'))
type Provider = ProviderClass

export const clientId = 'linnet'
const clientSecret = 'a secret that only the two of them know'

export async function startIdentityProvider(
  env: Record<string, string> = {},
): Promise<IdentityProviderServer> {
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  const people = new Map<string, PersonThere>()
  let key = await newKey()
  let linnet = 'http://localhost:1'
  let callback: (request: IncomingMessage, response: ServerResponse) => Promise<void>

  async function makeProvider(): Promise<void> {
    const provider = new Provider(issuer, configurationOf({ linnet, key, people }))
    const answer = provider.callback()
    callback = async (request, response) => {
      if (request.url?.startsWith('/sign-in/')) await answerSignIn(provider, request, response)
      else await answer(request, response)
    }
  }

  const listen = () => {
    const server = createServer((request, response) => void callback(request, response))
    return new Promise<typeof server>((resolve) => server.listen(port, 'localhost', () => resolve(server)))
  }
  await quietly(makeProvider)
  let server = await listen()
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  return {
    issuer,
    people,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, ...env },
    async register(url) {
      linnet = url
      await quietly(makeProvider)
    },
    async rotateKeys() {
      key = await newKey()
      await quietly(makeProvider)
    },
    goAway: close,
    async comeBack() {
      server = await listen()
    },
    stop: close,
  }
}

interface ProviderState {
  linnet: string
  key: JWK
  people: Map<string, PersonThere>
}

function configurationOf({ linnet, key, people }: ProviderState): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${linnet}/account/single-sign-on/callback`],
        backchannel_logout_uri: `${linnet}/account/single-sign-on/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [key] as never },
    cookies: { keys: ['a key for the cookies of the provider'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    features: {
      backchannelLogout: { enabled: true },
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        async logoutSource(context, form) {
          context.body = `<!doctype html><title>Provider</title>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out there</button>`
        },
        async postLogoutSuccessSource(context) {
          context.body = '<!doctype html><title>Provider</title><p>Signed out there.</p>'
        },
      },
    },
    fetch: (url, options) => fetch(url, options),
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
    ttl: { Interaction: 600, Session: 3600, Grant: 3600, IdToken: 3600, AccessToken: 3600 },
    findAccount: async (_context, sub) =>
      people.has(sub) ? { accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) } : undefined,
    // Nobody is asked for consent.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  }
}

/** The page that asks who somebody is, and its form. */
async function answerSignIn(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    let body = ''
    for await (const part of request) body += part
    const accountId = new URLSearchParams(body).get('name') ?? ''
    const result =
      accountId === '' ? { error: 'access_denied' } : { login: { accountId, remember: true, amr: ['pwd'] } }
    return await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }
  const { prompt } = await provider.interactionDetails(request, response)
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.end(
    `<!doctype html><title>Provider</title><h1>Provider</h1><p>${prompt.reasons.join(' ')}</p>` +
      `<form method="post" action="${request.url}"><input name="name" autofocus><button>Sign in there</button></form>`,
  )
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), use: 'sig', alg: 'RS256' }
}

/** Without the warnings for production, and about Bun. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { info, warn } = console
  console.info = console.warn = () => {}
  try {
    return await work()
  } finally {
    Object.assign(console, { info, warn })
  }
}
