// A queue in which one caller's burst of tasks doesn't delay other callers.

/** Tasks wait by caller, and callers are served round-robin. */
export class FairQueue<Task> {
  /** By caller, in the order of their turns; a caller without tasks isn't in it. */
  private readonly queues = new Map<string, Task[]>()
  private size = 0

  constructor(private readonly most = Number.POSITIVE_INFINITY) {}

  get length(): number {
    return this.size
  }

  /**
   * Adds a task. If the queue is full, returns the task that has lost its place: the last one of the caller with the most,
   * or this one if no other caller has more.
   */
  add(by: string, task: Task): Task | null {
    const own = this.queues.get(by)
    let dropped: Task | null = null
    if (this.size >= this.most) {
      const [longest, queue] = [...this.queues].reduce((one, other) =>
        other[1].length > one[1].length ? other : one,
      )
      if (queue.length <= (own?.length ?? 0) + 1) return task
      dropped = queue.pop() ?? null
      if (queue.length === 0) this.queues.delete(longest)
      this.size--
    }
    if (own) own.push(task)
    else this.queues.set(by, [task])
    this.size++
    return dropped
  }

  /** A caller's tasks, in their order. */
  of(by: string): readonly Task[] {
    return this.queues.get(by) ?? []
  }

  /** Removes a task; does nothing if it has had its turn. */
  remove(by: string, task: Task): void {
    const queue = this.queues.get(by)
    const index = queue?.indexOf(task) ?? -1
    if (!queue || index < 0) return
    queue.splice(index, 1)
    if (queue.length === 0) this.queues.delete(by)
    this.size--
  }

  /** Puts back a task that was taken, as the next one, even if the queue is full. */
  putBack(by: string, task: Task): void {
    const queue = [task, ...(this.queues.get(by) ?? [])]
    const others = [...this.queues].filter(([other]) => other !== by)
    this.queues.clear()
    for (const [other, tasks] of [[by, queue] as const, ...others]) this.queues.set(other, tasks)
    this.size++
  }

  /** The waiting callers, in the order of their turns. */
  names(): string[] {
    return [...this.queues.keys()]
  }

  /** Takes the next task of the first caller that is eligible. */
  take(isEligible: (by: string) => boolean = () => true): Task | null {
    for (const [by, queue] of this.queues) {
      if (!isEligible(by)) continue
      this.queues.delete(by)
      const task = queue.shift() as Task
      if (queue.length > 0) this.queues.set(by, queue)
      this.size--
      return task
    }
    return null
  }

  takeAll(): Task[] {
    const all = [...this.queues.values()].flat()
    this.queues.clear()
    this.size = 0
    return all
  }
}
