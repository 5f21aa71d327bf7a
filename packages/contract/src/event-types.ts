// The events that endpoints can receive, and the scope that each needs. No schemas, so that worker threads can load it cheaply.
import type { Scope } from './scopes.ts'

export const eventTypes = [
  'link.created',
  'link.updated',
  'link.archived',
  'link.deleted',
  'link.restored',
  'link.broken',
  'link.recovered',
  'link.clicked',
  'microsite.published',
  'qr.scanned',
] as const

export type EventType = (typeof eventTypes)[number]

/** An event needs the scope with which a request could read the same data. */
export const eventScopes: Record<EventType, Scope> = {
  'link.created': 'links:read',
  'link.updated': 'links:read',
  'link.archived': 'links:read',
  'link.deleted': 'links:read',
  'link.restored': 'links:read',
  'link.broken': 'links:read',
  'link.recovered': 'links:read',
  'link.clicked': 'links:analytics',
  'microsite.published': 'microsites:read',
  'qr.scanned': 'qr:read',
}

/** Click events, by far the most frequent ones. */
export const clickEventTypes = ['link.clicked', 'qr.scanned'] as const satisfies readonly EventType[]
