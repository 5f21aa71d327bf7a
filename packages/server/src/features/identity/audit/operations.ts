// The operation that lists the audit log of a workspace, and its export.
import type { Api, AuditEvent } from '@linnet/contract'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { AuditFilter, AuditStore, NamedAuditRow } from './store.ts'

const rowsAtOnce = 500

export function auditOperations(store: AuditStore): Handlers<Api['audit']> {
  return {
    async list({ limit, ...filter }, { caller }) {
      const rows = await store.page(caller.workspaceId, filter, limit + 1)
      const entries = rows.slice(0, limit)
      return {
        data: entries.map(auditRecord),
        next_cursor: rows.length > limit ? (entries.at(-1)?.id ?? null) : null,
      }
    },
  }
}

/** All entries of a workspace's log that match, newest first, in parts of NDJSON: one entry in each line. */
export async function* auditLines(
  store: AuditStore,
  workspaceId: number,
  filter: Omit<AuditFilter, 'before'>,
): AsyncGenerator<string> {
  for (let before: string | undefined; ; ) {
    const rows = await store.page(workspaceId, { ...filter, before }, rowsAtOnce)
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(auditRecord(row))}\n`).join('')
    if (rows.length < rowsAtOnce) return
    before = rows.at(-1)?.id
  }
}

function auditRecord(row: NamedAuditRow): AuditEvent {
  const { id, at, action, detail, address, user_agent, person_public_id, name, email } = row
  return {
    id,
    at,
    action: action as AuditEvent['action'],
    person: person_public_id === null ? null : { id: person_public_id, name: name ?? '', email: email ?? '' },
    detail: JSON.parse(detail) as Record<string, string>,
    address,
    user_agent,
  }
}
