// Up to which click of this process each account has to wait for its statistics: other accounts' clicks are not its own.

// Accounts whose clicks were all counted are let go of when there are so many.
const mostRemembered = 10_000

export class LastClicks {
  /** The place in the journal of each account's newest click, counted from the start of this process. */
  private readonly places = new Map<number, number>()

  /** Notes a click, the `place`th of this process. */
  note(userId: number, place: number): void {
    this.places.set(userId, place)
  }

  /** The place of an account's newest click; undefined where it has none that waits. */
  of(userId: number): number | undefined {
    return this.places.get(userId)
  }

  /** Forgets clicks that are counted: all where `counted` says so of the last one. */
  forget(isCounted: (place: number) => boolean): void {
    if (this.places.size <= mostRemembered) return
    for (const [userId, place] of this.places) if (isCounted(place)) this.places.delete(userId)
  }
}
