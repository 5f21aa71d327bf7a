// Gives every link of an account the same redirect rules, while the server is not running.
import { within } from '../../packages/server/src/db/database.ts'
import { storedRules } from '../../packages/server/src/features/links/redirect-rules/index.ts'
import type { Settings } from '../servers.ts'
import { openData } from './open-data.ts'

export async function fillRules(settings: Settings, rules: Parameters<typeof storedRules>[0]): Promise<void> {
  const db = await openData(settings)
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
