// The columns in link-columns.ts are those of the table of links, on both engines.
import { expect, test } from 'bun:test'
import { engines, migratedDatabase } from '../../../../test/databases.ts'
import { createLog } from '../platform/observability/log.ts'
import { systemClock } from '../platform/time/clock.ts'
import { initialLink, linkColumnNames } from './link-columns.ts'
import { openDatabase } from './open.ts'

for (const engine of engines)
  test(`the table of links has exactly the described columns, nullable where described, on ${engine}`, async () => {
    const { env, remove } = await migratedDatabase(engine)
    const [url, dataDirectory] = [env.DATABASE_URL ?? null, env.DATA_DIR]
    const log = createLog('error')
    const db = await openDatabase({ url, dataDirectory, poolSize: 2, clock: systemClock, log })
    try {
      const tables = await db.read.introspection.getTables()
      const columns = tables.find(({ name }) => name === 'links')?.columns ?? []
      const actual = columns
        .filter(({ name }) => name !== 'id')
        .map(({ name, isNullable }) => [name, isNullable])
      const described = linkColumnNames.map((name) => [
        name,
        name in initialLink && initialLink[name as keyof typeof initialLink] === null,
      ])
      expect(actual.sort()).toEqual(described.sort())
    } finally {
      await db.close()
      await remove()
    }
  })
