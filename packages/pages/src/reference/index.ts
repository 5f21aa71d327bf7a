// The API reference, apart from the other pages: a server loads it for the first who reads it.
export type { OpenApiDocument } from './openapi-document.ts'
export { renderApiReference } from './render.tsx'
