// The section on shapes: what a field holds that may take one of many, which are told of once for all operations.
import { fieldGroupsOf } from './fields.ts'
import type { OpenApiDocument, Schema } from './openapi-document.ts'
import { nameOf } from './resolve.ts'
import { FieldTable } from './tables.tsx'

// With fewer of them, the type of a field says all.
const fewest = 5

interface Shape {
  id: string
  name: string
  schema: Schema
}

/** The named schemas that fields of requests may take one of, each once. */
export function shapesOf({ paths }: OpenApiDocument): Shape[] {
  const shapes = new Map<string, Shape>()
  JSON.stringify(paths ?? {}, (_key, value: Schema | null) => {
    const choices = value?.anyOf ?? value?.oneOf ?? []
    if (!Array.isArray(choices) || choices.length < fewest) return value
    for (const schema of choices as Schema[]) {
      const name = nameOf(schema)
      if (name) shapes.set(name, { id: `shape-${name.replace(/\W+/g, '-')}`, name, schema })
    }
    return value
  })
  return [...shapes.values()]
}

export const Shapes = ({ document }: { document: OpenApiDocument }) => {
  const shapes = shapesOf(document)
  if (shapes.length === 0) return null
  return (
    <section id="shapes" class="group">
      <h2>Shapes</h2>
      <p>What a field holds that may take one of many shapes, such as the data of a component.</p>
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
