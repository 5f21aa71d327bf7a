// A server that is stopped while it works: every answered click counts exactly once.
import { afterEach, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { oneEngine } from '../../../../../test/command/one-engine.ts'
import { engines, migratedDatabase } from '../../../../../test/databases.ts'
import { endAll } from '../../../../../test/machine/program.ts'
import { code, startWithLink, stoppedUnderLoad } from '../../../../../test/machine/stopping.ts'

afterEach(endAll)

test.each([...engines])('on %s, a server stopped under load exits with code 0 and loses nothing', (engine) =>
  stoppedUnderLoad(engine, ['SIGTERM']),
)

describe.each(oneEngine)('on %s', (engine) => {
  test("a server whose folder is deleted redirects, reports that it can't count, and exits on SIGTERM", async () => {
    const database = await migratedDatabase(engine)
    const { server, key } = await startWithLink(database)
    rmSync(database.env.DATA_DIR, { recursive: true })
    const visit = await fetch(`${server.url}/${code}`, { redirect: 'manual' })
    expect(visit.status).toBe(302)
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(`${server.url}/v2/links/${code}/stats/lifetime`, { headers })
    expect(answer.status).toBe(503)
    expect(await server.end('SIGTERM')).toBe(1)
    expect(await server.log).toContain('could not be counted')
    await database.remove()
  })
})
