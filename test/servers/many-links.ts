// A PostgreSQL that takes its links for very many: how it plans, and what the server prepares, depends on that.
import type { FreshDatabase } from '../databases.ts'
import { runStatement } from './statements.ts'

/** Says so in its statistics, until it counts. */
export async function pretendManyLinks(database: FreshDatabase): Promise<void> {
  await runStatement(database, "update pg_class set reltuples = 1000000 where oid = to_regclass('links')")
}
