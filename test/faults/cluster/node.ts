// A node of a cluster: the real program with a folder of its own, that is killed, frozen and started again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../free-port.ts'
import { type ServerProcess, type Settings, serve } from '../../program.ts'
import { childrenOf, signal } from './processes.ts'

export class Node {
  readonly folder = mkdtempSync(join(tmpdir(), 'linnet-node-'))
  private process: ServerProcess | null = null

  private constructor(
    readonly name: string,
    private readonly settings: Settings,
    readonly port: number,
  ) {}

  /** Starts one; `settings` are those of all nodes, with the way that this one has to the database. */
  static async start(name: string, settings: Settings): Promise<Node> {
    const node = new Node(name, settings, await freePort())
    await node.startAgain()
    return node
  }

  get url(): string {
    return `http://localhost:${this.port}`
  }

  /** Starts it on what the last one has left. */
  async startAgain(): Promise<void> {
    this.process = await serve({ ...this.settings, DATA_DIR: this.folder, PORT: String(this.port) })
  }

  async kill(): Promise<void> {
    if ((await this.running().end('SIGKILL')) !== null) throw new Error(`${this.name} had ended by itself`)
    this.process = null
  }

  /** Stops it as an administrator does; the errors that it has logged, but those of work that waits for the database. */
  async stop(): Promise<string[]> {
    const { end, log } = this.running()
    const status = await end('SIGTERM')
    this.process = null
    const errors = (await log)
      .split('\n')
      .filter((line) => line.includes('"level":"error"') && !line.includes('"event":"scheduled work failed"'))
    return status === 0 ? errors : [`it ended with ${status}`, ...errors]
  }

  /** It does nothing, and its connections stay open. */
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

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  private running(): ServerProcess {
    if (!this.process) throw new Error(`${this.name} does not run`)
    return this.process
  }

  private processes(): number[] {
    return [this.pid, ...childrenOf(this.pid)]
  }
}
