// The API reference, separate from the other pages: the server loads it when somebody first opens it.
export type { OpenApiDocument } from './openapi-document.ts'
export { renderApiReference } from './render.tsx'
