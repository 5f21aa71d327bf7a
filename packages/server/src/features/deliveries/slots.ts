// How much may be on its way at once: of this process, and of one account, however many endpoints it has.
import { mostOpenFiles } from '../../platform/open-files.ts'

// Most of the files that a process may open are for visitors.
const most = Math.min(1024, Math.floor(mostOpenFiles() / 4))
const mostOfAccount = Math.min(128, Math.ceil(most / 4))
// To endpoints that have not answered well the last time, or never yet: those that hang keep what they have for ten
// seconds, and there must be room for the others.
const mostDoubtful = Math.ceil(most / 2)
const mostDoubtfulOfAccount = Math.ceil(mostOfAccount / 8)

interface Taken {
  all: number
  doubtful: number
}

export class Slots {
  private readonly taken: Taken = { all: 0, doubtful: 0 }
  private readonly accounts = new Map<number, Taken>()

  get isFull(): boolean {
    return this.taken.all >= most
  }

  /** How many an account has taken. */
  of(userId: number): number {
    return this.accounts.get(userId)?.all ?? 0
  }

  /** Takes one for an account, and gives what lets go of it; null where there is none for it at the moment. */
  take(userId: number, isDoubtful: boolean): (() => void) | null {
    const account = this.accounts.get(userId) ?? { all: 0, doubtful: 0 }
    if (this.taken.all >= most || account.all >= mostOfAccount) return null
    if (isDoubtful && (this.taken.doubtful >= mostDoubtful || account.doubtful >= mostDoubtfulOfAccount))
      return null
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
