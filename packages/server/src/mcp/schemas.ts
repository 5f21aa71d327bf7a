// The JSON Schemas of the tools: an object at the root without references, as the strictest clients require.
import { type Operation, UnixTime } from '@linnet/contract'
import { z } from 'zod'
import { argumentsOf } from './tool-arguments.ts'

type Json = Record<string, unknown>
type Direction = 'input' | 'output'

/** A JSON Schema (2020-12, and draft-07 as well) of an object. */
export type ObjectSchema = { type: 'object' } & Json

/** A tool's arguments. */
export function inputSchemaOf(operation: Operation): ObjectSchema {
  const { unlisted, withoutShapes = [] } = operation.tool ?? {}
  const schema = inlined(z.object(argumentsOf(operation)), 'input', unlisted)
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(
    ([name, one]): [string, Json] => [name, withoutShapes.includes(name) ? withoutShape(one) : one],
  )
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** The schema of a value whose objects have any fields. */
function withoutShape({ properties: _properties, required: _required, ...schema }: Json): Json {
  const { items, anyOf } = schema as { items?: Json; anyOf?: Json[] }
  return {
    ...schema,
    ...(items ? { items: withoutShape(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(withoutShape) } : {}),
  }
}

/** A tool's structured content; `isUndoable`: it also has the token that undoes the change. */
export function outputSchemaOf({ answer, tool }: Operation, isUndoable: boolean): ObjectSchema {
  const given = tool?.answer ?? answer
  return inlined(isUndoable ? given.extend({ undo_token: z.string().optional() }) : given, 'output')
}

// Identifiers are only for references, and each tool has an example of its arguments.
const needless = new Set(['$schema', '$defs', 'id', 'examples', 'writeOnly'])
// Limits in results are of no use to a reader.
const needlessInAnswers = new Set([
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'default'],
])

function inlined(schema: z.ZodObject, direction: Direction, unlisted: readonly string[] = []): ObjectSchema {
  const root = z.toJSONSchema(schema, { io: direction }) as Json
  const definitions = (root.$defs ?? {}) as Record<string, Json>

  function inline(given: Json): Json {
    const { $ref, ...beside } = given
    const found = typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')] : undefined
    const kept = Object.entries({ ...found, ...beside }).flatMap(([keyword, value]): [string, unknown][] => {
      if (needless.has(keyword)) return []
      if (direction === 'output' && needlessInAnswers.has(keyword)) return []
      return within(keyword, value)
    })
    return describedOnce(oneTypeEach(withoutIdleBounds(Object.fromEntries(kept))))
  }

  /** A keyword with its schemas inlined; nothing if it would then be empty. */
  function within(keyword: string, value: unknown): [string, unknown][] {
    switch (keyword) {
      case 'properties': {
        const entries = Object.entries(value as Record<string, Json>).filter(
          ([name]) => !unlisted.includes(name),
        )
        return [[keyword, Object.fromEntries(entries.map(([name, one]) => [name, inline(one)]))]]
      }
      case 'items':
        return [[keyword, inline(value as Json)]]
      case 'anyOf': {
        // A reference into the API's description is replaced by a description here.
        const known = (value as Json[]).filter(({ $ref }) => !String($ref ?? '').startsWith('#/components/'))
        return known.length > 0 ? [[keyword, known.map(inline).flatMap(alternatives)]] : []
      }
      case 'additionalProperties':
        // Unknown arguments are ignored, and objects may have other fields.
        return []
      case 'format':
        // URLs may be in any script here, which this format (RFC 3986) doesn't permit.
        return value === 'uri' ? [] : [[keyword, value]]
      default:
        return [[keyword, value]]
    }
  }

  return inline(root) as ObjectSchema
}

/**
 * Without redundant limits: a length that a pattern limits as well, and the last second of the year 9999, which only a time
 * in milliseconds would exceed.
 */
function withoutIdleBounds({ maxLength, maximum, ...schema }: Json): Json {
  return {
    ...schema,
    ...(maxLength === undefined || isBounded(schema.pattern) ? {} : { maxLength }),
    ...(maximum === undefined || maximum === UnixTime.maxValue ? {} : { maximum }),
  }
}

/** Whether a pattern limits the length: it covers the whole string, and has no unlimited repetition. */
function isBounded(pattern: unknown): boolean {
  if (typeof pattern !== 'string' || !/^\^.*\$$/.test(pattern)) return false
  // Without its classes, in which these are plain characters.
  const outside = pattern.split(']').map((piece) => piece.split('[', 1)[0])
  return !/[*+]|\{\d+,\}/.test(outside.join(''))
}

/** A schema of several types as alternatives of one type each: not every client knows lists of types. */
function oneTypeEach(schema: Json): Json {
  const { type, description, default: byDefault, ...limits } = schema
  if (!Array.isArray(type)) return schema
  return {
    ...(description === undefined ? {} : { description }),
    ...(byDefault === undefined ? {} : { default: byDefault }),
    anyOf: type.map((one) => (one === 'null' ? { type: one } : { type: one, ...limits })),
  }
}

/** A schema whose alternatives don't describe again what it describes itself. */
function describedOnce(schema: Json): Json {
  const { description, anyOf } = schema
  if (description === undefined || !Array.isArray(anyOf)) return schema
  return { ...schema, anyOf: anyOf.map(({ description: _again, ...one }) => one) }
}

/** The alternatives of a schema that consists only of these, so that they aren't nested. */
function alternatives(schema: Json): Json[] {
  const { anyOf, ...rest } = schema
  return Array.isArray(anyOf) && Object.keys(rest).length === 0 ? anyOf : [schema]
}
