// Shows how many test files are done, estimates the time left, and knows which files were slowest.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

interface Event {
  what: 'begin' | 'end'
  at: number
  file: string
}

/** The milliseconds that each file took when timings were last updated. New files count as the median. */
export type Timings = Record<string, number>

// On a terminal the line is rewritten in place; in a log a new one is printed from time to time.
const everyMilliseconds = { terminal: 1000, log: 30_000 }

export class Progress {
  private readonly started = Date.now()
  private readonly timer: Timer
  private readonly median: number
  private shown = ''

  constructor(
    private readonly root: string,
    private readonly events: string,
    private readonly files: string[],
    private readonly timings: Timings,
    private readonly out = process.stdout,
  ) {
    const known = Object.values(timings).sort((a, b) => a - b)
    this.median = known[known.length >> 1] ?? 1000
    this.timer = setInterval(() => this.show(), everyMilliseconds[out.isTTY ? 'terminal' : 'log'])
  }

  /** Writes test output above the progress line. */
  print(text: string): void {
    if (this.shown) this.out.write('\r\x1b[K')
    this.out.write(text)
    if (this.shown && text.endsWith('\n')) this.out.write(this.shown)
  }

  end(): void {
    clearInterval(this.timer)
    if (this.shown) this.out.write('\r\x1b[K')
    this.shown = ''
  }

  /** The slowest files with their seconds, slowest first. */
  slowest(count: number): { file: string; seconds: number }[] {
    return [...this.durations()]
      .map(([file, milliseconds]) => ({ file, seconds: milliseconds / 1000 }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, count)
  }

  private show(): void {
    const line = this.line()
    if (this.out.isTTY) {
      this.shown = line
      this.out.write(`\r\x1b[K${line}`)
    } else this.out.write(`${line}\n`)
  }

  private line(): string {
    const done = new Set(this.durations().keys())
    const weight = (files: string[]) =>
      files.reduce((sum, file) => sum + (this.timings[file] ?? this.median), 0)
    const elapsed = Date.now() - this.started
    const doneWeight = weight(this.files.filter((file) => done.has(file)))
    const leftWeight = weight(this.files.filter((file) => !done.has(file)))
    const left = done.size > 0 ? `, about ${clockTime((elapsed * leftWeight) / doneWeight)} left` : ''
    return `${clockTime(elapsed)}  ${done.size} of ${this.files.length} files done${left}`
  }

  private durations(): Map<string, number> {
    const begun = new Map<string, number>()
    const durations = new Map<string, number>()
    const lines = existsSync(this.events) ? readFileSync(this.events, 'utf8').split('\n') : []
    // The last line may be incomplete.
    for (const line of lines.slice(0, -1)) {
      const { what, at, file }: Event = JSON.parse(line)
      const name = relative(this.root, file)
      if (what === 'begin') begun.set(name, at)
      else durations.set(name, at - (begun.get(name) ?? at))
    }
    return durations
  }
}

/** Minutes and seconds, as `3:07`. */
export function clockTime(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
