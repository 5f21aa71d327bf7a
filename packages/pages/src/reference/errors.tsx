// The section on errors: their shape, and the closed list of their codes.
import { errorCodes } from '@linnet/contract'
import { fieldGroupsOf } from './fields.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import { Sample } from './operation.tsx'
import { Inline } from './prose.tsx'
import { FieldTable, Table } from './tables.tsx'

const fallback = { code: 'not_found', message: errorCodes.not_found.message }

export const Errors = ({ document }: { document: OpenApiDocument }) => {
  const codes = document['x-error-codes'] ?? []
  const { code, message } = codes.find((each) => each.code === fallback.code) ?? codes[0] ?? fallback
  const example = { error: { code, message, request_id: 'c4693367-n' } }
  const shape = fieldGroupsOf(document, document.components?.schemas?.Error ?? {})
  return (
    <section id="errors">
      <div class="told">
        <h2>Errors</h2>
        <p>
          All errors have the same shape. Handle them by <code>code</code>, which doesn’t change. The message
          is for people and can change. Include <code>request_id</code> when you report an error.
        </p>
        {shape.map(({ fields }) => (
          <FieldTable fields={fields} />
        ))}
        {codes.length === 0 ? null : (
          <Table
            heads={['Code', 'Status and meaning']}
            rows={codes.map((each) => ({
              name: each.code,
              cell: (
                <>
                  <span class="status bad">{each.status}</span> <Inline text={each.message} />
                </>
              ),
            }))}
          />
        )}
      </div>
      <div class="shown">
        <Sample title="Error" code={JSON.stringify(example, null, 2)} />
      </div>
    </section>
  )
}
