// `linnet health`: whether the server of these settings answers, for whoever watches over it and has no program to ask with.
import type { RuntimeContext } from '../../core-services.ts'
import { type Command, CommandError, type CommandShape } from '../../platform/command.ts'
import { sentence } from '../command-line.ts'

export const shape: CommandShape = {
  name: 'health',
  summary: 'Ask the running server whether it is well; fails where it is not, as a HEALTHCHECK does',
  options: {},
}

// Less than a watcher waits.
const timeoutMilliseconds = 4000
// Addresses that a server listens on and nobody can ask at.
const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

export function create({ config: { host, port } }: RuntimeContext): Command {
  const asked = everywhere[host] ?? host
  const address = `http://${asked.includes(':') ? `[${asked}]` : asked}:${port}/healthz`
  return {
    ...shape,
    async run() {
      const { createOutgoing } = await import('../../platform/net/outgoing/index.ts')
      // The operator's own server, on whichever address.
      const outgoing = createOutgoing({ allowPrivateTargets: true })
      const answer = await outgoing
        .request(address, { method: 'GET', timeoutMilliseconds, mostBytes: 64 * 1024 })
        .catch((error: unknown) => {
          throw new CommandError(`no server answers at ${address}: ${sentence(error)}`)
        })
      if (answer.status !== 200) throw new CommandError(`${address} answers ${answer.status}`)
      return { address, status: 'ok' }
    },
    tell: () => `The server at ${address} is well.`,
  }
}
