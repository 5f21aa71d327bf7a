// Grouped commits for SQLite: transactions that wait at the same time share one commit, each undone alone.
import type { Database } from 'bun:sqlite'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunTransaction } from '../../platform/transaction.ts'
import { asTransaction, type Query } from '../database.ts'
import type { WriterQueue } from './writer-queue.ts'

// While a group is open other processes and the drain wait for the lock, so it is closed before they notice.
const groupMilliseconds = 4
const groupSize = 128

// How long a group waits for the lock of another connection before it fails.
const patienceMilliseconds = 5000

interface Waiting {
  work: () => Promise<unknown>
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/**
 * A transaction runner over one connection. A commit costs far more than the statements in it, so all transactions
 * that have come in by the time the connection is free run one after the other in a single SQLite transaction, each
 * within a savepoint. None is told that it succeeded before the commit has; a commit that fails fails them all.
 * `turns` are taken with another thread that writes; `committed` is called after a commit and before anyone is told.
 */
export function groupCommits(
  connection: Database,
  query: Query,
  writerQueue: WriterQueue,
  committed: () => void = () => {},
): RunTransaction {
  connection.run('PRAGMA busy_timeout = 0')
  const savepoint = connection.query('SAVEPOINT one')
  const release = connection.query('RELEASE one')
  const queue: Waiting[] = []
  let running = false

  async function runQueue(): Promise<void> {
    // Let the requests that arrived together come in together.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) await runGroup()
    running = false
  }

  async function runGroup(): Promise<void> {
    const settle: (() => void)[] = []
    const group: Waiting[] = []
    try {
      await writerQueue.take()
      await begin(connection)
      const start = performance.now()
      while (group.length < groupSize && performance.now() - start < groupMilliseconds) {
        const next = queue.shift()
        if (!next) break
        group.push(next)
        settle.push(await runOne(next))
      }
      connection.run('COMMIT')
    } catch (error) {
      if (connection.inTransaction) connection.run('ROLLBACK')
      // A group that could not even begin must not leave its first in the queue to be tried forever.
      const failed = group.length > 0 ? group : queue.splice(0, 1)
      for (const { reject } of failed) reject(error)
      return
    } finally {
      writerQueue.release()
    }
    committed()
    for (const tell of settle) tell()
  }

  async function runOne({ work, resolve, reject }: Waiting): Promise<() => void> {
    savepoint.run()
    try {
      const value = await work()
      release.run()
      return () => resolve(value as never)
    } catch (error) {
      // A full disk or a lost file makes SQLite roll back the whole transaction by itself: then all have failed.
      if (!connection.inTransaction) throw error
      connection.run('ROLLBACK TO one')
      connection.run('RELEASE one')
      return () => reject(error)
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      // One caller runs everybody's queued work: unbound, all the queries would appear in that caller's trace.
      queue.push({ work: AsyncLocalStorage.bind(() => work(asTransaction(query))), resolve, reject })
      if (running) return
      running = true
      void runQueue()
    })
}

/**
 * Begins as the writer. SQLite's own way to wait for the lock would stop this thread, and with it every redirect, so
 * it is told not to wait at all and asked again.
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
