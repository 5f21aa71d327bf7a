// The events that endpoints can receive, and the scope that reads each: no schemas, so that light threads can load it.
import type { Scope } from './scopes.ts'

export const eventTypes = [
  'link.created',
  'link.updated',
  'link.archived',
  'link.clicked',
  'microsite.published',
  'qr.scanned',
] as const

export type EventType = (typeof eventTypes)[number]

/** What an event says needs the scope that reads the same by a request. */
export const eventScopes: Record<EventType, Scope> = {
  'link.created': 'links:read',
  'link.updated': 'links:read',
  'link.archived': 'links:read',
  'link.clicked': 'links:analytics',
  'microsite.published': 'microsites:read',
  'qr.scanned': 'qr:read',
}

/** Events of clicks: by far the most frequent ones. */
export const clickEventTypes = ['link.clicked', 'qr.scanned'] as const satisfies readonly EventType[]
