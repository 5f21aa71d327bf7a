// The queue of images to draw, and the render processes: accounts take turns, and none has two processes at once.
import { FairQueue } from '../concurrency/fair-queue.ts'
import {
  DrawingProcess,
  type Drawn,
  type Line,
  type ProcessNeeds,
  type Task,
  unavailable,
} from './render-process.ts'

const mostWaiting = 64

/** Whose turn it is, and what is drawn for them within which bounds. */
export type Wanted = Omit<Task, 'isAgain' | 'keep' | 'fail'>

export class RenderQueue implements Line {
  private readonly waiting = new FairQueue<Task>(mostWaiting)
  private readonly processes: DrawingProcess[]
  private isStopped = false

  constructor(needs: ProcessNeeds, atOnce = 1) {
    this.processes = Array.from({ length: atOnce }, () => new DrawingProcess(needs, this))
  }

  /** Throws an Undrawable if the image is the problem, and a Refusal `unavailable` if too many wait or no process stays up. */
  draw(wanted: Wanted): Promise<Drawn> {
    if (this.isStopped) return Promise.reject(unavailable())
    return new Promise((keep, fail) => {
      this.waiting.add(wanted.by, { ...wanted, keep, fail, isAgain: false })?.fail(unavailable())
      this.wake()
    })
  }

  get isEmpty(): boolean {
    return this.waiting.length === 0
  }

  take(): Task | null {
    return this.waiting.take((by) => !this.isDrawnFor(by))
  }

  putBack(task: Task): void {
    this.waiting.putBack(task.by, task)
  }

  wake(): void {
    if (this.isStopped) return
    for (const one of this.processes) one.next()
    const starting = this.processes.filter((one) => one.isStarting).length
    const left = this.waiting.names().filter((by) => !this.isDrawnFor(by)).length - starting
    for (const one of this.processes.filter((one) => one.isEnded).slice(0, Math.max(0, left))) one.start()
  }

  cannotBegin(): void {
    if (!this.processes.some((one) => one.isReady)) this.refuseAll()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    await Promise.all(this.processes.map((one) => one.stop()))
    this.refuseAll()
  }

  private refuseAll(): void {
    for (const task of this.waiting.takeAll()) task.fail(unavailable())
  }

  private isDrawnFor(by: string): boolean {
    return this.processes.some((one) => one.drawsFor === by)
  }
}
