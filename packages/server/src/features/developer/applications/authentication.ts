// How an application authenticates: by its secret, in the Authorization header or in the body, or not at all.
import { timingSafeEqual } from 'node:crypto'
import { sha256 } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import { type KnownApp, knownApp } from './applications.ts'
import type { ApplicationStore } from './store.ts'

/** The client credentials in a request. */
export interface Credentials {
  clientId: string
  /** Null if none was sent. */
  secret: string | null
}

/** `unknown`: there is no such application. `wrong`: its secret is wrong, or missing although it has one. */
export type Authentication = { app: KnownApp } | { fault: 'unknown' | 'wrong' }

/** Checks credentials. A public application has no secret, so any secret is wrong for it. */
export async function authenticate(
  store: ApplicationStore,
  { clientId, secret }: Credentials,
  now: number,
): Promise<Authentication> {
  const row = await store.byId(clientId)
  if (!row) return { fault: 'unknown' }
  const app = knownApp(row)
  if (!app.confidential) return secret === null ? { app } : { fault: 'wrong' }
  const given = Buffer.from(sha256(secret ?? ''))
  const secrets = await store.secrets([clientId], unixSeconds(now))
  // Every secret is compared, each in constant time.
  const matching = secrets.filter(({ secret_hash }) => timingSafeEqual(Buffer.from(secret_hash), given))
  return secret !== null && matching.length > 0 ? { app } : { fault: 'wrong' }
}
