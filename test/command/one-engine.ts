// For tests that need one engine only: SQLite, or PostgreSQL when the tests run on PostgreSQL only.
import { type Engine, engines } from '../databases.ts'

/** For `describe.each`, with expensive tests that have nothing to do with SQL. */
export const oneEngine: Engine[] = engines.slice(0, 1)
