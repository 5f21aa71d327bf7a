// What a client must know about each operation to call it. The dashboard's bundler replaces this file with its result, so
// that browsers load no schemas.
import type { Operation } from './operation.ts'
import { api } from './registry.ts'

export interface OperationOutline extends Pick<Operation, 'method' | 'path' | 'audience' | 'role'> {
  /** The names of its query parameters. */
  query: string[]
  /** The fields of its body; null if it takes none. */
  body: string[] | null
  /** Whether its body is a file. */
  file: boolean
}

/** By group and name, as in the registry. */
export const outlines: Record<string, Record<string, OperationOutline>> = Object.fromEntries(
  Object.entries(api).map(([group, operations]) => [
    group,
    Object.fromEntries(
      Object.entries(operations as unknown as Record<string, Operation>).map(
        ([name, { method, path, audience, role, query, body, file }]) => [
          name,
          {
            method,
            path,
            audience,
            role,
            query: Object.keys(query.shape),
            body: body && Object.keys(body.shape),
            file: file !== null,
          },
        ],
      ),
    ),
  ]),
)
