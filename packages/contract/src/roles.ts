// The four roles that a member of a workspace can have, each with all rights of those before it.
import type { Scope } from './scopes.ts'

export const roles = ['viewer', 'editor', 'admin', 'owner'] as const

export type Role = (typeof roles)[number]

export function isRole(word: string): word is Role {
  return (roles as readonly string[]).includes(word)
}

/** Whether `role` has all rights of `needed`. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}

const scopesOfViewers: ReadonlySet<Scope> = new Set([
  'links:read',
  'links:analytics',
  'qr:read',
  'user:read',
  'microsites:read',
])

/** Whether a member with this role can use a credential's scope: viewers only read. */
export function mayGrant(role: Role, scope: Scope): boolean {
  return role !== 'viewer' || scopesOfViewers.has(scope)
}
