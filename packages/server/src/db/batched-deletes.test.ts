// Deleting in batches: all matching rows are deleted, no others, and no transaction is large.
import { describe, expect, test } from 'bun:test'
import { TestClock } from '../../../../test/clock.ts'
import { engines, migratedDatabase } from '../../../../test/databases.ts'
import { deleteInBatches, deleteSome, rowsPerBatch } from './batched-deletes.ts'
import { type Database, within } from './database.ts'
import { openDatabase } from './open.ts'

describe.each([...engines])('rows on %s', (engine) => {
  async function withRows(work: (db: Database) => Promise<void>): Promise<void> {
    const database = await migratedDatabase(engine)
    const { DATA_DIR: dataDirectory, DATABASE_URL: url = '' } = database.env
    const quiet = { info: () => {}, warn: () => {}, error: () => {} }
    const db = await openDatabase({ url, dataDirectory, poolSize: 2, clock: new TestClock(), log: quiet })
    const facts = Array.from({ length: rowsPerBatch * 2 + 2 }, (_, row) => ({
      name: `row ${row}`,
      value: row === 0 ? 'kept' : 'old',
    }))
    try {
      await db.transaction((tx) => within(tx).insertInto('instance_facts').values(facts).execute())
      await work(db)
    } finally {
      await db.close()
      await database.remove()
    }
  }
  const counted = async (db: Database, value: string) =>
    (await db.read.selectFrom('instance_facts').select('name').where('value', '=', value).execute()).length

  test('are deleted at most this many at once', () =>
    withRows(async (db) => {
      expect(await deleteSome(db, 'instance_facts', 'name', ['value', '=', 'old'], 3)).toBe(3)
      expect(await counted(db, 'old')).toBe(rowsPerBatch * 2 - 2)
      expect(await deleteSome(db, 'instance_facts', 'name', ['value', '=', 'none'])).toBe(0)
    }))

  test('are all deleted, in as many transactions as needed, and others stay', () =>
    withRows(async (db) => {
      let transactions = 0
      const counting: Pick<Database, 'transaction'> = {
        transaction(work) {
          transactions++
          return db.transaction(work)
        },
      }
      await deleteInBatches(counting, 'instance_facts', 'name', ['value', '=', 'old'])
      expect([transactions, await counted(db, 'old'), await counted(db, 'kept')]).toStrictEqual([3, 0, 1])
    }))
})
