// The official MCP clients of both generations behind one interface, with a record of their requests.
import * as second from '@modelcontextprotocol/client'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { AgentApplication } from './agent-application.ts'

/** How a client authenticates: by an application that a person allows, or by a header. */
export interface Credentials {
  application?: AgentApplication
  key?: string
}

export interface AgentClient {
  /** The revision that was negotiated. */
  revision: string | undefined
  /** The names of the tools; from then on the client validates results with their schemas. */
  tools(): Promise<string[]>
  /** Calls a tool. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape.
  call(name: string, given?: Record<string, unknown>): Promise<any>
  close(): Promise<void>
}

/** An attempt to connect: it fails if a person has to be asked first, and is finished with what they brought. */
export interface Attempt {
  connect(): Promise<AgentClient>
  /** Exchanges what the browser brought for tokens. */
  finish(answer: URLSearchParams): Promise<void>
  /** Each request so far: `POST /mcp 401`. */
  wire: string[]
}

export interface AgentClientKind {
  name: string
  /** The revision that it negotiates with this server. */
  revision: string
  attempt(url: string, credentials: Credentials): Attempt
}

const self = { name: 'test', version: '1.0.0' }

/** A fetch that records each request and its status. */
function recorded(wire: string[]) {
  return async (address: string | URL, init?: RequestInit): Promise<Response> => {
    const answer = await fetch(address, init)
    wire.push(`${init?.method ?? 'GET'} ${new URL(address).pathname} ${answer.status}`)
    return answer
  }
}

const headersOf = ({ key }: Credentials) => (key ? { headers: { authorization: `Bearer ${key}` } } : {})

/** The client of the second generation. */
const secondKind = (name: string, revision: string, options: second.ClientOptions): AgentClientKind => ({
  name: `the official client 2.x, ${name}`,
  revision,
  attempt(url, credentials) {
    const wire: string[] = []
    const transport = new second.StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      authProvider: credentials.application,
      requestInit: headersOf(credentials),
      fetch: recorded(wire),
    })
    return {
      wire,
      finish: (answer) => transport.finishAuth(answer),
      async connect() {
        const client = new second.Client(self, options)
        await client.connect(transport)
        return {
          revision: client.getNegotiatedProtocolVersion(),
          tools: async () => (await client.listTools()).tools.map(({ name }) => name),
          call: (name, given = {}) => client.callTool({ name, arguments: given }),
          close: () => client.close(),
        }
      },
    }
  },
})

export const secondModern = secondKind('which negotiates the revision', '2026-07-28', {
  versionNegotiation: { mode: 'auto' },
})

const secondLegacy = secondKind('with default options', '2025-11-25', {})

/** The client of the first generation. */
export const first: AgentClientKind = {
  name: 'the official client 1.x',
  revision: '2025-11-25',
  attempt(url, credentials) {
    const wire: string[] = []
    const transport = new FirstTransport(new URL(`${url}/mcp`), {
      authProvider: credentials.application,
      requestInit: headersOf(credentials),
      fetch: recorded(wire),
    })
    return {
      wire,
      async finish(answer) {
        const code = answer.get('code')
        // This generation leaves it to the application to check for a refusal.
        if (code === null) throw new Error(`${answer.get('error_description')}`)
        await transport.finishAuth(code)
      },
      async connect() {
        const client = new FirstClient(self)
        await client.connect(transport)
        return {
          revision: client.getServerCapabilities() && transport.protocolVersion,
          tools: async () => (await client.listTools()).tools.map(({ name }) => name),
          call: (name, given = {}) => client.callTool({ name, arguments: given }),
          close: () => client.close(),
        }
      },
    }
  },
}

/** All clients that sign in: the eras of the second generation, and the first. */
export const agentClients: AgentClientKind[] = [secondModern, secondLegacy, first]

/** The second generation, restricted to one revision. */
export const heldClients: AgentClientKind[] = [
  secondKind('restricted to 2026-07-28', '2026-07-28', {
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  }),
  ...['2025-06-18', '2025-03-26', '2024-11-05'].map((revision) =>
    secondKind(`restricted to ${revision}`, revision, { supportedProtocolVersions: [revision] }),
  ),
]
