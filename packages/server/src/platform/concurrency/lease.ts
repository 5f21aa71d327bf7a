// What one of many nodes does for all of them.

export interface Lease {
  /** Whether it is this node's turn: of all nodes at one database, one at most. */
  isHeld(): boolean
  /** Lets another node have it at once, for good. */
  giveUp(): Promise<void>
}

/** The lease of who is alone. */
export const ownLease: Lease = { isHeld: () => true, giveUp: async () => {} }
