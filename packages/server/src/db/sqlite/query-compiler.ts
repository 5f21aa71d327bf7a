// How Kysely's queries become SQL for SQLite.
import { SqliteQueryCompiler } from 'kysely'

/**
 * Writes `+?` for a value instead of `?`. They mean the same, but SQLite plans a join with `column = ?`, and anything with
 * `limit ?`, anew whenever the statement gets other values, because it looks at the value while it plans
 * (`sqlite3ExprIsInteger` in its source). Planning takes far longer than looking up a row (decision 0061).
 */
export class PlannedOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}
