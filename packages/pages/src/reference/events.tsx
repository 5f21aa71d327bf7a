// The section on events: what the service sends to webhooks, from the document's `webhooks`.
import { exampleOf } from './example.ts'
import type { OpenApiDocument, Operation } from './openapi-document.ts'
import { Sample } from './operation.tsx'
import { Prose } from './prose.tsx'
import { RequestBody } from './request-body.tsx'
import { resolve } from './resolve.ts'
import { Table } from './tables.tsx'

interface SentEvent {
  id: string
  type: string
  operation: Operation
}

export function eventsOf({ webhooks }: OpenApiDocument): SentEvent[] {
  return Object.entries(webhooks ?? {}).flatMap(([type, { post }]) =>
    post ? [{ id: `event-${type.replace(/\W+/g, '-')}`, type, operation: post }] : [],
  )
}

function exampleBody(document: OpenApiDocument, { requestBody }: Operation): string | null {
  const body = requestBody === undefined ? undefined : resolve(document, requestBody)
  const schema = body?.content?.['application/json']?.schema
  return schema === undefined ? null : JSON.stringify(exampleOf(document, schema, 'response'), null, 2)
}

export const Events = ({ document }: { document: OpenApiDocument }) => {
  const events = eventsOf(document)
  const [first] = events
  if (first === undefined) return null
  const headers = (first.operation.parameters ?? []).map((written) => resolve(document, written))
  return (
    <section id="events" class="group">
      <h2>Events</h2>
      <p>
        Each event is sent as a signed <code>POST</code> request to every webhook that subscribes to it. If
        the webhook doesn’t respond with a <code>2xx</code> status within ten seconds, the request is retried
        up to eight times. A <code>410</code> response is not retried: it turns the webhook off. An event can
        arrive more than once: use its <code>id</code> to detect duplicates.
      </p>
      <h4>Headers</h4>
      <Table
        heads={['Header', 'Meaning']}
        rows={headers.map(({ name = '', description = '' }) => ({
          name,
          cell: <Prose text={description} />,
        }))}
      />
      {events.map(({ id, type, operation }) => {
        const example = exampleBody(document, operation)
        return (
          <article id={id}>
            <div class="told">
              <h3>
                <a href={`#${id}`}>{type}</a>
              </h3>
              <p>{operation.summary}.</p>
              <RequestBody document={document} operation={operation} />
            </div>
            <div class="shown">{example === null ? null : <Sample title="Body" code={example} />}</div>
          </article>
        )
      })}
    </section>
  )
}
