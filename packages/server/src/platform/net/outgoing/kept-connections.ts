// Connections that are kept open for the next request: so many in all, whichever servers they lead to.
import { Agent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import type { Socket } from 'node:net'
import type { KeptConnections } from './exchange.ts'

// Servers let go of an idle connection after 5 s (Node's) to a minute or more. How many requests go out at once is for
// the caller to say.
const keeping = { keepAlive: true, timeout: 4000, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 32 }

/** Agents that keep `most` idle connections between them; what is more than that is closed. */
export function keepConnections(most: number): KeptConnections {
  const kept = { http: new Agent(keeping), https: new TlsAgent(keeping) }
  const idle = () =>
    [kept.http, kept.https].reduce(
      (sum, { freeSockets }) =>
        sum + Object.values(freeSockets).reduce((ofHosts, sockets) => ofHosts + (sockets?.length ?? 0), 0),
      0,
    )
  for (const agent of [kept.http, kept.https]) {
    const keep = agent.keepSocketAlive.bind(agent)
    agent.keepSocketAlive = (socket: Socket) => idle() < most && keep(socket)
  }
  return kept
}
