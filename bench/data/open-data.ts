// Opens a database of the benchmark in this process, to fill it or to measure the server's own code on it.
import type { Database } from '../../packages/server/src/db/database.ts'
import { openDatabase } from '../../packages/server/src/db/open.ts'
import { createLog } from '../../packages/server/src/platform/observability/log.ts'
import { systemClock } from '../../packages/server/src/platform/time/clock.ts'
import type { Settings } from '../servers.ts'

/** Opens the database of a server with these settings, upgrading it as needed. */
export function openData(settings: Settings, poolSize = 1): Promise<Database> {
  return openDatabase({
    url: settings.DATABASE_URL ?? null,
    dataDirectory: settings.DATA_DIR as string,
    poolSize,
    clock: systemClock,
    log: createLog('error'),
  })
}
