// Gives every link of an account the same redirect rules, while the server is not running.
import { within } from '../../packages/server/src/db/database.ts'
import { openDatabase } from '../../packages/server/src/db/open.ts'
import { storedRules } from '../../packages/server/src/features/links/redirect-rules/index.ts'
import { createLog } from '../../packages/server/src/platform/observability/log.ts'
import { systemClock } from '../../packages/server/src/platform/time/clock.ts'
import type { Settings } from '../servers.ts'

export async function fillRules(settings: Settings, rules: Parameters<typeof storedRules>[0]): Promise<void> {
  const db = await openDatabase({
    url: settings.DATABASE_URL ?? null,
    dataDirectory: settings.DATA_DIR as string,
    poolSize: 1,
    clock: systemClock,
    log: createLog('error'),
  })
  try {
    await db.transaction(async (tx) => {
      await within(tx)
        .updateTable('links')
        .set({ rules: storedRules(rules, null) })
        .execute()
    })
  } finally {
    await db.close()
  }
}
