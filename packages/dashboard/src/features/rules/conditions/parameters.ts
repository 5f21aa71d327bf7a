// The parameters of a condition as rows of names and values, which are easier to edit than an object.
import type { Conditions } from '@linnet/contract'

export interface Parameter {
  name: string
  /** Empty for any value. */
  value: string
}

type Query = NonNullable<Conditions['query']>

/** At least one row. Several values of a name are several rows. */
export function parametersIn(query: Query): Parameter[] {
  const rows = Object.entries(query).flatMap(([name, value]) =>
    value === true ? [{ name, value: '' }] : [value].flat().map((one) => ({ name, value: one })),
  )
  return rows.length > 0 ? rows : [{ name: '', value: '' }]
}

/** Rows with the same name are alternatives. A row without a name stays, for the API to refuse. */
export function queryOf(rows: readonly Parameter[]): Query {
  const query: Query = {}
  for (const { name, value } of rows) {
    const before = Object.hasOwn(query, name) ? query[name] : undefined
    if (value === '' || before === true) query[name] = true
    else query[name] = before === undefined ? value : [before, value].flat()
  }
  return query
}
