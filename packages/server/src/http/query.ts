// Converts a query string to its schema's types, so that the same schema works for queries and JSON.
import { detailOf, type Operation, Refusal } from '@linnet/contract'
import { z } from 'zod'

type Kind = 'integer' | 'boolean' | 'string' | 'array'

const kinds = new WeakMap<Operation, Map<string, Kind>>()

/**
 * The values in an address's query, by name; a list has the values of a repeated parameter, which are strings. A value that
 * doesn't look like its type stays a string, which the schema refuses.
 */
export function readQuery(operation: Operation, address: string): Record<string, unknown> {
  if (!address.includes('?')) return {}
  const search = new URL(address).searchParams
  const known = kindsOf(operation)
  const values: Record<string, unknown> = {}
  for (const [name, kind] of known) {
    const given = search.getAll(name)
    const [value, ...more] = given
    if (value === undefined) continue
    if (kind === 'array') {
      values[name] = given
      continue
    }
    if (more.length > 0)
      throw new Refusal('malformed_request', undefined, [detailOf(name, { code: 'repeated' })])
    values[name] = typed(kind, value)
  }
  return values
}

function typed(kind: Kind, value: string): unknown {
  if (kind === 'integer' && /^-?\d+$/.test(value)) return nearestSafe(Number(value))
  if (kind === 'boolean' && /^(true|false)$/.test(value)) return value === 'true'
  return value
}

/** Clamps numbers beyond the safe range, so that they are refused with the message of the field's own limit. */
function nearestSafe(value: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value))
}

function kindsOf(operation: Operation): Map<string, Kind> {
  let known = kinds.get(operation)
  if (!known) {
    const { properties = {} } = z.toJSONSchema(operation.query, { io: 'input' })
    known = new Map(
      Object.entries(properties).map(([name, schema]) => [
        name,
        (schema as { type?: Kind }).type ?? 'string',
      ]),
    )
    kinds.set(operation, known)
  }
  return known
}
