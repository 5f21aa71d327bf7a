// Abandons claimed jobs that blocked the main thread, over the database connection of the click worker.
import type { BareDatabase } from '../db/database.ts'
import { abandonLogo } from '../features/links/qr/index.ts'
import type { ClaimedJob } from '../platform/observability/watchdog/index.ts'

type Abandon = (db: BareDatabase, claim: never, now: number) => Promise<boolean>

/** By job kind. Each marks its row so that it isn't claimed again; the main thread does the rest. */
const abandonByKind: Record<string, Abandon> = { logo: abandonLogo }

/** False if the job has already finished, or can't be abandoned. `now` is in Unix seconds. */
export async function abandonJob(
  db: BareDatabase,
  { kind, claim }: ClaimedJob,
  now: number,
): Promise<boolean> {
  const abandon = claim === null ? undefined : abandonByKind[kind]
  return (await abandon?.(db, claim as never, now)) ?? false
}
