// The refusal for blocked accounts and workspaces, on every transport.
import { Refusal } from '@linnet/contract'
import type { Caller } from './handler.ts'

/** 403 `forbidden`, with the reason. */
export function blockedAccount(
  reason: string,
  what: 'account' | 'workspace or account' = 'account',
): Refusal {
  return new Refusal(
    'forbidden',
    `This ${what} is blocked: ${reason} If this is a mistake, contact the administrators of this server.`,
  )
}

/** Refuses callers whose account or workspace is blocked. */
export function requireUnblocked({
  blocked,
  workspaceId,
  personId,
}: Pick<Caller, 'blocked' | 'workspaceId' | 'personId'>): void {
  if (blocked !== null)
    throw blockedAccount(blocked, workspaceId === personId ? 'account' : 'workspace or account')
}
