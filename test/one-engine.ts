// Where one engine proves it: SQLite in the first tier, PostgreSQL when the suite runs on that alone.
import { type Engine, engines } from './databases.ts'

/** For `describe.each`: what costs much and has nothing to do with SQL. */
export const oneEngine: Engine[] = engines.slice(0, 1)
