// Which role an operation needs: one table for the whole dashboard, which is the contract's.
import type { Api } from '@linnet/contract'
import { outlines } from '@linnet/contract/outlines'
import { isAtLeast, type Role } from '@linnet/contract/roles'

/** `links.create`, and so on for every operation. */
export type OperationName = {
  [Group in keyof Api & string]: `${Group}.${keyof Api[Group] & string}`
}[keyof Api & string]

/** The least role that may use an operation; null: it isn't about the workspace. */
export function neededRole(operation: OperationName): Role | null {
  const [group = '', name = ''] = operation.split('.')
  return outlines[group]?.[name]?.role ?? null
}

export function mayUse(role: Role, operation: OperationName): boolean {
  const needed = neededRole(operation)
  return needed === null || isAtLeast(role, needed)
}
