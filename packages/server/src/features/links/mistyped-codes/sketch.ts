// Counts how often unknown codes were asked for, in bounded memory: of very many different codes, those that recur remain.

export interface MissKey {
  /** Whose list it is for; null: that of the domain's owner. */
  userId: number | null
  domainId: number
  code: string
}

export interface CountedMiss extends MissKey {
  /** At least as many people asked for it. */
  asked: number
  /** Unix seconds. */
  lastAt: number
  linkId: number | null
}

interface Entry {
  code: string
  count: number
  /** How many of the count may belong to codes that were there before. */
  excess: number
  lastAt: number
  linkId: number | null
}

/** Space-saving (Metwally, Agrawal and El Abbadi, 2005): a new code takes the place of the least frequent one, with its count. */
class FrequentCodes {
  private readonly entries = new Map<string, Entry>()

  constructor(private readonly most: number) {}

  add(code: string, lastAt: number, linkId: number | null): void {
    const known = this.entries.get(code)
    if (known) {
      known.count++
      known.lastAt = lastAt
      known.linkId = linkId
      return
    }
    let excess = 0
    if (this.entries.size >= this.most) {
      const least = this.least()
      this.entries.delete(least.code)
      excess = least.count
    }
    this.entries.set(code, { code, count: excess + 1, excess, lastAt, linkId })
  }

  private least(): Entry {
    let [least] = this.entries.values() as Iterable<Entry> as unknown as [Entry]
    for (const entry of this.entries.values()) if (entry.count < least.count) least = entry
    return least
  }

  all(): Iterable<Entry> {
    return this.entries.values()
  }
}

// Together some 20 MB at most.
const codesPerList = 64
const mostLists = 2_000
// A person mistypes a few codes a day, and programs that try codes must not fill lists.
const codesPerAsker = 20
const mostAskers = 10_000

export class MissSketch {
  private lists = new Map<string, { userId: number | null; domainId: number; codes: FrequentCodes }>()
  /** What each asker was counted for. */
  private askers = new Map<string, Set<string>>()

  /**
   * Counts a request, once for each asker and code, and only some codes of each asker. Askers have different names each day.
   * Once too many lists are kept, further ones wait until these have been taken.
   */
  add({ userId, domainId, code }: MissKey, by: { asker: string; at: number; linkId: number | null }): void {
    const list = `${userId}:${domainId}`
    if (!this.isNew(by.asker, `${list}:${code}`)) return
    let known = this.lists.get(list)
    if (!known) {
      if (this.lists.size >= mostLists) return
      known = { userId, domainId, codes: new FrequentCodes(codesPerList) }
      this.lists.set(list, known)
    }
    known.codes.add(code, by.at, by.linkId)
  }

  private isNew(asker: string, code: string): boolean {
    const known = this.askers.get(asker) ?? new Set()
    if (known.size >= codesPerAsker || known.has(code)) return false
    if (this.askers.size >= mostAskers && !this.askers.has(asker)) this.askers.clear()
    this.askers.set(asker, known.add(code))
    return true
  }

  /** What was counted since this was last called. */
  take(): CountedMiss[] {
    const taken = this.lists
    this.lists = new Map()
    return [...taken.values()].flatMap(({ userId, domainId, codes }) =>
      [...codes.all()].map(({ code, count, excess, lastAt, linkId }) => ({
        ...{ userId, domainId, code, lastAt, linkId },
        asked: count - excess,
      })),
    )
  }
}
