// Turns at writing between two threads of this process: SQLite's own lock goes to whoever happens to ask at the right
// moment, and would leave an API write waiting while the drain writes one part of a batch after the other.

/** The two who take turns. */
export type Side = 'server' | 'drain'

// How long one side waits for the other. SQLite's lock keeps them apart in any case: this is only about whose turn it is.
const patienceMilliseconds = 100
const words = { server: 0, drain: 1, turn: 2 } as const

/** Memory that both threads see. */
export function turnsMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)
}

/**
 * One side's view. Whoever wants to write says so and offers the other the turn, and waits only while the other wants
 * to write as well and has it (G. L. Peterson, "Myths about the mutual exclusion problem", 1981): so neither writes
 * twice in a row while the other waits.
 */
export class Turns {
  private readonly state: Int32Array<SharedArrayBuffer>
  private readonly mine: number
  private readonly others: number

  constructor(memory: SharedArrayBuffer, side: Side) {
    this.state = new Int32Array(memory)
    this.mine = words[side]
    this.others = words[side === 'server' ? 'drain' : 'server']
    // What a thread that died has left.
    this.release()
  }

  /** Resolves when it is this side's turn, or the other side takes too long with its own. */
  async take(): Promise<void> {
    Atomics.store(this.state, this.mine, 1)
    Atomics.store(this.state, words.turn, this.others)
    const deadline = performance.now() + patienceMilliseconds
    while (this.isOthers() && performance.now() < deadline) await Bun.sleep(1)
  }

  release(): void {
    Atomics.store(this.state, this.mine, 0)
  }

  private isOthers(): boolean {
    return Atomics.load(this.state, this.others) === 1 && Atomics.load(this.state, words.turn) === this.others
  }
}
