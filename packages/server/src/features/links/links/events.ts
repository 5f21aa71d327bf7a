// What links tell of themselves: created, changed in what people see of them, archived.
import type { Link } from '@linnet/contract'
import type { OutboxEvent } from '../../../platform/outbox.ts'
import type { LinkRow } from './store.ts'

export function created(links: readonly Link[]): OutboxEvent[] {
  return links.map((data) => ({ type: 'link.created', data }))
}

export function archived(data: Link): OutboxEvent {
  return { type: 'link.archived', data }
}

/** What a change is to others: another destination, title, code or domain, or the end of it, or nothing. */
export function changed(before: LinkRow, after: LinkRow, data: Link): OutboxEvent[] {
  const events: OutboxEvent[] = []
  const visible = ['long_url', 'title', 'code', 'domain_id'] as const
  if (visible.some((column) => before[column] !== after[column])) events.push({ type: 'link.updated', data })
  if (before.archived_at === null && after.archived_at !== null) events.push(archived(data))
  return events
}
