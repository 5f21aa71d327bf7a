// Judges whether a statement names the owner of every row that it touches in the tables of workspaces.
import type { CommonTableExpr, Node, RangeVar, SelectStmt, SubLink, WithClause } from 'libpg-query'
import { foundBy, type Kind, Source, strengths } from './source.ts'
import {
  type Comparison,
  comparisonOf,
  isGiven,
  namesOf,
  nodesIn,
  queriesOf,
  verbs,
  withoutCasts,
} from './syntax.ts'
import { belongsToWorkspaces, ownerColumn } from './tables.ts'

/**
 * The parts of a statement that touch rows of workspaces without naming their owner, as one line each: what is done, to which
 * tables, and by which columns the rows are found, such as `select codes by code, domain_id`. There are none if the owner is
 * named everywhere: by a column that has to equal parameters, or by a join with rows whose owner is named. Only conditions
 * that every row has to meet count, so that an owner may be overlooked, but none is invented.
 */
export function ownerlessParts(statement: string): string[] {
  const lines = new Set<string>()
  for (const node of queriesOf(statement)) new Query(node, null, new Map()).report(lines)
  return [...lines].sort()
}

interface Clauses {
  relation?: RangeVar
  fromClause?: Node[]
  usingClause?: Node[]
  whereClause?: Node
  withClause?: WithClause
  larg?: SelectStmt
  rarg?: SelectStmt
  selectStmt?: Node
  cols?: Node[]
}

interface Column {
  source: Source
  name: string
}

/** A statement, or a query in one. */
class Query {
  private readonly verb: keyof typeof verbs
  private readonly clauses: Clauses
  private readonly sources: Source[] = []
  /** The queries in it. */
  private readonly parts: Query[] = []
  private readonly subqueries = new Map<SubLink, Query>()
  /** Conditions of joins, with the sources whose rows have to meet them. */
  private readonly joins: { quals: Node; bound: Source[] }[] = []
  /** What follows from its conditions; each returns whether that is news. */
  private readonly conclusions: (() => boolean)[] = []

  constructor(
    node: Node,
    private readonly outer: Query | null,
    /** Queries that `with` has given a name. */
    private named: ReadonlyMap<string, () => Kind>,
  ) {
    const [verb, clauses] = Object.entries(node)[0] as [keyof typeof verbs, Clauses]
    this.verb = verb
    this.clauses = clauses
    const { relation, fromClause = [], usingClause = [], whereClause, withClause, larg, rarg } = clauses
    for (const each of withClause?.ctes ?? []) if ('CommonTableExpr' in each) this.name(each.CommonTableExpr)
    for (const side of [larg, rarg]) if (side) this.add({ SelectStmt: side })
    if (clauses.selectStmt) this.add(clauses.selectStmt)
    if (relation && verb !== 'InsertStmt') this.addSources({ RangeVar: relation })
    for (const item of [...fromClause, ...usingClause]) this.addSources(item)
    for (const subquery of this.subLinks())
      this.subqueries.set(subquery, this.add(subquery.subselect as Node))
    for (const { quals, bound } of this.joins) this.read(quals, bound)
    if (whereClause) this.read(whereClause, this.sources)
  }

  /** Adds what names no owner to `lines`. */
  report(lines: Set<string>): void {
    this.conclude()
    for (const part of this.parts) part.report(lines)
    const line = this.line()
    if (line) lines.add(line)
  }

  kind(): Kind {
    this.conclude()
    if (this.verb === 'InsertStmt') return this.insertsOwner() ? 'owned' : 'open'
    if (this.sources.some((source) => source.belongs && !source.isOwned)) return 'open'
    if (this.sources.some((source) => source.isOwned)) return 'owned'
    const kinds = (this.sources.length > 0 ? this.sources : this.parts).map((one) => one.kind())
    if (kinds.includes('open')) return 'open'
    return kinds.includes('owned') ? 'owned' : 'parameters'
  }

  private line(): string | null {
    const target = this.clauses.relation?.relname ?? ''
    if (this.verb === 'InsertStmt')
      return belongsToWorkspaces(target) && !this.insertsOwner() ? `insert ${target}` : null
    const open = this.sources.filter((source) => source.belongs && !source.isOwned)
    if (open.length === 0) return null
    const verb = open.some(({ table }) => table === target) ? verbs[this.verb] : 'select'
    const tables = [...new Set(open.map(({ table }) => table))]
    const columns = foundBy(open)
    return `${verb} ${tables.join(', ')}${columns.length > 0 ? ` by ${columns.join(', ')}` : ''}`
  }

  /** Whether the rows that it inserts name their owner, or come from rows whose owner is named. */
  private insertsOwner(): boolean {
    const owner = ownerColumn(this.clauses.relation?.relname ?? '')
    const columns = (this.clauses.cols ?? []).map((column) => 'ResTarget' in column && column.ResTarget.name)
    const { selectStmt } = this.clauses
    return owner === null
      ? this.parts.some((part) => part.isOf(selectStmt) && part.kind() === 'owned')
      : columns.includes(owner)
  }

  private isOf(node: Node | undefined): boolean {
    return node !== undefined && Object.values(node)[0] === this.clauses
  }

  private conclude(): void {
    while (this.conclusions.filter((conclusion) => conclusion()).length > 0);
  }

  private add(node: Node): Query {
    const part = new Query(node, this, this.named)
    this.parts.push(part)
    return part
  }

  private name({ ctename = '', ctequery }: CommonTableExpr): void {
    // A recursive query that refers to itself adds nothing to what it is.
    this.named = new Map([...this.named, [ctename, () => 'open']])
    const part = this.add(ctequery as Node)
    this.named = new Map([...this.named, [ctename, () => part.kind()]])
  }

  private subLinks(): SubLink[] {
    const { withClause: _with, larg: _left, rarg: _right, ...own } = this.clauses
    return nodesIn(own, (node) => 'SubLink' in node).flatMap((node) =>
      'SubLink' in node ? node.SubLink : [],
    )
  }

  /** Adds the tables of an item of FROM, and returns them. */
  private addSources(item: Node): Source[] {
    if (!('JoinExpr' in item)) {
      const source = this.sourceOf(item)
      this.sources.push(source)
      return [source]
    }
    const { jointype, larg, rarg, quals } = item.JoinExpr
    const left = larg ? this.addSources(larg) : []
    const right = rarg ? this.addSources(rarg) : []
    // Of an outer join, the rows on one side stay even if the other side has none.
    const bound = [
      ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_RIGHT' ? left : []),
      ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_LEFT' ? right : []),
    ]
    if (quals) this.joins.push({ quals, bound })
    return [...left, ...right]
  }

  private sourceOf(item: Node): Source {
    if ('RangeVar' in item) {
      const { relname = '', alias } = item.RangeVar
      const named = this.named.get(relname)
      return new Source(alias?.aliasname ?? relname, named ? null : relname, named)
    }
    if ('RangeSubselect' in item) {
      const part = this.add(item.RangeSubselect.subquery as Node)
      return new Source(item.RangeSubselect.alias?.aliasname ?? '', null, () => part.kind())
    }
    const alias = 'RangeFunction' in item ? item.RangeFunction.alias?.aliasname : undefined
    const kind = isGiven(item) ? 'parameters' : 'open'
    return new Source(alias ?? '', null, () => kind)
  }

  /** Draws conclusions about the sources whose rows have to meet a condition. */
  private read(condition: Node, bound: Source[]): void {
    if ('BoolExpr' in condition) {
      const { boolop, args = [] } = condition.BoolExpr
      for (const arg of args) this.read(arg, boolop === 'AND_EXPR' ? bound : [])
      return
    }
    const comparison = comparisonOf(condition)
    if (!comparison) return
    for (const [left, right] of comparison.pairs) {
      const mustEqual = comparison.kind === 'equality' && bound.length > 0
      this.note(left, right, comparison, mustEqual)
      this.note(right, left, comparison, mustEqual)
      if (!mustEqual) continue
      this.follow(left, right, bound)
      this.follow(right, left, bound)
    }
  }

  /** Notes what the columns on one side of a condition are compared with. */
  private note(side: Node, other: Node, { operator, kind }: Comparison, mustEqual: boolean): void {
    const [match] = this.columnsIn(other)
    const table = match?.source.table
    const isColumn = (node: Node) => 'ColumnRef' in withoutCasts(node)
    const isPlain = isColumn(side) && (isColumn(other) || !match)
    const isSure = kind !== 'equality' || (mustEqual && isPlain)
    const words = [
      table || isQuery(other) || operator !== '=' ? operator : '',
      table ? `${table}.${match.name}` : isQuery(other) ? '(query)' : '',
      isPlain ? (isSure ? '' : 'perhaps') : 'computed',
    ]
    const text = words.map((word) => word && ` ${word}`).join('')
    const joined = match && table && this.sources.includes(match.source) ? match.source : undefined
    const join = joined?.belongs ? 'reference' : 'join'
    const strength = strengths[joined ? join : isSure ? kind : 'alternative']
    for (const { source, name } of this.columnsIn(side))
      if (this.sources.includes(source)) source.note(name, { text, strength, with: joined })
  }

  /** Concludes what equality says about a column. */
  private follow(side: Node, other: Node, bound: Source[]): void {
    const column = this.columnIn(side)
    if (!column || !bound.includes(column.source)) return
    const { source, name } = column
    const match = this.columnIn(other)
    const query = 'SubLink' in other ? this.subqueries.get(other.SubLink) : undefined
    if (match)
      this.conclusions.push(() =>
        source.learn(name, { isGiven: match.source.isGiven(match.name), isOwned: match.source.isOwned }),
      )
    else if (query)
      this.conclusions.push(() =>
        source.learn(name, { isGiven: query.kind() === 'parameters', isOwned: query.kind() === 'owned' }),
      )
    else if (isGiven(other))
      this.conclusions.push(() => source.learn(name, { isGiven: true, isOwned: false }))
  }

  /** The column that an expression is, with its source in this query or in one around it. */
  private columnIn(node: Node): Column | null {
    const names = namesOf(withoutCasts(node))
    return names && this.resolve(names)
  }

  /** The columns in an expression; one without the name of its table is taken for one of the table with an owner. */
  private columnsIn(node: Node): Column[] {
    if ('SubLink' in node) return []
    const owned = unique(this.sources.filter(({ belongs }) => belongs))
    return nodesIn(node, (inner) => 'ColumnRef' in inner).flatMap((inner) => {
      const names = namesOf(inner)
      const guess = owned && names?.table === null ? { source: owned, name: names.column } : []
      return this.columnIn(inner) ?? guess
    })
  }

  private resolve({ table, column }: { table: string | null; column: string }): Column | null {
    if (table === null && this.sources.length > 1) {
      // Which of the tables has such a column is known of owners only.
      const source = unique(this.sources.filter((each) => ownerColumn(each.table ?? '') === column))
      return source ? { source, name: column } : null
    }
    const source = this.sources.find(({ name }) => table === null || name === table)
    return source ? { source, name: column } : (this.outer?.resolve({ table, column }) ?? null)
  }
}

/** Whether an expression is the one value of a query. */
const isQuery = (node: Node) => 'SubLink' in node && node.SubLink.subLinkType === 'EXPR_SUBLINK'

function unique<T>(found: T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined
}
