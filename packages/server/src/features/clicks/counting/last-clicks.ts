// The last click of each account in this process: an account's statistics wait for it, but not for other
// accounts' clicks.

export class LastClicks {
  /** The place in the journal of each account's newest click, counted from the start of this process. */
  private readonly places = new Map<number, number>()

  /** Notes a click, the `place`th of this process. */
  note(userId: number, place: number): void {
    this.places.set(userId, place)
  }

  /** The place of an account's newest click; undefined if it has no pending ones. */
  of(userId: number): number | undefined {
    return this.places.get(userId)
  }

  /** Drops the entries of accounts whose last click is counted. */
  forget(isCounted: (place: number) => boolean): void {
    for (const [userId, place] of this.places) if (isCounted(place)) this.places.delete(userId)
  }
}
