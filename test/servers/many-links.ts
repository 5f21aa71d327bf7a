// Makes PostgreSQL believe that it has very many links, which changes its query plans and what the server prepares.
import type { FreshDatabase } from '../databases.ts'
import { runStatement } from './statements.ts'

/** Sets the row estimate in PostgreSQL's statistics, which holds until the next ANALYZE. */
export async function pretendManyLinks(database: FreshDatabase): Promise<void> {
  await runStatement(database, "update pg_class set reltuples = 1000000 where oid = to_regclass('links')")
}
