// Renders an OpenAPI document as the API reference, a complete HTML document.
import { Brand } from '../brand.tsx'
import { renderDocument } from '../document.tsx'
import { referenceStylesheet } from '../styles/reference.ts'
import { Authentication } from './authentication.tsx'
import { Errors } from './errors.tsx'
import { Events, eventsOf } from './events.tsx'
import { Navigation } from './navigation.tsx'
import type { OpenApiDocument } from './openapi-document.ts'
import { OperationEntry, Sample } from './operation.tsx'
import { groupOperations, type OperationGroup } from './operations.ts'
import { Prose } from './prose.tsx'
import { RateLimits } from './rate-limits.tsx'
import { Shapes, shapesOf } from './shapes.tsx'

const Introduction = ({ document }: { document: OpenApiDocument }) => {
  const base = document.servers?.[0]?.url
  return (
    <section id="introduction">
      <div class="told">
        <h1>{document.info?.title ?? 'API reference'}</h1>
        <Prose text={document.info?.description} />
      </div>
      <div class="shown">{base === undefined ? null : <Sample title="Base URL" code={base} />}</div>
    </section>
  )
}

const Group = ({ document, group }: { document: OpenApiDocument; group: OperationGroup }) => (
  <section id={group.id} class="group">
    <h2>{group.name}</h2>
    <Prose text={group.description} />
    {group.operations.map((listed) => (
      <OperationEntry document={document} listed={listed} />
    ))}
  </section>
)

/** A complete HTML document, to be served under `contentSecurityPolicy`. */
export function renderApiReference(document: OpenApiDocument, options: { version: string }): string {
  const groups = groupOperations(document)
  return renderDocument({
    language: 'en',
    title: 'API reference · Linnet',
    description: 'The developer API of this Linnet server.',
    stylesheet: referenceStylesheet,
    children: (
      <>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <header>
          <Brand />
          <span class="version">API {options.version}</span>
        </header>
        <Navigation groups={groups} shapes={shapesOf(document)} events={eventsOf(document)} />
        <main id="content">
          <Introduction document={document} />
          <Authentication document={document} />
          <Errors document={document} />
          <RateLimits document={document} />
          {groups.map((group) => (
            <Group document={document} group={group} />
          ))}
          <Shapes document={document} />
          <Events document={document} />
        </main>
      </>
    ),
  })
}
