// One operation of the reference: its description and parameters on one side, how to call it on the other.
import { curlFor } from './curl.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import type { ListedOperation } from './operations.ts'
import { Prose } from './prose.tsx'
import { RequestBody } from './request-body.tsx'
import { exampleAnswer, Responses } from './responses.tsx'
import { ParameterTable } from './tables.tsx'

export const Sample = ({ title, code }: { title: string; code: string }) => (
  <figure class="sample">
    <figcaption>{title}</figcaption>
    <pre>
      <code>{code}</code>
    </pre>
  </figure>
)

const pieces = (path: string) => path.split(/(\{[^{}]*\})/)

const Address = ({ method, path }: { method: string; path: string }) => (
  <p class="address">
    <span class={`method ${method}`}>{method.toUpperCase()}</span>
    <code>{pieces(path).map((piece) => (piece.startsWith('{') ? <em>{piece}</em> : piece))}</code>
  </p>
)

type OperationEntryProps = { document: OpenApiDocument; listed: ListedOperation }

export const OperationEntry = ({ document, listed }: OperationEntryProps) => {
  const { id, method, path, summary, operation, parameters } = listed
  const scope = operation['x-scope']
  const answer = exampleAnswer(document, operation)
  return (
    <article id={id}>
      <div class="told">
        <h3>
          <a href={`#${id}`}>{summary}</a>
          {operation.deprecated ? <span class="note">deprecated</span> : null}
        </h3>
        <Address method={method} path={path} />
        {scope === undefined ? null : (
          <p class="scope">
            Scope <code>{scope}</code>
          </p>
        )}
        <Prose text={operation.description} />
        {parameters.length === 0 ? null : (
          <>
            <h4>Parameters</h4>
            <ParameterTable document={document} parameters={parameters} />
          </>
        )}
        <RequestBody document={document} operation={operation} />
        <Responses document={document} operation={operation} />
      </div>
      <div class="shown">
        <Sample title="Request" code={curlFor(document, listed)} />
        {answer === null ? null : <Sample title="Response" code={answer} />}
      </div>
    </article>
  )
}
