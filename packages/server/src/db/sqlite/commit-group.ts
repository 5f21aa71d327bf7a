// Group commits for SQLite: transactions that are queued at the same time share one commit, but each can be rolled back
// alone.
import type { Database, Statement } from 'bun:sqlite'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunTransaction } from '../../platform/transaction.ts'
import { asTransaction, type Query } from '../database.ts'
import type { WriterQueue } from './writer-queue.ts'

// While a group is open, other processes and threads wait for the lock, so it ends before they notice.
const groupMilliseconds = 4
const groupSize = 128

// How long a group waits for the lock of another connection before it fails.
const patienceMilliseconds = 5000

interface QueuedTransaction {
  work: () => Promise<unknown>
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

export interface CommitGroupNeeds {
  connection: Database
  query: Query
  /** The queue that this thread shares with other threads that write. */
  writerQueue: WriterQueue
  /** Called after a commit, before any of its transactions resolves. */
  onCommitted?(): void
}

/**
 * Runs transactions over one connection. A commit costs far more than the statements in it, so all transactions that have
 * arrived by the time the connection is free run one after the other in a single SQLite transaction, each within a
 * savepoint. None resolves before the commit has succeeded; a commit that fails fails them all.
 */
export function groupCommits(needs: CommitGroupNeeds): RunTransaction {
  const groups = new CommitGroups(needs)
  const { query } = needs
  return (work) =>
    new Promise((resolve, reject) => {
      // One caller runs all queued work: unbound, all queries would appear in that caller's trace.
      groups.add({ work: AsyncLocalStorage.bind(() => work(asTransaction(query))), resolve, reject })
    })
}

class CommitGroups {
  private readonly queue: QueuedTransaction[] = []
  private readonly savepoint: Statement
  private readonly release: Statement
  private isRunning = false

  constructor(private readonly needs: CommitGroupNeeds) {
    const { connection } = needs
    connection.run('PRAGMA busy_timeout = 0')
    // A savepoint keeps the originals of the pages that its transaction changes. At 64 KB, which creating a single link reaches,
    // SQLite would move them to a temporary file.
    connection.run('PRAGMA temp_store = MEMORY')
    this.savepoint = connection.query('SAVEPOINT one')
    this.release = connection.query('RELEASE one')
  }

  add(transaction: QueuedTransaction): void {
    this.queue.push(transaction)
    if (this.isRunning) return
    this.isRunning = true
    void this.runQueue()
  }

  private async runQueue(): Promise<void> {
    // Requests that arrived together should be in the same group.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.queue.length > 0) await this.runGroup()
    this.isRunning = false
  }

  private async runGroup(): Promise<void> {
    const { connection, writerQueue, onCommitted } = this.needs
    const settle: (() => void)[] = []
    const group: QueuedTransaction[] = []
    try {
      await writerQueue.take()
      await begin(connection)
      const start = performance.now()
      while (group.length < groupSize && performance.now() - start < groupMilliseconds) {
        const next = this.queue.shift()
        if (!next) break
        group.push(next)
        settle.push(await this.runOne(next))
      }
      connection.run('COMMIT')
    } catch (error) {
      if (connection.inTransaction) connection.run('ROLLBACK')
      // If a group could not even begin, its first transaction must not stay in the queue to be tried forever.
      const failed = group.length > 0 ? group : this.queue.splice(0, 1)
      for (const { reject } of failed) reject(error)
      return
    } finally {
      writerQueue.release()
    }
    onCommitted?.()
    for (const resolveOrReject of settle) resolveOrReject()
  }

  private async runOne({ work, resolve, reject }: QueuedTransaction): Promise<() => void> {
    const { connection } = this.needs
    this.savepoint.run()
    try {
      const value = await work()
      this.release.run()
      return () => resolve(value as never)
    } catch (error) {
      // On a full disk or a lost file, SQLite rolls back the whole transaction by itself: then all of them have failed.
      if (!connection.inTransaction) throw error
      connection.run('ROLLBACK TO one')
      connection.run('RELEASE one')
      return () => reject(error)
    }
  }
}

/**
 * Begins a transaction that writes. SQLite's own way to wait for the lock would block this thread, and with it every
 * redirect, so its timeout is 0 and BEGIN is repeated.
 */
async function begin(connection: Database): Promise<void> {
  const deadline = performance.now() + patienceMilliseconds
  for (let pause = 1; ; pause = Math.min(pause * 2, 20)) {
    try {
      connection.run('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && /^SQLITE_BUSY/.test(String((error as { code?: unknown }).code))
}
