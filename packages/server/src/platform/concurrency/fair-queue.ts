// A line in which those who ask for much do not stand before those who ask for little.

/** What waits, each for somebody. Their turns go round: everybody has one before anybody has another. */
export class FairQueue<Task> {
  /** In the order of whose turn is next; nobody is in it without a task. */
  private readonly lines = new Map<string, Task[]>()
  private size = 0

  constructor(private readonly most = Number.POSITIVE_INFINITY) {}

  get length(): number {
    return this.size
  }

  /**
   * Adds a task. Where the line is full, gives the one that has no place in it any more: the last of who has most, or this
   * one where nobody has more.
   */
  add(by: string, task: Task): Task | null {
    const own = this.lines.get(by)
    let dropped: Task | null = null
    if (this.size >= this.most) {
      const [longest, line] = [...this.lines].reduce((one, other) =>
        other[1].length > one[1].length ? other : one,
      )
      if (line.length <= (own?.length ?? 0) + 1) return task
      dropped = line.pop() ?? null
      if (line.length === 0) this.lines.delete(longest)
      this.size--
    }
    if (own) own.push(task)
    else this.lines.set(by, [task])
    this.size++
    return dropped
  }

  /** What waits for somebody, in its order. */
  of(by: string): readonly Task[] {
    return this.lines.get(by) ?? []
  }

  /** Takes a task out that nobody waits for any more; nothing where it has had its turn. */
  remove(by: string, task: Task): void {
    const line = this.lines.get(by)
    const place = line?.indexOf(task) ?? -1
    if (!line || place < 0) return
    line.splice(place, 1)
    if (line.length === 0) this.lines.delete(by)
    this.size--
  }

  /** Puts back a task that was taken, as the next one, whether there is room or not. */
  putBack(by: string, task: Task): void {
    const line = [task, ...(this.lines.get(by) ?? [])]
    const others = [...this.lines].filter(([other]) => other !== by)
    this.lines.clear()
    for (const [other, tasks] of [[by, line] as const, ...others]) this.lines.set(other, tasks)
    this.size++
  }

  /** The waiting callers, in the order of their turns. */
  names(): string[] {
    return [...this.lines.keys()]
  }

  /** The next task of a caller that `mayBe` admits. */
  take(mayBe: (by: string) => boolean = () => true): Task | null {
    for (const [by, line] of this.lines) {
      if (!mayBe(by)) continue
      this.lines.delete(by)
      const task = line.shift() as Task
      if (line.length > 0) this.lines.set(by, line)
      this.size--
      return task
    }
    return null
  }

  takeAll(): Task[] {
    const all = [...this.lines.values()].flat()
    this.lines.clear()
    this.size = 0
    return all
  }
}
