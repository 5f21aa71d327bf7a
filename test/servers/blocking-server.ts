// A server program whose main thread a test can block: at a request, or while it passes a logo to the render worker. It is
// assembled like main.ts, so that the real server needs no such option.
import { existsSync } from 'node:fs'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { createLog } from '../../packages/server/src/platform/observability/log.ts'
import { RenderQueue } from '../../packages/server/src/platform/rendering/render-queue.ts'
import { systemClock } from '../../packages/server/src/platform/time/clock.ts'
import { startServer } from '../../packages/server/src/serve.ts'
import { waitMilliseconds } from '../timeouts.ts'

export interface Blocks {
  /** The main thread blocks after a request to this route. */
  route?: string
  /** Whether the main thread blocks when a logo is to be rendered. */
  logo?: boolean
  /** The path of a file: the thread continues once it exists. */
  until: string
}

if (import.meta.main) {
  const blocks = JSON.parse(process.argv[2] as string) as Blocks
  const block = () => {
    // Whatever happens to the test, no process may spin forever.
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
