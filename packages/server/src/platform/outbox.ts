// How features emit events, without knowing who subscribes to them.
import type { EventType } from '@linnet/contract/event-types'
import type { Tx } from './transaction.ts'

/** Something that happened to what an account owns. */
export interface OutboxEvent {
  type: EventType
  /** The record that the event carries: a Link or a Microsite as the API answers it. */
  data: unknown
}

export interface Outbox {
  /**
   * Writes events, in their order, in the transaction of the change: if it is rolled back, there are no events; if it is
   * committed, they are sent whatever happens to the process. `now` in milliseconds.
   */
  add(tx: Tx, userId: number, events: readonly OutboxEvent[], now: number): Promise<void>
}
