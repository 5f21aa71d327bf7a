// How features tell of what happened, without knowing who listens.
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
   * Tells of what happened, in its order, within the transaction of the change: what is undone was never told, and
   * what is committed is told whatever becomes of the process. `now` in milliseconds.
   */
  add(tx: Tx, userId: number, events: readonly OutboxEvent[], now: number): Promise<void>
}
