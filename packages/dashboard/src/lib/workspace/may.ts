// What the user's role in the workspace allows.

import { useMe } from '../session.ts'
import { mayUse, type OperationName } from './needed-roles.ts'

/** Whether the user may use an operation in this workspace; what they may not use isn't shown. */
export function useMay(operation: OperationName): boolean {
  return mayUse(useMe().user.workspace.role, operation)
}
