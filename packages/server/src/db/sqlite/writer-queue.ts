// Turns at writing between the threads of this process: SQLite's own lock goes to whoever happens to ask at the right
// moment, and would leave an API write waiting while the drain writes one part of a batch after the other.

/** Those who take turns. */
const sides = ['server', 'drain', 'sender', 'search'] as const
export type Side = (typeof sides)[number]

// How long one side waits for the others. SQLite's lock keeps them apart in any case: this is only about whose turn it is.
const patienceMilliseconds = 100

// Behind a ticket for each side: the last ticket that was drawn.
const lastTicket = sides.length

/** Memory that all threads see. */
export function writerQueueMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer((sides.length + 1) * Int32Array.BYTES_PER_ELEMENT)
}

/**
 * One side's view. Whoever wants to write draws a ticket, and waits while somebody has an older one (L. Lamport, "A new
 * solution of Dijkstra's concurrent programming problem", 1974): so nobody writes twice in a row while another waits.
 */
export class WriterQueue {
  private readonly state: Int32Array<SharedArrayBuffer>
  private readonly mine: number

  constructor(memory: SharedArrayBuffer, side: Side) {
    this.state = new Int32Array(memory)
    this.mine = sides.indexOf(side)
    // What a thread that died has left.
    this.release()
  }

  /** Resolves when it is this side's turn, or the others take too long with theirs. */
  async take(): Promise<void> {
    // 0 is no ticket; the count may go round.
    const ticket = Atomics.add(this.state, lastTicket, 1) + 1 || Atomics.add(this.state, lastTicket, 1) + 1
    Atomics.store(this.state, this.mine, ticket)
    const deadline = performance.now() + patienceMilliseconds
    while (this.isBehind(ticket) && performance.now() < deadline) await Bun.sleep(1)
  }

  release(): void {
    Atomics.store(this.state, this.mine, 0)
  }

  private isBehind(ticket: number): boolean {
    for (let side = 0; side < sides.length; side++) {
      const other = Atomics.load(this.state, side)
      if (side !== this.mine && other !== 0 && ((other - ticket) | 0) < 0) return true
    }
    return false
  }
}
