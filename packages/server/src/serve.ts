// Listening: starts the application, answers requests, and stops without losing one.
import { type Application, openApplication, type Surroundings } from './app.ts'

export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string
  application: Application
  stop(): Promise<void>
}

// A request that needs longer than this to send its headers or body is ended.
const idleSeconds = 30

export async function startServer(surroundings: Surroundings): Promise<RunningServer> {
  const { config } = surroundings
  const application = await openApplication(surroundings)
  let server: ReturnType<typeof listen>
  try {
    server = listen(surroundings, application)
  } catch (error) {
    await application.stop()
    throw error
  }
  return {
    address: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${server.port}`,
    application,
    async stop() {
      await server.stop()
      await application.stop()
    },
  }
}

function listen({ config }: Surroundings, application: Application) {
  return Bun.serve({
    port: config.port,
    hostname: config.host,
    // Bun's development mode would show a visitor the source of what failed.
    development: false,
    idleTimeout: idleSeconds,
    // Bun's own refusal of a large body says nothing: sizes are judged where an answer can be given.
    maxRequestBodySize: 64 * 1024 * 1024,
    fetch: application.fetch,
  })
}
