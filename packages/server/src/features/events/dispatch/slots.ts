// Limits how many deliveries are in flight at once: of this process, and of one account, however many endpoints it has.
import { mostOpenFiles } from '../../../platform/observability/open-files.ts'

interface SlotCount {
  all: number
  doubtful: number
}

export class Slots {
  private readonly taken: SlotCount = { all: 0, doubtful: 0 }
  private readonly accounts = new Map<number, SlotCount>()
  private readonly most: SlotCount
  private readonly mostOfAccount: SlotCount

  constructor(openFiles = mostOpenFiles()) {
    // Most of the files that a process may open are for visitors.
    const all = Math.min(1024, Math.floor(openFiles / 4))
    const ofAccount = Math.min(128, Math.ceil(all / 4))
    // Doubtful endpoints failed last time, or have never answered. One that hangs keeps a slot for ten seconds, and there
    // must be enough left for the others.
    this.most = { all, doubtful: Math.ceil(all / 2) }
    this.mostOfAccount = { all: ofAccount, doubtful: Math.ceil(ofAccount / 8) }
  }

  get isFull(): boolean {
    return this.taken.all >= this.most.all
  }

  /** How many slots an account has taken. */
  of(userId: number): number {
    return this.accounts.get(userId)?.all ?? 0
  }

  /** Takes a slot for an account, and returns the function that releases it; null if the account can't have one now. */
  take(userId: number, isDoubtful: boolean): (() => void) | null {
    const account = this.accounts.get(userId) ?? { all: 0, doubtful: 0 }
    if (this.isFull || account.all >= this.mostOfAccount.all) return null
    const isTooDoubtful =
      this.taken.doubtful >= this.most.doubtful || account.doubtful >= this.mostOfAccount.doubtful
    if (isDoubtful && isTooDoubtful) return null
    this.accounts.set(userId, account)
    const count = (more: 1 | -1) => {
      for (const taken of [this.taken, account]) {
        taken.all += more
        if (isDoubtful) taken.doubtful += more
      }
      if (account.all === 0) this.accounts.delete(userId)
    }
    count(1)
    return () => count(-1)
  }
}
