// Finds the unknown fields of a request, so that the response can point out misspelled names.
import { api, BulkItem, type ComponentKind, componentData, type Operation } from '@linnet/contract'
import { z } from 'zod'

export interface UnknownField {
  /** The path of the object that has it: names and indexes. */
  at: (string | number)[]
  name: string
  /** The fields of such an object. */
  known: string[]
}

// Names are untrusted input, so a response repeats only this much of them.
const mostNamed = 20
const longestPath = 100

const bulkItems = z.array(BulkItem)

/** The fields of a body that were ignored, as paths such as `links.0.disposable`; undefined if all are known. */
export function ignoredFields(operation: Operation, body: unknown): string[] | undefined {
  if (operation.body === null) return undefined
  const paths: string[] = []
  for (const { at, name } of unknownFields(operation, operation.body.shape, body)) {
    paths.push(shortened([...at, name].join('.')))
    if (paths.length === mostNamed) break
  }
  return paths.length > 0 ? paths : undefined
}

/** Finds the unknown fields in an operation's valid input; `shape` has the top-level fields. */
export function* unknownFields(
  operation: Operation,
  shape: z.ZodRawShape,
  given: unknown,
): Generator<UnknownField> {
  yield* amongFields(shape, given as object, [])
  // These are validated item by item, or by the kind, so the operation's schema doesn't describe them.
  const { links, kind, data } = given as { links?: unknown; kind: ComponentKind; data?: unknown }
  if (operation === api.links.createMany) yield* within(bulkItems, links, ['links'])
  if (operation === api.components.create || operation === api.components.update)
    yield* within(componentData[kind], withoutHasPassword(data), ['data'])
}

/** Responses have it instead of a password, and clients send data back as they read it. */
function withoutHasPassword(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  const { hasPassword: _, ...sent } = data as Record<string, unknown>
  return sent
}

function* within(schema: unknown, value: unknown, at: (string | number)[]): Generator<UnknownField> {
  if (typeof value !== 'object' || value === null) return
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    yield* within(schema.unwrap(), value, at)
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) yield* within(option, value, at)
  else if (schema instanceof z.ZodArray && Array.isArray(value))
    for (const [place, item] of value.entries()) yield* within(schema.element, item, [...at, place])
  else if (schema instanceof z.ZodObject && !schema.def.catchall && !Array.isArray(value))
    yield* amongFields(schema.shape, value, at)
}

function* amongFields(shape: z.ZodRawShape, value: object, at: (string | number)[]): Generator<UnknownField> {
  const known = Object.keys(shape)
  for (const name of Object.keys(value)) if (!Object.hasOwn(shape, name)) yield { at, name, known }
  for (const name of known)
    if (Object.hasOwn(value, name))
      yield* within(shape[name], (value as Record<string, unknown>)[name], [...at, name])
}

function shortened(path: string): string {
  return (path.length > longestPath ? `${path.slice(0, longestPath - 1)}…` : path).toWellFormed()
}
