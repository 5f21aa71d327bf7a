// Lets features emit events without knowing who subscribes to them.
import type { EventType } from '@linnet/contract/event-types'
import type { Tx } from './transaction.ts'

/** Something that happened to a link or microsite of an account. */
export interface OutboxEvent {
  type: EventType
  /** The event's record: a Link or a Microsite as the API returns it. */
  data: unknown
}

export interface Outbox {
  /**
   * Writes events, in their order, in the transaction of the change: if it is rolled back, there are no events; if it is
   * committed, they are sent whatever happens to the process. `now` in milliseconds.
   */
  add(tx: Tx, userId: number, events: readonly OutboxEvent[], now: number): Promise<void>
}
