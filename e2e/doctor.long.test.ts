// `linnet doctor` with a real connection pooler in front of PostgreSQL.
import { expect, test } from 'bun:test'
import { migratedDatabase } from '../test/databases.ts'
import { doctor, onlyProblem } from '../test/doctor.ts'
import { freePort } from '../test/machine/free-port.ts'
import { startPooler } from '../test/servers/pgbouncer.ts'

test('checks PostgreSQL behind a pooler in transaction mode, as the server uses it', async () => {
  const database = await migratedDatabase('postgres')
  const direct = database.env.DATABASE_URL as string
  const pooler = await startPooler(database)
  const settings = { ...database.env, DATABASE_URL: pooler.url, PORT: String(await freePort()) }
  const told = await doctor({ ...settings, DATABASE_LISTEN_URL: direct })
  expect(Object.values(told.findings).filter(({ state }) => state === 'problem')).toEqual([])
  expect(onlyProblem(await doctor(settings)).what).toBe('notifications')
  await pooler.stop()
  await database.remove()
})
