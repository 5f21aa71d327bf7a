// The responses of an operation, and the shape of the successful one.
import { exampleOf } from './example.ts'
import { fieldGroupsOf } from './fields.ts'
import type { OpenApiDocument, Operation, Response } from './openapi-document.ts'
import { Inline } from './prose.tsx'
import { resolve } from './resolve.ts'
import { FieldTable } from './tables.tsx'

type ResponsesProps = { document: OpenApiDocument; operation: Operation }

const isSuccess = (status: string) => status.startsWith('2')
const toneOf = (status: string) => (isSuccess(status) ? 'good' : /^[45]/.test(status) ? 'bad' : 'plain')

function responsesOf(document: OpenApiDocument, operation: Operation): [string, Response][] {
  return Object.entries(operation.responses ?? {}).map(([status, written]) => [
    status,
    resolve(document, written),
  ])
}

function successContent(document: OpenApiDocument, operation: Operation) {
  const success = responsesOf(document, operation).find(([status]) => isSuccess(status))
  return success?.[1].content?.['application/json']
}

export function exampleAnswer(document: OpenApiDocument, operation: Operation): string | null {
  const { schema, example } = successContent(document, operation) ?? {}
  if (schema === undefined) return null
  return JSON.stringify(example ?? exampleOf(document, schema, 'response'), null, 2)
}

export const Responses = ({ document, operation }: ResponsesProps) => {
  const responses = responsesOf(document, operation)
  const { schema } = successContent(document, operation) ?? {}
  const groups = schema === undefined ? [] : fieldGroupsOf(document, schema)
  if (responses.length === 0) return null
  return (
    <>
      <h4>Responses</h4>
      <ul class="responses">
        {responses.map(([status, { description = '' }]) => (
          <li>
            <span class={`status ${toneOf(status)}`}>{status}</span>
            <span>
              <Inline text={description} />
            </span>
          </li>
        ))}
      </ul>
      {groups.length === 0 ? null : (
        <details>
          <summary>Response fields</summary>
          {groups.map(({ name, fields }) => (
            <>
              {name === null ? null : <h5>{name}</h5>}
              <FieldTable fields={fields} />
            </>
          ))}
        </details>
      )}
    </>
  )
}
