// Agents that keep connections open for the next request, with a limit for all servers together.
import { Agent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import type { Socket } from 'node:net'
import type { KeepAliveAgents } from './exchange.ts'

// Servers close an idle connection after 5 s (Node's) to a minute or more. How many requests run at once is the caller's
// decision.
const agentOptions = {
  keepAlive: true,
  timeout: 4000,
  maxSockets: Number.POSITIVE_INFINITY,
  maxFreeSockets: 32,
}

/** Agents that together keep up to `most` idle connections, and close all others. */
export function createKeepAliveAgents(most: number): KeepAliveAgents {
  const agents = { http: new Agent(agentOptions), https: new TlsAgent(agentOptions) }
  const idle = () =>
    [agents.http, agents.https].reduce(
      (sum, { freeSockets }) =>
        sum + Object.values(freeSockets).reduce((ofHosts, sockets) => ofHosts + (sockets?.length ?? 0), 0),
      0,
    )
  for (const agent of [agents.http, agents.https]) {
    const keep = agent.keepSocketAlive.bind(agent)
    agent.keepSocketAlive = (socket: Socket) => idle() < most && keep(socket)
  }
  return agents
}
