// The request body of an operation, as a table of fields for each shape that it can have.
import { fieldGroupsOf } from './fields.ts'
import type { OpenApiDocument, Operation } from './openapi-document.ts'
import { Prose } from './prose.tsx'
import { resolve } from './resolve.ts'
import { FieldTable } from './tables.tsx'

export const RequestBody = ({ document, operation }: { document: OpenApiDocument; operation: Operation }) => {
  if (operation.requestBody === undefined) return null
  const body = resolve(document, operation.requestBody)
  const [type, content] = Object.entries(body.content ?? {})[0] ?? []
  const groups = fieldGroupsOf(document, content?.schema ?? {})
  return (
    <>
      <h4>
        Request body
        {type === undefined ? null : <span class="kind">{` ${type}`}</span>}
        {body.required ? <span class="note required">required</span> : null}
      </h4>
      <Prose text={body.description} />
      {groups.map(({ name, fields }) =>
        name === null ? (
          <FieldTable fields={fields} />
        ) : (
          <details>
            <summary>
              <code>{name}</code>
            </summary>
            <FieldTable fields={fields} />
          </details>
        ),
      )}
    </>
  )
}
