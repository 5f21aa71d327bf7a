// The events that endpoints can be told of: a list without schemas, which light threads load as well.

export const eventTypes = [
  'link.created',
  'link.updated',
  'link.archived',
  'link.clicked',
  'microsite.published',
  'qr.scanned',
] as const

export type EventType = (typeof eventTypes)[number]
