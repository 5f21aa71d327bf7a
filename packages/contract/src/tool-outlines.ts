// The agent tools as people see them. Like outlines.ts, this file is replaced with its result when the dashboard is bundled.
import { hintsOf } from './operation.ts'
import { operations } from './registry.ts'
import type { Scope } from './scopes.ts'

export interface ToolOutline {
  name: string
  scope: Scope | null
  /** It changes nothing. */
  readOnly: boolean
  /** It may overwrite or delete existing data. */
  destructive: boolean
  /** Only agents that ask for all tools get it. */
  isExtra: boolean
}

/** Every tool, in the registry's order. */
export const toolOutlines: readonly ToolOutline[] = operations.flatMap((operation) => {
  if (!operation.tool) return []
  const { readOnly, destructive } = hintsOf(operation)
  return [
    {
      name: operation.tool.name,
      scope: operation.scope,
      readOnly,
      destructive,
      isExtra: operation.tool.only === 'all',
    },
  ]
})
