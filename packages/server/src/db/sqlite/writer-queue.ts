// A fair queue for the threads of this process that write: SQLite's own lock goes to whichever thread asks at the right
// moment, so an API write could wait while the click worker writes one part of a batch after another.

const writers = ['server', 'click worker', 'delivery worker', 'query worker'] as const
export type Writer = (typeof writers)[number]

// How long a writer waits for the others. SQLite's lock keeps them apart in any case: the queue only decides who is next.
const patienceMilliseconds = 100

// After the ticket of each writer: the last ticket that was drawn.
const lastTicket = writers.length

/** Memory that all threads share. */
export function writerQueueMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer((writers.length + 1) * Int32Array.BYTES_PER_ELEMENT)
}

/**
 * One writer's view of the queue. To write, it draws a ticket and waits while another writer has an older one
 * (L. Lamport, "A new solution of Dijkstra's concurrent programming problem", 1974): so none writes twice in a row while
 * another waits.
 */
export class WriterQueue {
  private readonly state: Int32Array<SharedArrayBuffer>
  private readonly own: number

  constructor(memory: SharedArrayBuffer, writer: Writer) {
    this.state = new Int32Array(memory)
    this.own = writers.indexOf(writer)
    // A thread that died may have left its ticket.
    this.release()
  }

  /** Resolves when it is this writer's turn, or when the others take too long. */
  async take(): Promise<void> {
    // 0 means no ticket, even when the count wraps around.
    const ticket = Atomics.add(this.state, lastTicket, 1) + 1 || Atomics.add(this.state, lastTicket, 1) + 1
    Atomics.store(this.state, this.own, ticket)
    const deadline = performance.now() + patienceMilliseconds
    while (this.isBehind(ticket) && performance.now() < deadline) await Bun.sleep(1)
  }

  release(): void {
    Atomics.store(this.state, this.own, 0)
  }

  private isBehind(ticket: number): boolean {
    for (let writer = 0; writer < writers.length; writer++) {
      const other = Atomics.load(this.state, writer)
      if (writer !== this.own && other !== 0 && ((other - ticket) | 0) < 0) return true
    }
    return false
  }
}
