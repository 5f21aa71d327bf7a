// Listening: starts the application, answers requests, and stops without losing one.
import { type Application, openApplication, type Surroundings } from './app.ts'
import type { Config } from './config.ts'
import { ConfigError } from './platform/config-error.ts'

export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string
  application: Application
  stop(): Promise<void>
}

// A request that needs longer than this to send its headers or body is ended.
const idleSeconds = 30
// How long a stopping server waits for requests: less than the ten seconds that container runtimes grant.
const graceMilliseconds = 4000

export async function startServer(surroundings: Surroundings): Promise<RunningServer> {
  const { config } = surroundings
  const application = await openApplication(surroundings)
  let server: ReturnType<typeof listen>
  try {
    server = listen(surroundings, application)
  } catch (error) {
    await application.stop()
    throw listeningFault(config, error as { code?: string; message: string })
  }
  return {
    address: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${server.port}`,
    application,
    async stop() {
      await finishRequests(server)
      await application.stop()
    },
  }
}

/** Lets the requests that are being answered end; one that is not even sent whole yet is not waited for long. */
async function finishRequests(server: ReturnType<typeof listen>): Promise<void> {
  const timer = setTimeout(() => void server.stop(true), graceMilliseconds)
  await server.stop()
  clearTimeout(timer)
}

function listeningFault(
  { host, port }: Config,
  { code, message }: { code?: string; message: string },
): Error {
  if (code === 'EADDRINUSE')
    return new ConfigError(`PORT ${port} is in use on ${host}; stop what uses it or choose another`)
  if (code === 'EACCES')
    return new ConfigError(`PORT ${port} is not for this user; choose one of 1024 or more`)
  return new ConfigError(`HOST ${host} with PORT ${port} can't be listened on: ${message}`)
}

function listen({ config }: Surroundings, application: Application) {
  return Bun.serve({
    port: config.port,
    hostname: config.host,
    // Bun's development mode would show a visitor the source of what failed.
    development: false,
    // Nor may a second instance share the port by mistake, and answer half of the requests.
    reusePort: false,
    idleTimeout: idleSeconds,
    // Bun's own refusal of a large body says nothing: sizes are judged where an answer can be given, and what nobody
    // reads is never kept.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch: application.fetch,
  })
}
