// Turns an OpenAPI document into the API reference, a whole HTML document.
import { renderDocument } from '../document.tsx'
import { referenceStylesheet } from '../styles/reference.ts'
import type { OpenApiDocument } from './openapi-document.ts'

export function renderApiReference(document: OpenApiDocument, options: { version: string }): string {
  return renderDocument({
    language: 'en',
    title: 'API reference · Linnet',
    description: 'The developer API of this Linnet server.',
    stylesheet: referenceStylesheet,
    children: (
      <main>
        <h1>
          {document.info?.title ?? 'API'} {options.version}
        </h1>
      </main>
    ),
  })
}
