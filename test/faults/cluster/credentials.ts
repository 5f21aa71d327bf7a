// The credentials that are revoked during faults: API keys, sessions and OAuth tokens, each created, tried and revoked over
// HTTP at any node.

import {
  type App,
  encoded,
  newApp,
  personWith,
  type ReachableServer,
  tokensFor,
} from '../../accounts/oauth.ts'
import { type SignedIn, signIn } from '../../accounts/sign-in.ts'
import { commandsOn } from '../../commands.ts'
import { type Answer, type CallOptions, request } from '../../instance.ts'
import type { Settings } from '../../machine/program.ts'
import type { Node } from './node.ts'

export interface Credential {
  /** Sends a request with it. */
  tryAt(node: Node): Promise<Answer>
  revokeAt(node: Node): Promise<Answer>
}

export type Kind = 'key' | 'session' | 'token'

/** The owner of the credentials, signed in once for all nodes. */
export class Owner {
  private constructor(
    private readonly email: string,
    private readonly signedIn: SignedIn,
    private readonly app: App,
  ) {}

  static async of(email: string, settings: Settings, node: Node): Promise<Owner> {
    const command = (...words: string[]) => commandsOn(settings, words)
    const app = await newApp({ command }, { email })
    return new Owner(email, await signIn(reached(node), { email }), app)
  }

  /** Creates one; a refusal is an error. */
  async make(kind: Kind, node: Node): Promise<Credential> {
    if (kind === 'key') return await this.key(node)
    return kind === 'session' ? await this.session(node) : await this.token(node)
  }

  private async key(node: Node): Promise<Credential> {
    const { cookie } = this.signedIn
    const body = { name: 'short-lived', scopes: ['user:read'] }
    const made = await request(node.url, 'POST /api/keys', { body, headers: { cookie } })
    if (made.status !== 200) throw new Error(`the key was refused: ${made.text}`)
    const { id, key } = made.body.data
    return {
      tryAt: (node) => asBearer(node, key),
      revokeAt: (node) => request(node.url, `DELETE /api/keys/${id}`, { headers: { cookie } }),
    }
  }

  private async session(node: Node): Promise<Credential> {
    const { cookie } = await signIn(reached(node), { email: this.email })
    return {
      tryAt: (node) => request(node.url, 'GET /api/me', { headers: { cookie } }),
      revokeAt: (node) => request(node.url, 'DELETE /api/session', { headers: { cookie } }),
    }
  }

  private async token(node: Node): Promise<Credential> {
    const { access_token } = await tokensFor(
      reached(node),
      personWith(reached(node), this.signedIn),
      this.app,
      { scope: 'user:read' },
    )
    const { clientId, secret } = this.app
    return {
      tryAt: (node) => asBearer(node, access_token),
      revokeAt: (node) =>
        request(node.url, 'POST /oauth/revoke', {
          body: encoded({ token: access_token, client_id: clientId, client_secret: secret ?? undefined }),
        }),
    }
  }
}

function asBearer(node: Node, token: string): Promise<Answer> {
  return request(node.url, 'GET /v2/user', { headers: { authorization: `Bearer ${token}` } })
}

function reached({ url }: Node): ReachableServer {
  return { url, ask: (methodAndPath: string, options?: CallOptions) => request(url, methodAndPath, options) }
}
