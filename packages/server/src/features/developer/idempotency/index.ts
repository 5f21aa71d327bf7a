// Idempotency-Key: a repeated request gets the first answer again. The feature's public API.
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import { oneNode } from '../../../platform/time/schedule.ts'
import { Idempotency } from './store.ts'

export function createIdempotency({ db, clock }: { db: Database; clock: Clock }): Module & {
  idempotency: Idempotency
} {
  const idempotency = new Idempotency(db)
  return {
    idempotency,
    jobs: [oneNode('prune idempotency keys', 600_000, () => idempotency.prune(unixSeconds(clock.now())))],
  }
}
