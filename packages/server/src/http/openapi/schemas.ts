// The schemas of the description: each named schema once, and a component's data by its kind.
import { type ComponentKind, componentData, componentKinds, shapeName } from '@linnet/contract'
import { z } from 'zod'

export type Json = Record<string, unknown>

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
/** Collects the schemas that have a name, so that they are described once. */
export class Schemas {
  readonly byName: Record<string, Json> = {}

  constructor() {
    for (const kind of componentKinds)
      this.byName[shapeName(kind)] = withHasPassword(this.inline(componentData[kind], 'input', ''))
  }

  /**
   * A schema for use in place; nested schemas that have a name become references. `name` is the schema's own name, such as
   * `CreateComponent` for a body.
   */
  inline(schema: z.ZodType, io: 'input' | 'output', name: string): Json {
    const {
      $defs = {},
      $schema: _,
      ...root
    } = z.toJSONSchema(schema, { io }) as Json & { $defs?: Record<string, Json> }
    for (const [part, definition] of Object.entries($defs))
      this.byName[part] = this.byKind(cleaned(definition), part)
    return this.byKind(cleaned(root), name)
  }

  /**
   * A component with `kind` and `data` has a complete schema for each kind, so that generated clients have a type for each
   * and distinguish them by `kind`. It doesn't use `allOf`, because generators treat that differently next to
   * a discriminator.
   */
  private byKind(schema: Json, name: string): Json {
    const { properties, ...rest } = schema as Json & { properties?: Record<string, Json> }
    const kinds = properties?.kind?.enum
    if (!properties?.data || !Array.isArray(kinds) || kinds.length !== componentKinds.length) return schema
    const named = componentKinds.map((kind) => ({ kind, name: nameByKind(name, kind) }))
    for (const { kind, name } of named) {
      const own = { kind: { type: 'string', const: kind }, data: reference(shapeName(kind)) }
      this.byName[name] = { ...rest, properties: { ...properties, ...own } }
    }
    return {
      oneOf: named.map(({ name }) => reference(name)),
      discriminator: {
        propertyName: 'kind',
        mapping: Object.fromEntries(named.map(({ kind, name }) => [kind, reference(name).$ref])),
      },
    }
  }
}

/** `LinkComponent` for a `Component` of the kind LINK, `CreateLinkComponent` for a `CreateComponent`. */
function nameByKind(name: string, kind: ComponentKind): string {
  return name.replace('Component', shapeName(kind).replace(/Data$/, 'Component'))
}

/** Requests have `password`, and responses have `hasPassword` instead. */
function withHasPassword(data: Json): Json {
  const properties = data.properties as Record<string, Json>
  if (!properties.password) return data
  const hasPassword = {
    type: 'boolean',
    readOnly: true,
    description: 'Whether there is a password; the password itself is never returned',
  }
  return { ...data, properties: { ...properties, hasPassword } }
}

/** The schema with references to OpenAPI's components, without ids (they repeat the name), and without bans on unknown fields. */
function cleaned(schema: Json): Json {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === 'additionalProperties' && value === false) return undefined
      // Validators of these formats refuse what the server accepts: letters beyond ASCII, and times without an offset.
      if (key === 'format' && (value === 'uri' || value === 'date-time')) return undefined
      if (key === '$ref' && typeof value === 'string')
        return value.replace('#/$defs/', '#/components/schemas/')
      if (value !== null && typeof value === 'object' && 'id' in value && typeof value.id === 'string') {
        const { id: _, ...rest } = value
        return rest
      }
      return value
    }),
  ) as Json
}
