// Several workers while the database hangs: the processes still exit, after their time limit.
import { afterEach, describe, expect, test } from 'bun:test'
import { migratedDatabase } from '../../../../test/databases.ts'
import { endAll } from '../../../../test/machine/program.ts'
import { severable } from '../../../../test/servers/severable-postgres.ts'
import { isRunning, startTwoWorkers, workersOf } from '../../../../test/servers/two-workers.ts'
import { until } from '../../../../test/timeouts.ts'

afterEach(endAll)

describe('WORKERS=2 on PostgreSQL', () => {
  test('when their supervisor is killed, they exit even while they wait for a database that hangs', async () => {
    const database = await severable(await migratedDatabase('postgres'))
    const { server } = await startTwoWorkers(database)
    const workers = workersOf(server)
    database.hang()
    const asked = fetch(`${server.url}/not-remembered`).catch(() => null)
    expect(await server.end('SIGKILL')).toBeNull()
    await until('both workers have ended', () => !workers.some(isRunning))
    await asked
    database.release()
    await database.remove()
  })

  test('a server that is stopped while the database hangs still exits', async () => {
    const database = await severable(await migratedDatabase('postgres'))
    const { server } = await startTwoWorkers(database)
    const workers = workersOf(server)
    database.hang()
    await server.end('SIGTERM')
    expect(workers.filter(isRunning)).toEqual([])
    database.release()
    await database.remove()
  })
})
