// Which workspaces a person belongs to, by the groups that the provider says they are in.
import { type GroupPlace, type GroupRole, groupRoles } from '../../../platform/security/identity-provider.ts'

export interface WorkspacePlace {
  workspace: string
  role: GroupRole
}

/** One place for each workspace, with the highest role that the groups give. */
export function placesOf(groups: readonly string[], rules: readonly GroupPlace[]): WorkspacePlace[] {
  const roles = new Map<string, GroupRole>()
  for (const { group, workspace, role } of rules) {
    const known = roles.get(workspace)
    if (groups.includes(group) && (known === undefined || rank(role) > rank(known)))
      roles.set(workspace, role)
  }
  return [...roles].map(([workspace, role]) => ({ workspace, role }))
}

const rank = (role: GroupRole) => groupRoles.indexOf(role)
