// Checks the role that an operation declares, for every transport.
import { isAtLeast, isRole, type Operation, Refusal, type Role } from '@linnet/contract'
import type { Caller } from './handler.ts'

/** Refuses callers whose role in their workspace is below that of the operation, with `forbidden`. */
export function requireRole({ role: needed }: Pick<Operation, 'role'>, { role }: Pick<Caller, 'role'>): void {
  if (needed === null || hasRole(needed, role)) return
  throw role === null ? notMember() : new Refusal('forbidden', tooLow(role, needed))
}

/** Whether this role, or none (null), has all rights of the one that is needed; null: none is needed. */
export function hasRole(needed: Role | null, role: Role | null): boolean {
  return needed === null || (role !== null && isAtLeast(role, needed))
}

/** The role that a row was stored with; null if it has none, or one that this version doesn't know. */
export function storedRole(text: string | null | undefined): Role | null {
  return typeof text === 'string' && isRole(text) ? text : null
}

/**
 * The role of a person in the workspace that a credential is for: they own their personal workspace, whose number is
 * their own, and have the stored role in any other.
 */
export function roleInWorkspace(
  workspaceId: number | null,
  personId: number,
  stored: string | null | undefined,
): Role | null {
  return workspaceId === personId ? 'owner' : storedRole(stored)
}

/** 403 `forbidden`: the request names a workspace that the person doesn't belong to, or that doesn't exist. */
export function notMember(): Refusal {
  return new Refusal(
    'forbidden',
    'You do not belong to this workspace, or it was deleted. Choose another one.',
  )
}

function tooLow(role: Role, needed: Role): string {
  const whom = needed === 'owner' ? 'an owner' : 'an admin or owner'
  return `This requires the ${needed} role, and your role in this workspace is ${role}. Ask ${whom} of the workspace.`
}
