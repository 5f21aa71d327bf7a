// Invents an example value for a schema, so that every operation has an example.
import type { OpenApiDocument, Schema } from './openapi-document.ts'
import { alternatives, flatten, isSchema, itemsOf } from './resolve.ts'

const texts: Readonly<Record<string, string>> = {
  uri: 'https://example.com/page',
  url: 'https://example.com/page',
  email: 'ada@example.com',
  date: '2026-11-20',
  'date-time': '2026-11-20T09:00:00Z',
}

/** A request shows its required fields; a response shows all of them. */
export type Extent = 'request' | 'response'

function exampleText(name: string, schema: Schema): string {
  const known = schema.format === undefined ? undefined : texts[schema.format]
  if (known !== undefined) return known
  if (/(^|_)(url|href|logo)$/.test(name)) return 'https://example.com/page'
  return name === '' ? 'text' : name.slice(0, schema.maxLength ?? name.length)
}

/** The schema's own example. */
function proposed(schemas: Schema[]): unknown {
  return schemas
    .flatMap((schema) => [
      schema.const,
      schema.example,
      schema.examples?.[0],
      schema.default,
      schema.enum?.[0],
    ])
    .find((value) => value !== undefined)
}

function typeOf({ type, properties, items }: Schema): string | undefined {
  return [type ?? (properties ? 'object' : items ? 'array' : 'string')].flat()[0]
}

export function exampleOf(document: OpenApiDocument, schema: Schema, extent: Extent, name = ''): unknown {
  const exampleObject = (shape: Schema, above: readonly Schema['properties'][]) => {
    const all = Object.entries(shape.properties ?? {})
    const required = all.filter(([key]) => shape.required?.includes(key))
    const shown = extent === 'response' ? all : required.length > 0 ? required : all.slice(0, 2)
    const inside = [...above, shape.properties]
    return Object.fromEntries(
      shown.map(([key, property]) => [key, exampleValue(isSchema(property) ? property : {}, key, inside)]),
    )
  }

  const exampleValue = (written: Schema, key: string, above: readonly Schema['properties'][]): unknown => {
    const flat = flatten(document, alternatives(document, written)[0] ?? {})
    const given = proposed([flatten(document, written), flat])
    if (given !== undefined) return given
    const endless = above.length > 6 || (flat.properties !== undefined && above.includes(flat.properties))
    switch (typeOf(flat)) {
      case 'object':
        return endless ? null : exampleObject(flat, above)
      case 'array': {
        const items = itemsOf(flat)
        return items === undefined || endless ? [] : [exampleValue(items, key, [...above, undefined])]
      }
      case 'integer':
      case 'number':
        return key.endsWith('_at') ? 1_790_000_000 : Math.max(flat.minimum ?? 1, 1)
      case 'boolean':
        return true
      case 'null':
        return null
      default:
        return exampleText(key, flat)
    }
  }

  return exampleValue(schema, name, [])
}
