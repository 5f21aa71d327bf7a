// The JSON Schemas of the tools: one object at the root, everything within it, as the strictest clients want it.
import { type Operation, UnixTime } from '@linnet/contract'
import { z } from 'zod'
import { argumentsOf } from './tool-arguments.ts'

type Json = Record<string, unknown>
type Direction = 'input' | 'output'

/** A JSON Schema (2020-12, and draft-07 as well) of an object. */
export type ObjectSchema = { type: 'object' } & Json

/** What a tool takes. */
export function inputSchemaOf(operation: Operation): ObjectSchema {
  return inlined(z.object(argumentsOf(operation)), 'input')
}

/** What a tool gives as structured content. */
export function outputSchemaOf({ answer, tool }: Operation): ObjectSchema {
  return inlined(tool?.answer ?? answer, 'output')
}

// Identifiers are for references, and an example of its arguments comes with each tool.
const needless = new Set(['$schema', '$defs', 'id', 'examples', 'writeOnly'])
// How large what we answer can be helps nobody who reads it.
const needlessInAnswers = new Set([
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'default'],
])

function inlined(schema: z.ZodObject, direction: Direction): ObjectSchema {
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
    return oneTypeEach(withoutIdleBounds(Object.fromEntries(kept)))
  }

  /** A keyword with the schemas in it inlined; nothing where it then would say nothing. */
  function within(keyword: string, value: unknown): [string, unknown][] {
    switch (keyword) {
      case 'properties': {
        const entries = Object.entries(value as Record<string, Json>)
        return [[keyword, Object.fromEntries(entries.map(([name, one]) => [name, inline(one)]))]]
      }
      case 'items':
        return [[keyword, inline(value as Json)]]
      case 'anyOf': {
        // What refers into the API's description has its words in a description here.
        const known = (value as Json[]).filter(({ $ref }) => !String($ref ?? '').startsWith('#/components/'))
        return known.length > 0 ? [[keyword, known.map(inline).flatMap(alternatives)]] : []
      }
      case 'additionalProperties':
        // Unknown arguments are ignored, and what else an object may hold is free.
        return []
      case 'format':
        // Addresses may be in any script here, which this format (RFC 3986) does not let through.
        return value === 'uri' ? [] : [[keyword, value]]
      default:
        return [[keyword, value]]
    }
  }

  return inline(root) as ObjectSchema
}

/**
 * Without what excludes nothing more: a length where a pattern bounds it, and the last second of the year 9999, which
 * only a time in milliseconds would exceed.
 */
function withoutIdleBounds({ maxLength, maximum, ...schema }: Json): Json {
  return {
    ...schema,
    ...(maxLength === undefined || isBounded(schema.pattern) ? {} : { maxLength }),
    ...(maximum === undefined || maximum === UnixTime.maxValue ? {} : { maximum }),
  }
}

/** Whether a pattern matches texts of some length only: it is of the whole text, and repeats nothing endlessly. */
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

/** Those of a schema that is nothing but alternatives, so that these do not lie within others. */
function alternatives(schema: Json): Json[] {
  const { anyOf, ...rest } = schema
  return Array.isArray(anyOf) && Object.keys(rest).length === 0 ? anyOf : [schema]
}
