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
   * A schema as it stands where it is used; those of its parts that have a name are kept under it. `name` is how the
   * schema itself would be called, such as `CreateComponent` for a body.
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
   * Where a component's `kind` and `data` stand side by side, there is a schema for each kind, so that a generated client
   * has a type for each and tells them apart by `kind`. Whole ones: what generators make of `allOf` beside a
   * discriminator differs.
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

/** A password is only sent, and in its place `hasPassword` only answered. */
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

/** References to where components are in OpenAPI; without what only repeats the name, or forbids fields to come. */
function cleaned(schema: Json): Json {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === 'additionalProperties' && value === false) return undefined
      // Validators refuse by these what the server takes: letters beyond ASCII, and times without an offset.
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
