// The events of links: created, updated in what people see, archived.
import type { Link } from '@linnet/contract'
import type { OutboxEvent } from '../../../platform/outbox.ts'
import type { LinkRow } from './store.ts'

export function created(links: readonly Link[]): OutboxEvent[] {
  return links.map((data) => ({ type: 'link.created', data }))
}

export function archived(data: Link): OutboxEvent {
  return { type: 'link.archived', data }
}

/** The events of an update: of where it leads and what people see of it, and of archiving. */
export function changed(before: LinkRow, after: LinkRow, data: Link): OutboxEvent[] {
  const events: OutboxEvent[] = []
  const visible = [
    ...(['long_url', 'rules', 'ended_url', 'preview', 'title', 'tags'] as const),
    ...(['code', 'domain_id'] as const),
  ]
  if (visible.some((column) => before[column] !== after[column])) events.push({ type: 'link.updated', data })
  if (before.archived_at === null && after.archived_at !== null) events.push(archived(data))
  return events
}
