// Runs a transaction for its result alone.
import type { RunTransaction, Tx } from '../transaction.ts'

/** Carries the result out of the transaction, which is rolled back because this is thrown. */
class DryRunResult<T> extends Error {
  constructor(readonly value: T) {
    super('rolled back')
  }
}

/** The result of `work`, whose transaction is rolled back. Its errors are thrown as usual. */
export async function rolledBack<T>(transaction: RunTransaction, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await transaction(async (tx) => {
      throw new DryRunResult(await work(tx))
    })
  } catch (error) {
    if (error instanceof DryRunResult) return error.value as T
    throw error
  }
}
