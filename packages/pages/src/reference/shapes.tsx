// The section on shapes: the alternatives of fields with many, described once for all operations.
import { fieldGroupsOf } from './fields.ts'
import type { OpenApiDocument, Schema } from './openapi-document.ts'
import { isSchema, nameOf, resolve } from './resolve.ts'
import { FieldTable } from './tables.tsx'

interface Shape {
  id: string
  name: string
  schema: Schema
}

/** The named alternatives of request fields, each once. */
export function shapesOf(document: OpenApiDocument): Shape[] {
  const shapes = new Map<string, Shape>()
  const schemas = Object.values(document.components?.schemas ?? {})
  for (const { discriminator, oneOf } of schemas) {
    if (!discriminator) continue
    for (const kind of oneOf ?? [])
      for (const property of Object.values(resolve(document, kind).properties ?? {})) {
        const name = isSchema(property) && property.$ref ? nameOf(property) : undefined
        if (name) shapes.set(name, { id: `shape-${name}`, name, schema: property as Schema })
      }
  }
  return [...shapes.values()]
}

export const Shapes = ({ document }: { document: OpenApiDocument }) => {
  const shapes = shapesOf(document)
  if (shapes.length === 0) return null
  return (
    <section id="shapes" class="group">
      <h2>Shapes</h2>
      <p>Some fields can have one of many shapes, such as the data of a component.</p>
      {shapes.map(({ id, name, schema }) => (
        <article id={id}>
          <div class="told">
            <h3>
              <a href={`#${id}`}>{name}</a>
            </h3>
            <details>
              <summary>Fields</summary>
              {fieldGroupsOf(document, schema).map(({ fields }) => (
                <FieldTable fields={fields} />
              ))}
            </details>
          </div>
        </article>
      ))}
    </section>
  )
}
