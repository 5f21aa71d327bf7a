// What failed tests printed, repeated at the end of a run for anyone who sees only its last lines.

const mostShown = 10
const mostLines = 50

export class Failures {
  private readonly shown: string[] = []
  private count = 0
  private file = ''
  private lines: string[] = []

  /** Reads the next whole lines of the output of `bun test`. */
  read(text: string): void {
    for (const line of Bun.stripANSI(text).trimEnd().split('\n')) {
      if (/^\S+\.test\.tsx?:$/.test(line)) {
        this.file = line
        this.lines = []
        continue
      }
      this.lines.push(line)
      if (line.startsWith('(fail) ')) this.take()
    }
  }

  private take(): void {
    this.count++
    if (this.shown.length < mostShown)
      this.shown.push([this.file, ...this.lines.slice(-mostLines)].join('\n'))
    this.lines = []
  }

  /** Empty if nothing failed. */
  get summary(): string {
    const others = this.count - this.shown.length
    return [...this.shown, ...(others > 0 ? [`More failures: ${others}`] : [])].join('\n\n')
  }
}
