// `linnet health`: checks whether the server with these settings answers, for monitors without an HTTP client.
import type { RuntimeContext } from '../../core-services.ts'
import { type Command, CommandError, type CommandShape } from '../../platform/command.ts'
import { errorLine } from '../command-line.ts'

export const shape: CommandShape = {
  name: 'health',
  summary: 'Check whether the running server is healthy, for a HEALTHCHECK; exits with 1 if not',
  options: {},
}

// Shorter than the timeouts of monitors.
const timeoutMilliseconds = 4000
// Addresses that a server can listen on, but no client can connect to.
const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

export function create({ config: { host, port } }: RuntimeContext): Command {
  const reachable = everywhere[host] ?? host
  const address = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/healthz`
  return {
    ...shape,
    async run() {
      const { createOutgoing } = await import('../../platform/net/outgoing/index.ts')
      // This is the operator's own server, so private addresses are fine.
      const outgoing = createOutgoing({ allowPrivateTargets: true })
      const answer = await outgoing
        .request(address, { method: 'GET', timeoutMilliseconds, mostBytes: 64 * 1024 })
        .catch((error: unknown) => {
          throw new CommandError(`no server answers at ${address}: ${errorLine(error)}`)
        })
      if (answer.status !== 200) throw new CommandError(`${address} answers ${answer.status}`)
      return { address, status: 'ok' }
    },
    format: () => `The server at ${address} is healthy.`,
  }
}
