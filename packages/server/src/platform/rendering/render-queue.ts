// The queue of images to render, and its processes: accounts take turns, and none has two processes at once.
import { FairQueue } from '../concurrency/fair-queue.ts'
import {
  type ProcessNeeds,
  RenderProcess,
  type RenderResult,
  type Task,
  type TaskSource,
  unavailable,
} from './render-process.ts'

const mostWaiting = 64

/** What to render, for which account, and within which limits. */
export type RenderRequest = Omit<Task, 'isRetry' | 'resolve' | 'reject'>

export class RenderQueue implements TaskSource {
  private readonly waiting = new FairQueue<Task>(mostWaiting)
  private readonly processes: RenderProcess[]
  private isStopped = false

  constructor(needs: ProcessNeeds, concurrency = 1) {
    this.processes = Array.from({ length: concurrency }, () => new RenderProcess(needs, this))
  }

  /** Throws an UnrenderableImage if the image is the problem, and a Refusal `unavailable` if too many wait or no process stays up. */
  render(request: RenderRequest): Promise<RenderResult> {
    if (this.isStopped) return Promise.reject(unavailable())
    return new Promise((resolve, reject) => {
      this.waiting.add(request.by, { ...request, resolve, reject, isRetry: false })?.reject(unavailable())
      this.wake()
    })
  }

  get isEmpty(): boolean {
    return this.waiting.length === 0
  }

  take(): Task | null {
    return this.waiting.take((by) => !this.hasProcess(by))
  }

  putBack(task: Task): void {
    this.waiting.putBack(task.by, task)
  }

  wake(): void {
    if (this.isStopped) return
    for (const one of this.processes) one.next()
    const starting = this.processes.filter((one) => one.isStarting).length
    const left = this.waiting.names().filter((by) => !this.hasProcess(by)).length - starting
    for (const one of this.processes.filter((one) => one.isEnded).slice(0, Math.max(0, left))) one.start()
  }

  startFailed(): void {
    if (!this.processes.some((one) => one.isReady)) this.refuseAll()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    await Promise.all(this.processes.map((one) => one.stop()))
    this.refuseAll()
  }

  private refuseAll(): void {
    for (const task of this.waiting.takeAll()) task.reject(unavailable())
  }

  private hasProcess(by: string): boolean {
    return this.processes.some((one) => one.account === by)
  }
}
