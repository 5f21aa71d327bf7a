// Gives an account more API keys than its owner could create: like the command line, which has no limit, but in one process.
import { allScopes } from '@linnet/contract'
import { createKey } from '../../packages/server/src/features/identity/accounts/credentials.ts'
import { AccountStore } from '../../packages/server/src/features/identity/accounts/store.ts'
import { createAudit } from '../../packages/server/src/features/identity/audit/index.ts'
import { systemClock } from '../../packages/server/src/platform/time/clock.ts'
import type { Settings } from '../servers.ts'
import { openData } from './open-data.ts'

/** Creates this many keys with all scopes for an account while the server is not running. */
export async function fillKeys(settings: Settings, email: string, count: number): Promise<string[]> {
  const db = await openData(settings)
  try {
    const store = new AccountStore(db)
    const audit = createAudit({ db, clock: systemClock })
    const user = await store.userByEmail(email)
    if (!user) throw new Error(`there is no account with the e-mail ${email}`)
    const keys: string[] = []
    while (keys.length < count) {
      const { key } = await createKey(
        { store, audit },
        {
          workspaceId: user.id,
          personId: user.id,
          name: `key ${keys.length}`,
          scopes: [...allScopes],
          expiresAt: null,
          most: null,
          client: { address: '', userAgent: '' },
          now: Date.now(),
        },
      )
      keys.push(key)
    }
    return keys
  } finally {
    await db.close()
  }
}
