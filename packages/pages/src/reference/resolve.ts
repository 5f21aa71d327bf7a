// Resolves `$ref` in a document, and merges composed schemas into plain ones.
import type { OpenApiDocument, Schema } from './openapi-document.ts'

type Referring = { $ref?: string }

const unescaped = (step: string) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')

function lookUp(document: OpenApiDocument, pointer: string): unknown {
  if (!pointer.startsWith('#/')) return undefined
  let place: unknown = document
  for (const step of pointer.slice(2).split('/').map(unescaped)) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) return undefined
    place = (place as Readonly<Record<string, unknown>>)[step]
  }
  return place
}

/** The target of a reference; fields beside the reference, such as a description, override the target's. */
export function resolve<T extends Referring>(document: OpenApiDocument, value: T): T {
  let current = value
  for (let hops = 0; current.$ref !== undefined && hops < 16; hops++) {
    const { $ref, ...beside } = current
    const target = lookUp(document, $ref)
    if (typeof target !== 'object' || target === null) return beside as T
    current = { ...target, ...beside } as T
  }
  return current
}

/** The last segment of a reference, which is the schema's name. */
export const nameOf = (schema: Schema): string | undefined => schema.title ?? schema.$ref?.split('/').at(-1)

export const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

/** A schema with `$ref`, `allOf` and large `oneOf` lists merged into it. */
export function flatten(document: OpenApiDocument, schema: Schema, depth = 0): Schema {
  const resolved = together(document, resolve(document, schema))
  if (resolved.allOf === undefined || depth > 8) return resolved
  const { allOf, ...own } = resolved
  const parts = [...allOf.map((part) => flatten(document, part, depth + 1)), own]
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  const required = parts.flatMap((part) => part.required ?? [])
  return { ...Object.assign({}, ...parts), properties, required }
}

// With fewer alternatives than this, the field's type lists them all.
const many = 5

/** Objects of many kinds, distinguished by one field, as one object whose fields can have several shapes. */
function together(document: OpenApiDocument, { oneOf, discriminator, ...rest }: Schema): Schema {
  if (!discriminator || !oneOf || oneOf.length < many) return oneOf ? { ...rest, oneOf } : rest
  const kinds = oneOf.map((kind) => resolve(document, kind))
  const names = [...new Set(kinds.flatMap(({ properties }) => Object.keys(properties ?? {})))]
  const properties = Object.fromEntries(
    names.map((name) => {
      const shapes = kinds.map(({ properties }) => properties?.[name]).filter(isSchema)
      if (name === discriminator.propertyName)
        return [name, { type: 'string', enum: shapes.map((shape) => shape.const) }]
      const [first, ...others] = shapes
      const isOne = others.every((other) => JSON.stringify(other) === JSON.stringify(first))
      return [name, isOne && first ? first : { anyOf: shapes }]
    }),
  )
  return { ...rest, type: 'object', properties, required: kinds[0]?.required ?? [] }
}

/** The alternatives of a schema, without null; a schema without alternatives is its only one. */
export function alternatives(document: OpenApiDocument, schema: Schema): Schema[] {
  const flat = flatten(document, schema)
  const choices = flat.oneOf ?? flat.anyOf
  if (choices === undefined) return [schema]
  return choices.filter((choice) => flatten(document, choice).type !== 'null')
}

export function itemsOf(schema: Schema): Schema | undefined {
  const { items } = schema
  if (Array.isArray(items)) return items.find(isSchema)
  return isSchema(items) ? items : undefined
}
