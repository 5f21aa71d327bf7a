// Something that is done again and again, and after growing pauses while it fails.

interface Pauses {
  /** Milliseconds after it went well. */
  every: number
  /** The longest after it failed. */
  longest: number
}

export class PollingLoop {
  private stopped = false
  private wake = () => {}
  private isHurried = false
  private least = 0

  constructor(
    private readonly work: () => Promise<void>,
    private readonly pauses: Pauses,
  ) {}

  begin(): void {
    void this.run()
  }

  stop(): void {
    this.stopped = true
    this.wake()
  }

  /** Begins the next round at once, or just after the one that is under way. */
  trigger(): void {
    this.isHurried = true
    this.wake()
  }

  /** Has the next pause be so long at least. */
  pauseFor(milliseconds: number): void {
    this.least = milliseconds
  }

  private async run(): Promise<void> {
    const { every, longest } = this.pauses
    for (let failures = 0; !this.stopped; ) {
      const pause = failures === 0 ? every : Math.min(2 ** failures * 20, longest)
      await this.sleep(Math.max(pause, this.least))
      this.least = 0
      if (this.stopped) return
      await this.work().then(
        () => (failures = 0),
        () => failures++,
      )
    }
  }

  private async sleep(milliseconds: number): Promise<void> {
    if (!this.isHurried && !this.stopped)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        this.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    this.isHurried = false
    this.wake = () => {}
  }
}
