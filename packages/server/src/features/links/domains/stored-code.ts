// A code in the form in which its domain stores it, in lower case where the domain ignores case, and whether it is an alias.
import { type RawBuilder, sql } from 'kysely'

/**
 * For statements that take or look up a code. The domain's setting is read by the statement itself: so whoever takes a code
 * while the setting changes waits for the change, which locks the table, and then sees it.
 */
export function storedCode(domainId: number, code: string): RawBuilder<string> {
  return sql<string>`case when exists (
    select 1 from domain_settings where domain_settings.domain_id = ${domainId} and domain_settings.case_insensitive = 1
  ) then lower(${code}) else ${code} end`
}

/** Whether a code is an alias. */
export function isAlias(domainId: number, code: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from code_aliases
    where code_aliases.domain_id = ${domainId} and code_aliases.code = ${storedCode(domainId, code)}
  )`
}
