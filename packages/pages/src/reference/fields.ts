// Lists the fields of a schema, nested ones by their paths.
import { rulesOf, typeOf } from './describe.ts'
import type { OpenApiDocument, Schema } from './openapi-document.ts'
import { alternatives, flatten, isSchema, itemsOf, nameOf } from './resolve.ts'

export type Field = { name: string; type: string; required: boolean; description: string; rules: string[] }
export type FieldGroup = { name: string | null; fields: Field[] }

const deepest = 3

function nestedIn(document: OpenApiDocument, schema: Schema): { schema: Schema; suffix: string } | null {
  const choices = alternatives(document, schema)
  const only = choices.length === 1 ? choices[0] : undefined
  if (only === undefined) return null
  const flat = flatten(document, only)
  const items = itemsOf(flat)
  return items === undefined ? { schema: only, suffix: '' } : { schema: items, suffix: '[]' }
}

function collect(
  document: OpenApiDocument,
  schema: Schema,
  prefix: string,
  above: readonly Schema['properties'][],
): Field[] {
  const flat = flatten(document, schema)
  const properties = Object.entries(flat.properties ?? {})
  return properties.flatMap(([key, property]) => {
    const own = isSchema(property) ? property : {}
    const name = `${prefix}${key}`
    const field: Field = {
      name,
      type: typeOf(document, own),
      required: flat.required?.includes(key) ?? false,
      description: flatten(document, own).description ?? '',
      rules: rulesOf(document, own),
    }
    const nested = nestedIn(document, own)
    const path = [...above, flat.properties]
    if (nested === null || path.length > deepest) return field
    if (path.includes(flatten(document, nested.schema).properties)) return field
    return [field, ...collect(document, nested.schema, `${name}${nested.suffix}.`, path)]
  })
}

function groupName(document: OpenApiDocument, schema: Schema, position: number): string {
  const constant = Object.values(flatten(document, schema).properties ?? {}).find(
    (property) => isSchema(property) && property.const !== undefined,
  )
  const tag = isSchema(constant) ? String(constant.const) : undefined
  return tag ?? nameOf(schema) ?? `Shape ${position + 1}`
}

/** One group for a plain object; one per alternative if a body can have several shapes. */
export function fieldGroupsOf(document: OpenApiDocument, schema: Schema): FieldGroup[] {
  const shapes = alternatives(document, schema)
  const groups = shapes.map((shape, position) => {
    const items = itemsOf(flatten(document, shape))
    return {
      name: shapes.length > 1 ? groupName(document, shape, position) : null,
      fields: items ? collect(document, items, '[].', []) : collect(document, shape, '', []),
    }
  })
  return groups.filter((group) => group.fields.length > 0)
}
