// A node of a cluster: the real program with a folder of its own, which is killed, frozen and restarted.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../machine/free-port.ts'
import { type ServerProcess, type Settings, serve } from '../../machine/program.ts'
import { childrenOf, endedAll, signal } from './processes.ts'

export class Node {
  /** Its current folder, and earlier ones. */
  private readonly folders = [newFolder()]
  private process: ServerProcess | null = null

  private constructor(
    readonly name: string,
    private readonly settings: Settings,
    readonly port: number,
  ) {}

  /** Starts one; `settings` are those of all nodes, and those with which this one reaches the database. */
  static async start(name: string, settings: Settings): Promise<Node> {
    const node = new Node(name, settings, await freePort())
    await node.startAgain()
    return node
  }

  get url(): string {
    return `http://localhost:${this.port}`
  }

  /** Starts it with what its last process has left. */
  async startAgain(): Promise<void> {
    this.process = await serve({ ...this.settings, DATA_DIR: this.folder, PORT: String(this.port) })
  }

  /** Kills its first process; the child processes end by themselves. */
  async kill(): Promise<void> {
    const workers = childrenOf(this.pid)
    if ((await this.running().end('SIGKILL')) !== null) throw new Error(`${this.name} had ended by itself`)
    this.process = null
    await endedAll(workers)
  }

  /** Its machine is lost: all processes end at once. */
  async die(): Promise<void> {
    const all = this.processes()
    for (const pid of all) signal(pid, 'SIGKILL')
    await this.running().end('SIGKILL')
    this.process = null
    await endedAll(all)
  }

  async killWorker(): Promise<void> {
    const [worker] = childrenOf(this.pid)
    if (!worker) throw new Error(`${this.name} has no workers`)
    signal(worker, 'SIGKILL')
    await endedAll([worker])
  }

  /** Starts it with an empty folder, like a replacement machine; returns the old one. */
  async replace(): Promise<string> {
    const { folder } = this
    this.folders.unshift(newFolder())
    await this.startAgain()
    return folder
  }

  get folder(): string {
    return this.folders[0] as string
  }

  /** Stops it as an administrator does; returns the errors that it has logged. */
  async stop(): Promise<string[]> {
    const { end, log } = this.running()
    const status = await end('SIGTERM')
    this.process = null
    const errors = (await log).split('\n').filter((line) => line.includes('"level":"error"'))
    return status === 0 ? errors : [`it ended with ${status}`, ...errors]
  }

  /** Freezes it; its connections stay open. */
  freeze(): void {
    for (const pid of this.processes()) signal(pid, 'SIGSTOP')
  }

  thaw(): void {
    for (const pid of this.processes()) signal(pid, 'SIGCONT')
  }

  get pid(): number {
    return this.running().pid
  }

  get isRunning(): boolean {
    return this.process !== null
  }

  /** Whether repeated requests reach the same process; of several workers, each has a cache of its own. */
  get isOneProcess(): boolean {
    return this.settings.WORKERS === undefined
  }

  remove(): void {
    for (const folder of this.folders) rmSync(folder, { recursive: true, force: true })
  }

  private running(): ServerProcess {
    if (!this.process) throw new Error(`${this.name} does not run`)
    return this.process
  }

  private processes(): number[] {
    return [this.pid, ...childrenOf(this.pid)]
  }
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'linnet-node-'))
}
