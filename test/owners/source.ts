// A table in a query, and what the query's conditions say about its rows.
import { belongsToWorkspaces, namesOwner, ownerColumn } from './tables.ts'

/** What a query reads: only parameters; rows of owners who are named; or others, or tables that belong to nobody. */
export type Kind = 'parameters' | 'owned' | 'open'

/** What a column is compared with, such as ` <`; empty if it has to equal something. */
export interface Condition {
  text: string
  strength: number
  /** The table whose column it is compared with, if it is one. */
  with: Source | undefined
}

/** How much a condition says about which rows are found. */
export const strengths = {
  join: 1,
  presence: 2,
  reference: 3,
  range: 4,
  alternative: 5,
  equality: 6,
} as const

/** A table in a query, or a query in its place (then `table` is null). */
export class Source {
  /** Columns that equal parameters. */
  private readonly given = new Set<string>()
  /** Whether it is joined with rows whose owner is named. */
  private isJoined = false
  private readonly conditions = new Map<string, Condition>()

  constructor(
    readonly name: string,
    readonly table: string | null,
    readonly kind: () => Kind = () => 'open',
  ) {}

  get belongs(): boolean {
    return this.table !== null && belongsToWorkspaces(this.table)
  }

  get isOwned(): boolean {
    const owner = this.table === null ? null : ownerColumn(this.table)
    return this.isJoined || (owner !== null && this.given.has(owner)) || this.kind() === 'owned'
  }

  /** Whether a column equals parameters. */
  isGiven(column: string): boolean {
    return this.given.has(column) || this.kind() === 'parameters'
  }

  /** Notes that a column equals parameters, or a column of rows whose owner is named; returns whether that is news. */
  learn(column: string, { isGiven, isOwned }: { isGiven: boolean; isOwned: boolean }): boolean {
    const joins = isOwned && this.table !== null && namesOwner(this.table, column)
    const isNews = (isGiven && !this.given.has(column)) || (joins && !this.isJoined)
    if (isGiven) this.given.add(column)
    if (joins) this.isJoined = true
    return isNews
  }

  /** Notes a condition; of several with one column, the strongest counts. */
  note(column: string, condition: Condition): void {
    const known = this.conditions.get(column)
    if (!known || condition.strength > known.strength) this.conditions.set(column, condition)
  }

  get found(): [string, Condition][] {
    return [...this.conditions]
  }
}

/**
 * How the rows of tables are found: by the strongest conditions, and by nothing but a number or id if that is among them. How
 * the tables are joined with each other doesn't count.
 */
export function foundBy(sources: Source[]): string[] {
  const tables = new Set(sources.map(({ table }) => table))
  const all = sources
    .flatMap(({ table, found }) => found.map(([column, condition]) => ({ table, column, ...condition })))
    .filter((condition) => !condition.with || !sources.includes(condition.with))
  const most = Math.max(...all.map(({ strength }) => strength))
  const strongest = all.filter(({ strength }) => strength === most)
  const unique = strongest.filter(({ column }) => column === 'id' || column === 'public_id')
  const deciding = most === strengths.equality && unique.length > 0 ? unique : strongest
  const texts = deciding.map(
    ({ table, column, text }) => (tables.size > 1 ? `${table}.` : '') + column + text,
  )
  return [...new Set(texts)].sort()
}
