// How old the oldest click is that is not in the statistics yet: told by looking now and then how many there were.

interface QrStyle {
  at: number
  written: number
}

// Then every other look is forgotten: while the database is away for days, it matters less when exactly that began.
const mostLooks = 1000

export class Lag {
  private looks: QrStyle[] = []

  /** Notes how many clicks there are at a moment, and how many of them are counted. */
  look(at: number, written: number, counted: number): void {
    this.forget(counted)
    if (this.looks.at(-1)?.written !== written) this.looks.push({ at, written })
    if (this.looks.length > mostLooks) this.looks = this.looks.filter((_, index) => index % 2 === 0)
  }

  /** How long the oldest click has been waiting, in milliseconds, too short by no more than the pause between two looks. */
  waits(at: number, counted: number): number {
    this.forget(counted)
    const [oldest] = this.looks
    return oldest ? Math.max(0, at - oldest.at) : 0
  }

  /** The looks that saw no click which is not counted by now. */
  private forget(counted: number): void {
    const first = this.looks.findIndex(({ written }) => written > counted)
    this.looks = first < 0 ? [] : this.looks.slice(first)
  }
}
