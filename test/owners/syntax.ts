// What the judge needs of PostgreSQL's syntax trees, as PostgreSQL's own parser makes them.
import { type A_Expr, loadModule, type Node, parseSync } from 'libpg-query'

await loadModule()

export const verbs = {
  SelectStmt: 'select',
  InsertStmt: 'insert',
  UpdateStmt: 'update',
  DeleteStmt: 'delete',
} as const

// Statements that touch rows in ways that aren't judged, because Linnet has none of them.
const unknown = ['MergeStmt', 'CopyStmt', 'TruncateStmt']

/**
 * Each query of a text that isn't part of another one; a cursor's too. Throws if the text isn't PostgreSQL's SQL, or has a
 * statement that can't be judged.
 */
export function queriesOf(text: string): Node[] {
  const statements = (parseSync(text).stmts ?? []).flatMap(({ stmt }) => stmt ?? [])
  const odd = statements.find((node) => unknown.some((kind) => kind in node))
  if (odd) throw new Error(`test/owners can't judge a ${Object.keys(odd)[0]}`)
  return statements.flatMap((node) => nodesIn(node, isQuery))
}

function isQuery(node: Node): boolean {
  return Object.keys(verbs).some((verb) => verb in node)
}

/** The outermost nodes of a kind in a part of a tree, without those in queries below it. */
export function nodesIn(part: unknown, isWanted: (node: Node) => boolean): Node[] {
  if (typeof part !== 'object' || part === null) return []
  if (!Array.isArray(part) && isWanted(part as Node)) return [part as Node]
  if (!Array.isArray(part) && isQuery(part as Node)) return []
  return Object.values(part).flatMap((inner) => nodesIn(inner, isWanted))
}

export function withoutCasts(node: Node): Node {
  return 'TypeCast' in node && node.TypeCast.arg ? withoutCasts(node.TypeCast.arg) : node
}

/** The name of a column, and that of its table if it has one; null for anything else, such as all columns (`*`). */
export function namesOf(node: Node): { table: string | null; column: string } | null {
  if (!('ColumnRef' in node)) return null
  const names = (node.ColumnRef.fields ?? []).map((field) => ('String' in field ? field.String.sval : null))
  const column = names.at(-1) ?? null
  return column === null ? null : { table: names.at(-2) ?? null, column }
}

/** Whether an expression needs nothing but parameters and constants. */
export function isGiven(node: Node): boolean {
  return nodesIn(node, (inner) => 'ColumnRef' in inner || 'SubLink' in inner || isQuery(inner)).length === 0
}

/** A condition that compares something. */
export interface Comparison {
  operator: string
  /** Whether it tests for null, for equality (also with something in a list), or for something else. */
  kind: 'presence' | 'equality' | 'range'
  /** The sides: several pairs if rows are compared. */
  pairs: [Node, Node][]
}

const nothing: Node = { A_Const: { isnull: true } }

/** What a condition compares; null if it is of another kind. */
export function comparisonOf(condition: Node): Comparison | null {
  if ('NullTest' in condition) {
    const { arg = nothing, nulltesttype } = condition.NullTest
    const operator = nulltesttype === 'IS_NULL' ? 'is null' : 'is not null'
    return { operator, kind: 'presence', pairs: [[arg, nothing]] }
  }
  if ('SubLink' in condition) {
    const { subLinkType, testexpr, operName } = condition.SubLink
    if (subLinkType !== 'ANY_SUBLINK' || !testexpr) return null
    const operator = operName ? nameOf(operName) : '='
    return { operator, kind: operator === '=' ? 'equality' : 'range', pairs: pairsOf(testexpr, condition) }
  }
  if (!('A_Expr' in condition)) return null
  const { kind, name, lexpr = nothing, rexpr = nothing } = condition.A_Expr
  const operator = nameOf(name)
  const isEquality = operator === '=' && equalities.includes(kind)
  return { operator, kind: isEquality ? 'equality' : 'range', pairs: pairsOf(lexpr, rexpr) }
}

const equalities: A_Expr['kind'][] = ['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN', 'AEXPR_NOT_DISTINCT']

function nameOf(name: Node[] = []): string {
  return name.map((part) => ('String' in part ? part.String.sval : '')).join('.')
}

/** The sides of a comparison; of rows, item by item: `(a, b) = ($1, $2)`, `(a, b) in (($1, $2), ($3, $4))`. */
function pairsOf(left: Node, right: Node): [Node, Node][] {
  if (!('RowExpr' in left)) return [[left, right]]
  const rows = 'List' in right ? (right.List.items ?? []) : [right]
  return (left.RowExpr.args ?? []).map((item, at) => {
    const items = rows.map((row) => ('RowExpr' in row ? (row.RowExpr.args?.[at] ?? row) : row))
    return [item, items.length === 1 ? (items[0] ?? right) : { List: { items } }]
  })
}
