// The operation that lists an account's audit log.
import type { Api, AuditEvent } from '@linnet/contract'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { AuditRow, AuditStore } from './store.ts'

export function auditOperations(store: AuditStore): Handlers<Api['audit']> {
  return {
    async list({ before, limit }, { caller }) {
      const rows = await store.page(caller.userId, before ?? null, limit + 1)
      const entries = rows.slice(0, limit)
      return {
        data: entries.map(auditRecord),
        next_cursor: rows.length > limit ? (entries.at(-1)?.id ?? null) : null,
      }
    },
  }
}

function auditRecord({ id, at, action, detail, address, user_agent }: AuditRow): AuditEvent {
  return {
    id,
    at,
    action: action as AuditEvent['action'],
    detail: JSON.parse(detail) as Record<string, string>,
    address,
    user_agent,
  }
}
