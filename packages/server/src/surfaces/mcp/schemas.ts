// The JSON Schemas of the tools: one object at the root, everything within it, as the strictest clients want it.
import type { Operation } from '@linnet/contract'
import { z } from 'zod'

/** A JSON Schema (2020-12) of an object. */
export type ObjectSchema = { type: 'object' } & Record<string, unknown>

/** What a tool takes: path parameters, query and body of its operation in one object. */
export function inputSchemaOf({ params, query, body }: Operation): ObjectSchema {
  const shape: z.ZodRawShape = { ...params.shape, ...query.shape, ...body?.shape }
  return inlined(z.object(shape), 'input')
}

/** What a tool gives as structured content. */
export function outputSchemaOf({ answer, tool }: Operation): ObjectSchema {
  return inlined(tool?.answer ?? answer, 'output')
}

function inlined(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io }) as Record<string, unknown>
  const definitions = $defs as Record<string, unknown>
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, id: _id, additionalProperties, ...rest } = value as Record<string, unknown>
    if (typeof $ref === 'string') return inline(definitions[$ref.replace('#/$defs/', '')])
    const own = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, inline(one)]))
    return additionalProperties === undefined || additionalProperties === false
      ? own
      : { ...own, additionalProperties: inline(additionalProperties) }
  }
  return inline(root) as ObjectSchema
}
