// Describes in a few words what a schema allows.
import type { OpenApiDocument, Schema } from './openapi-document.ts'
import { alternatives, flatten, itemsOf, nameOf } from './resolve.ts'

const listed = (messages: readonly string[]) => [...new Set(messages)].join(' or ')

/** "string", "integer or null", "array of Link". */
export function typeOf(document: OpenApiDocument, schema: Schema, depth = 0): string {
  const flat = flatten(document, schema)
  if (depth > 3) return nameOf(schema) ?? 'any'
  const choices = flat.oneOf ?? flat.anyOf
  if (choices !== undefined) {
    if (choices.length > 4) return `one of ${choices.length} shapes`
    return listed(choices.map((choice) => typeOf(document, choice, depth + 1))) || 'any'
  }
  const types = [flat.type ?? guessType(flat)].flat()
  return listed(types.map((type) => namedType(document, schema, flat, type, depth)))
}

function namedType(document: OpenApiDocument, schema: Schema, flat: Schema, type: string, depth: number) {
  if (type === 'array') {
    const items = itemsOf(flat)
    return items ? `array of ${typeOf(document, items, depth + 1)}` : 'array'
  }
  if (type === 'object') return nameOf(schema) ?? 'object'
  if (type === 'string' && flat.format !== undefined) return `string (${flat.format})`
  return type
}

function guessType(schema: Schema): string {
  if (schema.properties !== undefined) return 'object'
  if (schema.items !== undefined) return 'array'
  const sample = schema.const ?? schema.enum?.[0]
  return sample === undefined ? 'any' : typeof sample
}

function range(least: number | undefined, most: number | undefined, unit: string): string[] {
  // The full range of safe integers is how a schema says "any number".
  const from = least !== undefined && Math.abs(least) < Number.MAX_SAFE_INTEGER ? least : undefined
  const to = most !== undefined && Math.abs(most) < Number.MAX_SAFE_INTEGER ? most : undefined
  if (from !== undefined && to !== undefined) return [`${from} to ${to}${unit}`]
  if (from !== undefined) return [`at least ${from}${unit}`]
  return to === undefined ? [] : [`at most ${to}${unit}`]
}

/** A value's constraints besides its type, with code between backticks: "1 to 48 characters". */
export function rulesOf(document: OpenApiDocument, schema: Schema): string[] {
  const flat = flatten(document, alternatives(document, schema)[0] ?? schema)
  const own = flatten(document, schema)
  const fallback = own.default ?? flat.default
  return [
    ...(flat.const === undefined ? [] : [`always \`${String(flat.const)}\``]),
    ...(flat.enum === undefined ? [] : [`one of ${flat.enum.map((value) => `\`${value}\``).join(', ')}`]),
    ...range(flat.minLength, flat.maxLength, ' characters'),
    ...range(flat.minItems, flat.maxItems, ' items'),
    ...range(flat.minimum, flat.maximum, ''),
    ...(fallback === undefined ? [] : [`default \`${JSON.stringify(fallback)}\``]),
  ]
}
