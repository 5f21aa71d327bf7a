// The right of one node to do work for all of them.

export interface Lease {
  /** Whether this node holds it: at most one of all nodes at a database does. */
  isHeld(): boolean
  /** Hands it over to another node at once, for good. */
  giveUp(): Promise<void>
}

/** The lease of a node without others. */
export const ownLease: Lease = { isHeld: () => true, giveUp: async () => {} }
