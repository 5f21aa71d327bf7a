// A server whose main thread can be blocked on purpose: at a request, or while it hands a logo over to be drawn. A program
// for tests, which put its parts together as main.ts does: nothing of the server's own can be told to do this.
import { existsSync } from 'node:fs'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { createLog } from '../../packages/server/src/platform/observability/log.ts'
import { RenderQueue } from '../../packages/server/src/platform/rendering/render-queue.ts'
import { systemClock } from '../../packages/server/src/platform/time/clock.ts'
import { startServer } from '../../packages/server/src/serve.ts'
import { waitMilliseconds } from '../timeouts.ts'

export interface Blocks {
  /** The route of requests after which it is blocked. */
  route?: string
  /** Whether it is blocked when a logo is to be drawn. */
  logo?: boolean
  /** A file: the thread goes on once it is there, if ever. */
  until: string
}

if (import.meta.main) {
  const blocks = JSON.parse(process.argv[2] as string) as Blocks
  const block = () => {
    // Whatever becomes of the test, no process spins for ever.
    const end = performance.now() + waitMilliseconds
    while (performance.now() < end && !existsSync(blocks.until));
  }
  if (blocks.logo)
    RenderQueue.prototype.render = () => {
      block()
      return Promise.reject(new Error('too late'))
    }
  const log = createLog('info')
  const server = await startServer({
    config: readConfig(),
    clock: systemClock,
    log: {
      ...log,
      info(event, fields) {
        if (event === 'request' && fields?.route === blocks.route) block()
        log.info(event, fields)
      },
    },
  })
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  console.log(server.address)
}
