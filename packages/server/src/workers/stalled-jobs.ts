// Gives up claimed jobs that blocked the main thread, over a database connection of the watching thread.
import type { BareDatabase } from '../db/database.ts'
import { abandonLogo } from '../features/links/qr/index.ts'
import type { ClaimedJob } from '../platform/observability/watchdog/index.ts'

type GiveUp = (db: BareDatabase, claim: never, now: number) => Promise<boolean>

/** By kind of job. Each marks its row so that nobody claims it again, and leaves to the main thread what else that means. */
const giveUpOf: Record<string, GiveUp> = { logo: abandonLogo }

/** False where the job was settled meanwhile, or nobody knows how to give it up. `now` in Unix seconds. */
export async function giveUpJob(
  db: BareDatabase,
  { kind, claim }: ClaimedJob,
  now: number,
): Promise<boolean> {
  const giveUp = claim === null ? undefined : giveUpOf[kind]
  return (await giveUp?.(db, claim as never, now)) ?? false
}
