// How long the oldest pending click has been pending, measured by sampling how many clicks there are.

interface Sample {
  at: number
  written: number
}

// Beyond this, every other sample is dropped: if the database is away for days, the exact start matters less.
const mostSamples = 1000

export class Lag {
  private samples: Sample[] = []

  /** Notes how many clicks there are at a given time, and how many of them are counted. */
  sample(at: number, written: number, counted: number): void {
    this.forget(counted)
    if (this.samples.at(-1)?.written !== written) this.samples.push({ at, written })
    if (this.samples.length > mostSamples) this.samples = this.samples.filter((_, index) => index % 2 === 0)
  }

  /** How long the oldest click has been pending; too short by at most the pause between two samples. */
  milliseconds(at: number, counted: number): number {
    this.forget(counted)
    const [oldest] = this.samples
    return oldest ? Math.max(0, at - oldest.at) : 0
  }

  /** Drops the samples whose clicks are all counted by now. */
  private forget(counted: number): void {
    const first = this.samples.findIndex(({ written }) => written > counted)
    this.samples = first < 0 ? [] : this.samples.slice(first)
  }
}
