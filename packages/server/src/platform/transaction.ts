// A database transaction as features pass it to each other: opaque to everything but their stores.

declare const transaction: unique symbol

/** An open transaction. Only stores can use it. */
export interface Tx {
  readonly [transaction]: true
}

/**
 * Runs `work` in a transaction: committed when it resolves, rolled back when it throws. Nothing slow may be awaited
 * inside (a password hash, the network): on SQLite all writers wait for it.
 */
export type RunTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
