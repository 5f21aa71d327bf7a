// The SQL that finds the neighbours of a mistyped code: it walks the primary keys of codes, and needs no index of its own.
import { longestShortCode } from '@linnet/contract/short-codes'
import { CompiledQuery } from 'kysely'
import type { Database } from '../../../db/database.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'

/** A code that may be offered to visitors. */
export interface OfferedCode {
  code: string
  user_id: number
  /** Null: a microsite's. */
  link_id: number | null
  microsite_id: number | null
  /** The link's own code, if this is an alias. */
  own_code: string | null
}

/** What codes of a domain begin with: the letters after each prefix of a mistyped code, and its variants in other case. */
export interface Beginnings {
  /** By the length of the prefix. */
  after: string[]
  variants: string[]
}

// Sorts after every character of a code.
const last = "'~'"
// A code of 48 letters has more variants than could ever be read.
const mostVariants = 200
// Somebody could create codes in which every letter follows every prefix. Among a hundred million random codes, about 250 letters
// follow.
const mostLetters = 400

/** How an engine takes a list as a parameter, and gives rows as one. */
interface ListForms {
  parameter(number: number): string
  /** The list as a table with the column `prefix`. */
  table(number: number): string
  /** Where the list has codes of this table. */
  among(codes: string, number: number): string
  collected(columns: string): string
  pass(values: readonly string[]): unknown
}

const sqliteLists: ListForms = {
  parameter: (number) => `?${number}`,
  table: (number) => `(select value as prefix from json_each(?${number})) as wanted`,
  among: (codes, number) =>
    `from json_each(?${number}) as wanted cross join ${codes} on ${codes}.code = wanted.value where`,
  collected: (columns) => `json_group_array(json_array(${columns}))`,
  pass: (values) => JSON.stringify(values),
}

const postgresLists: ListForms = {
  parameter: (number) => `$${number}`,
  table: (number) => `unnest(cast($${number} as text[])) as wanted (prefix)`,
  among: (codes, number) => `from ${codes} where ${codes}.code = any(cast($${number} as text[])) and`,
  collected: (columns) => `cast(coalesce(json_agg(json_build_array(${columns})), '[]') as text)`,
  pass: (values) => values,
}

type Lookup = (...parameters: unknown[]) => MaybePromise<{ found: string } | undefined>

export class NeighbourStore {
  private readonly lists: ListForms
  private readonly beginning: Lookup
  private readonly existing: Lookup
  private readonly allowing: Lookup

  constructor(db: Database) {
    this.lists = db.engine === 'sqlite' ? sqliteLists : postgresLists
    // Planning them takes PostgreSQL longer than running them.
    const prepare = (text: string): Lookup => db.prepare({ compile: () => CompiledQuery.raw(text) })
    this.beginning = prepare(beginningsIn(this.lists))
    this.existing = prepare(existingIn(this.lists))
    this.allowing = prepare(allowedIn(this.lists))
  }

  /**
   * The letters that follow each prefix, from a length of `from` on, in any code of the domain, and those of its codes that may
   * differ from this one only in case. Null if these are too many letters.
   */
  async beginnings(domainId: number, code: string, from: number): Promise<Beginnings | null> {
    const prefixes = Array.from({ length: code.length + 1 - from }, (_, index) => code.slice(0, from + index))
    const row = await this.beginning(domainId, code, this.lists.pass(prefixes))
    const after: string[] = Array.from({ length: code.length + 1 }, () => '')
    const variants: string[] = []
    for (const [prefix, letter] of JSON.parse(row?.found ?? '[]') as [string, string | null][])
      if (letter === null) variants.push(prefix)
      else after[prefix.length] += letter
    return after.join('').length > mostLetters ? null : { after, variants }
  }

  /** Those of the given codes that exist on the domain, and lead somewhere that visitors may be offered. */
  async offered(domainId: number, codes: readonly string[], now: number): Promise<OfferedCode[]> {
    const row = await this.existing(domainId, this.lists.pass(codes))
    const existing = (JSON.parse(row?.found ?? '[]') as [string][]).map(([code]) => code)
    return existing.length === 0 ? [] : await this.allowed(domainId, existing, unixSeconds(now))
  }

  private async allowed(domainId: number, codes: string[], now: number): Promise<OfferedCode[]> {
    const row = await this.allowing(domainId, this.lists.pass(codes), now)
    type Columns = [string, number, number | null, number | null, string | null]
    return (JSON.parse(row?.found ?? '[]') as Columns[]).map(
      ([code, user_id, link_id, microsite_id, own_code]) => ({
        ...{ code, user_id, link_id, microsite_id, own_code },
      }),
    )
  }
}

/** Parameters: the domain's number, the code and its prefixes. Rows: a prefix and the letter after it, or a variant and null. */
function beginningsIn({ parameter, table, collected }: ListForms): string {
  const domain = `cast(${parameter(1)} as bigint)`
  const next = (beyond: string) => `(
    select min(code) from (
      select min(codes.code) as code from codes
      where codes.domain_id = ${domain} and codes.code > ${beyond} and codes.code < prefix || ${last}
      union all
      select min(code_aliases.code) from code_aliases
      where code_aliases.domain_id = ${domain} and code_aliases.code > ${beyond}
        and code_aliases.code < prefix || ${last}
    ) as found)`
  const first = 'substr(walk.rest, 1, 1)'
  const step = `walk.prefix || case branch.upper when 1 then upper(${first}) else lower(${first}) end`
  const begins = (codes: string) => `exists (
    select 1 from ${codes} as known
    where known.domain_id = ${domain} and known.code >= ${step} and known.code < ${step} || ${last})`
  return `
    with recursive child (prefix, code) as (
      select prefix, ${next('prefix')} from ${table(3)}
      union all
      select prefix, ${next(`substr(child.code, 1, length(prefix) + 1) || ${last}`)}
      from child where child.code is not null
    ), walk (prefix, rest) as (
      select cast('' as text), cast(${parameter(2)} as text)
      union all
      select ${step}, substr(walk.rest, 2)
      from walk cross join (select 0 as upper union all select 1) as branch
      where walk.rest <> '' and (branch.upper = 0 or upper(${first}) <> lower(${first}))
        and (${begins('codes')} or ${begins('code_aliases')})
    )
    select ${collected('prefix, letter')} as found from (
      select prefix, substr(code, length(prefix) + 1, 1) as letter
      from (select prefix, code from child limit ${mostLetters + 2 * longestShortCode}) as followed
      where code is not null
      union all
      select prefix, null from (select prefix, rest from walk limit ${mostVariants}) as walked where rest = ''
    ) as beginnings`
}

/** Parameters: the domain's number and the codes. */
function existingIn({ parameter, among, collected }: ListForms): string {
  const found = (codes: string) =>
    `select ${codes}.code ${among(codes, 2)} ${codes}.domain_id = cast(${parameter(1)} as bigint)`
  return `
    select ${collected('code')} as found from (
      ${found('codes')} union all ${found('code_aliases')}
    ) as existing`
}

/**
 * Parameters: the domain's number, codes that exist there, and the time in Unix seconds. A link that was imported has the code
 * that another program made, perhaps at random.
 */
function allowedIn({ parameter, among, collected }: ListForms): string {
  const domain = `cast(${parameter(1)} as bigint)`
  const now = `cast(${parameter(3)} as bigint)`
  return `
    with found as (
      select codes.code, link_id, microsite_id ${among('codes', 2)} codes.domain_id = ${domain}
        and not exists (select 1 from imported_links where imported_links.link_id = codes.link_id)
      union all
      select code_aliases.code, link_id, null ${among('code_aliases', 2)} code_aliases.domain_id = ${domain}
    )
    select ${collected('code, user_id, link_id, microsite_id, own_code')} as found from (
      select found.code, links.user_id, links.id as link_id, found.microsite_id, own.code as own_code
      from found join links on links.id = found.link_id
        join codes as own on own.link_id = links.id
        join workspaces on workspaces.id = links.user_id
      where links.user_id > 0 and workspaces.deleted_at is null and workspaces.blocked_at is null
        and links.password_hash is null and links.disposable = 0 and links.consumed_at is null
        and links.archived_at is null and links.blocked_at is null
        and (links.max_clicks is null or links.max_clicks_used < links.max_clicks)
        and (links.starts_at is null or links.starts_at <= ${now})
        and (links.expired_at is null or links.expired_at > ${now})
      union all
      select found.code, microsites.user_id, null, microsites.id, null
      from found join microsites on microsites.id = found.microsite_id
        join workspaces on workspaces.id = microsites.user_id
      where workspaces.deleted_at is null and workspaces.blocked_at is null and microsites.blocked_at is null
        and microsites.published_at is not null and microsites.hidden = 0 and microsites.deleted_at is null
    ) as allowed`
}
