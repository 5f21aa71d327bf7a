// Runs work repeatedly, with growing pauses while it fails.

interface Pauses {
  /** Milliseconds after a success. */
  every: number
  /** The longest pause after failures, in milliseconds. */
  longest: number
}

export class PollingLoop {
  private stopped = false
  private wake = () => {}
  private isTriggered = false
  private minimum = 0

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

  /** Starts the next round at once, or right after the current one. */
  trigger(): void {
    this.isTriggered = true
    this.wake()
  }

  /** Makes the next pause at least this long. */
  pauseFor(milliseconds: number): void {
    this.minimum = milliseconds
  }

  private async run(): Promise<void> {
    const { every, longest } = this.pauses
    for (let failures = 0; !this.stopped; ) {
      const pause = failures === 0 ? every : Math.min(2 ** failures * 20, longest)
      await this.sleep(Math.max(pause, this.minimum))
      this.minimum = 0
      if (this.stopped) return
      await this.work().then(
        () => (failures = 0),
        () => failures++,
      )
    }
  }

  private async sleep(milliseconds: number): Promise<void> {
    if (!this.isTriggered && !this.stopped)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        this.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    this.isTriggered = false
    this.wake = () => {}
  }
}
