// The tools, derived once from the declarations of the operations.
import { hintsOf, type Scope, type Tool as ToolSpec } from '@linnet/contract'
import type { Tool as Definition } from '@modelcontextprotocol/server'
import type { Caller, ImplementedOperation } from '../platform/operations/handler.ts'
import { hasRole } from '../platform/operations/roles.ts'
import { inputSchemaOf, outputSchemaOf } from './schemas.ts'

export interface Tool {
  name: string
  /** Null: the scope depends on what is called for. */
  scope: Scope | null
  /** Its definition in `tools/list`. */
  definition: Definition
  implemented: ImplementedOperation
  /** Whether agents are told how to undo what it has changed. */
  offersUndo: boolean
  /** The part of the operation's response that an agent gets. */
  compact(answer: unknown): Record<string, unknown>
}

export interface Tools {
  byName: ReadonlyMap<string, Tool>
  /** The definitions of the tools that the caller's scopes and role permit, in the registry's order: JSON in UTF-8. */
  allowed(caller: Pick<Caller, 'scopes' | 'role'>): Uint8Array
}

/** The tools of the contract, or (`all`) also those that agents have to ask for. */
export function createTools(operations: readonly ImplementedOperation[], which: 'usual' | 'all'): Tools {
  const tools = operations.flatMap((implemented) => {
    const { tool } = implemented.operation
    return tool && (which === 'all' || !tool.only) ? [toolOf(implemented, tool, which)] : []
  })
  const isAllowed = ({ scope, implemented }: Tool, { scopes, role }: Pick<Caller, 'scopes' | 'role'>) =>
    (scope === null || scopes.has(scope)) && hasRole(implemented.operation.role, role)
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

// Agents that can undo should say so.
const offerUndo = 'Tell the user that this can be undone for an hour: pass its undo_token to undo.'

function toolOf(implemented: ImplementedOperation, tool: ToolSpec, which: 'usual' | 'all'): Tool {
  const { operation } = implemented
  const hints = hintsOf(operation)
  const { answer } = tool
  const offersUndo = which === 'all' && operation.undoable
  const description = offersUndo ? `${tool.description} ${offerUndo}` : tool.description
  return {
    name: tool.name,
    scope: operation.scope,
    offersUndo,
    implemented,
    definition: {
      name: tool.name,
      title: tool.title,
      description: `${description}\nExample: ${JSON.stringify(tool.example)}`,
      inputSchema: inputSchemaOf(operation),
      outputSchema: outputSchemaOf(operation, offersUndo),
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
