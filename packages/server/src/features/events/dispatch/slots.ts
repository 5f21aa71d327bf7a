// How much may be on its way at once: of this process, and of one account, however many endpoints it has.
import { mostOpenFiles } from '../../../platform/observability/open-files.ts'

interface Taken {
  all: number
  doubtful: number
}

export class Slots {
  private readonly taken: Taken = { all: 0, doubtful: 0 }
  private readonly accounts = new Map<number, Taken>()
  private readonly most: Taken
  private readonly mostOfAccount: Taken

  constructor(openFiles = mostOpenFiles()) {
    // Most of the files that a process may open are for visitors.
    const all = Math.min(1024, Math.floor(openFiles / 4))
    const ofAccount = Math.min(128, Math.ceil(all / 4))
    // To endpoints that have not answered well the last time, or never yet: those that hang keep what they have for ten
    // seconds, and there must be room for the others.
    this.most = { all, doubtful: Math.ceil(all / 2) }
    this.mostOfAccount = { all: ofAccount, doubtful: Math.ceil(ofAccount / 8) }
  }

  get isFull(): boolean {
    return this.taken.all >= this.most.all
  }

  /** How many an account has taken. */
  of(userId: number): number {
    return this.accounts.get(userId)?.all ?? 0
  }

  /** Takes one for an account, and gives what lets go of it; null where there is none for it at the moment. */
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
