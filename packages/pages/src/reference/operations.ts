// Groups the operations of a document by their tags, in the document's order.
import type { OpenApiDocument, Operation, Parameter } from './openapi-document.ts'
import { resolve } from './resolve.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const

export type ListedOperation = {
  id: string
  method: string
  path: string
  summary: string
  operation: Operation
  parameters: Parameter[]
  /** The base URL, without a trailing slash. */
  base: string
}
export type OperationGroup = { id: string; name: string; description: string; operations: ListedOperation[] }

const anchor = (text: string) => text.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')

/** Parameters of a path apply to each of its operations, unless the operation overrides them. */
function parametersOf(document: OpenApiDocument, shared: readonly Parameter[], own: readonly Parameter[]) {
  const byKey = new Map<string, Parameter>()
  for (const unresolved of [...shared, ...own]) {
    const parameter = resolve(document, unresolved)
    byKey.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  return [...byKey.values()]
}

export function listOperations(document: OpenApiDocument): ListedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (operation === undefined) return []
      const id = anchor(operation.operationId ?? `${method} ${path}`)
      const parameters = parametersOf(document, item.parameters ?? [], operation.parameters ?? [])
      const summary = operation.summary ?? `${method.toUpperCase()} ${path}`
      const base = (item.servers ?? document.servers)?.[0]?.url.replace(/\/$/, '') ?? ''
      return [{ id, method, path, summary, operation, parameters, base }]
    }),
  )
}

export function groupOperations(document: OpenApiDocument): OperationGroup[] {
  const groups = new Map<string, OperationGroup>()
  for (const { name, description = '' } of document.tags ?? [])
    groups.set(name, { id: `tag-${anchor(name)}`, name, description, operations: [] })
  for (const listed of listOperations(document)) {
    const name = listed.operation.tags?.[0] ?? 'Other'
    const group = groups.get(name) ?? { id: `tag-${anchor(name)}`, name, description: '', operations: [] }
    group.operations.push(listed)
    groups.set(name, group)
  }
  return [...groups.values()].filter((group) => group.operations.length > 0)
}
