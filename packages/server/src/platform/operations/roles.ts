// Checks the role that an operation declares, for every transport.
import { isAtLeast, type Operation, Refusal, type Role } from '@linnet/contract'
import type { Caller } from './handler.ts'

/** Refuses callers whose role in their workspace is below that of the operation, with `forbidden`. */
export function requireRole({ role: needed }: Pick<Operation, 'role'>, { role }: Pick<Caller, 'role'>): void {
  if (needed === null || (role !== null && isAtLeast(role, needed))) return
  throw role === null ? notMember() : new Refusal('forbidden', tooLow(role, needed))
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
