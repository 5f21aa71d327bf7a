// The tools, derived once from the declarations of the operations.
import { hintsOf, type Scope, type Tool as ToolSpec } from '@linnet/contract'
import type { Tool as Definition } from '@modelcontextprotocol/server'
import type { Caller, ImplementedOperation } from '../platform/operations/handler.ts'
import { hasRole } from '../platform/operations/roles.ts'
import { inputSchemaOf, outputSchemaOf } from './schemas.ts'

export interface Tool {
  name: string
  scope: Scope
  /** Its definition in `tools/list`. */
  definition: Definition
  implemented: ImplementedOperation
  /** The part of the operation's response that an agent gets. */
  compact(answer: unknown): Record<string, unknown>
}

export interface Tools {
  byName: ReadonlyMap<string, Tool>
  /** The definitions of the tools that the caller's scopes and role permit, in the registry's order: JSON in UTF-8. */
  allowed(caller: Pick<Caller, 'scopes' | 'role'>): Uint8Array
}

export function createTools(operations: readonly ImplementedOperation[]): Tools {
  const tools = operations.flatMap((implemented) => {
    const { tool, scope } = implemented.operation
    return tool && scope ? [toolOf(implemented, tool, scope)] : []
  })
  const isAllowed = ({ scope, implemented }: Tool, { scopes, role }: Pick<Caller, 'scopes' | 'role'>) =>
    scopes.has(scope) && hasRole(implemented.operation.role, role)
  // Few sets of scopes are in use, and the list of each is always the same.
  const lists = new Map<string, Uint8Array>()
  return {
    byName: new Map(tools.map((tool) => [tool.name, tool])),
    allowed(caller) {
      const key = `${caller.role} ${[...caller.scopes].sort().join(' ')}`
      const list =
        lists.get(key) ??
        Buffer.from(
          JSON.stringify(tools.filter((tool) => isAllowed(tool, caller)).map(({ definition }) => definition)),
        )
      lists.set(key, list)
      return list
    },
  }
}

function toolOf(implemented: ImplementedOperation, tool: ToolSpec, scope: Scope): Tool {
  const { operation } = implemented
  const hints = hintsOf(operation)
  const { answer } = tool
  return {
    name: tool.name,
    scope,
    implemented,
    definition: {
      name: tool.name,
      title: tool.title,
      description: `${tool.description}\nExample: ${JSON.stringify(tool.example)}`,
      inputSchema: inputSchemaOf(operation),
      outputSchema: outputSchemaOf(operation),
      annotations: {
        title: tool.title,
        readOnlyHint: hints.readOnly,
        destructiveHint: hints.destructive,
        idempotentHint: hints.idempotent,
        openWorldHint: hints.openWorld,
      },
    },
    // Parsing strips fields that the schema doesn't have.
    compact: answer ? (whole) => answer.parse(whole) : (whole) => whole as Record<string, unknown>,
  }
}
