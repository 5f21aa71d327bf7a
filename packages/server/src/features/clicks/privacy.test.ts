// What is never stored: visitors' addresses, and the salts of past days.
import { afterEach, describe, expect, test } from 'bun:test'
import { engines, type FreshDatabase, migratedDatabase } from '../../../../../test/databases.ts'
import { browser, startInstance } from '../../../../../test/instance.ts'
import { endAll, newKey, serve } from '../../../../../test/machine/program.ts'
import { lockTable } from '../../../../../test/servers/table-locks.ts'
import { everyRow, filesWith } from '../../../../../test/stored-contents.ts'

const addresses = ['2001:db8:5ca1:ab1e:f00d:cafe:beef:77', '198.51.100.237']
/** The address as bytes and as hexadecimal digits; the four bytes of IPv4 could occur anywhere by chance. */
const bytes = Buffer.from('20010db85ca1ab1ef00dcafebeef0077', 'hex')
const pieces = [...addresses, '2001:db8:5ca1', bytes, bytes.toString('hex')]

afterEach(endAll)

async function saltsOf(database: FreshDatabase): Promise<Map<string, string>> {
  const rows = (await everyRow(database)).split('\n').filter((row) => row.startsWith('visitor_salts '))
  return new Map(
    rows.map((row) => [/\d{4}-\d\d-\d\d/.exec(row)?.[0] ?? '', /[A-Za-z0-9]{40,}/.exec(row)?.[0] ?? '']),
  )
}

describe.each([...engines])('on %s', (engine) => {
  test("a visitor's address is in no file and no table, whatever the visitor does", async () => {
    const database = await migratedDatabase(engine)
    const server = await serve({ ...database.env, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' })
    const key = await newKey(database.env)
    const api = (body: object) =>
      fetch(`${server.url}/v2/links`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await api({ long_url: 'https://example.com/', custom_slug: 'open' })
    await api({ long_url: 'https://example.com/', custom_slug: 'locked', password: 'sesame' })
    for (const address of addresses) {
      const headers = { 'x-forwarded-for': address, 'user-agent': browser }
      const visits = [
        fetch(`${server.url}/open`, { headers, redirect: 'manual' }),
        fetch(`${server.url}/nothing`, { headers }),
        fetch(`${server.url}/v2/links`, { headers }),
        ...['no', 'sesame'].map((password) =>
          fetch(`${server.url}/locked`, {
            method: 'POST',
            redirect: 'manual',
            headers,
            body: new URLSearchParams({ password }),
          }),
        ),
      ]
      const statuses = (await Promise.all(visits)).map(({ status }) => status)
      expect(statuses).toEqual([302, 404, 401, 401, 303])
    }
    // Both while the server runs and after it was killed.
    const rowsOf = async () => {
      const rows = await everyRow(database)
      return pieces.filter((piece) => typeof piece === 'string' && rows.includes(piece))
    }
    expect(await rowsOf()).toEqual([])
    expect(filesWith(database.env.DATA_DIR, pieces)).toEqual([])
    await server.end('SIGKILL')
    expect(await rowsOf()).toEqual([])
    expect(filesWith(database.env.DATA_DIR, pieces)).toEqual([])
    for (const piece of addresses) expect(await server.log).not.toContain(piece)
    await database.remove()
  })

  test('at the end of the day, its salt is destroyed, so that its visitors can no longer be recognized', async () => {
    const instance = await startInstance(engine)
    const { database, clock } = instance
    const before = await saltsOf(database)
    const salt = before.get(clock.day()) as string
    expect(salt).toMatch(/^.{40,}$/)
    await clock.advanceTo(`${clock.day(1)}T00:01:00Z`)
    const after = await saltsOf(database)
    expect([...after.keys()].sort()).toEqual([clock.day(), clock.day(1)])
    // The salt of the new day was ready before it began.
    expect(after.get(clock.day())).toBe(before.get(clock.day()) as string)
    expect([...after.values()]).not.toContain(salt)
    expect(filesWith(database.env.DATA_DIR, [salt])).toEqual([])
    await instance.stop()
    expect(filesWith(database.env.DATA_DIR, [salt])).toEqual([])
    await database.remove()
  })

  test("a day that begins while the previous day's salts are being created has its own, and the old ones are destroyed", async () => {
    const instance = await startInstance(engine)
    const { database, clock } = instance
    const letGo = await lockTable(database, 'visitor_salts')
    const dayBefore = clock.advanceTo(`${clock.day(1)}T00:01:00Z`)
    // Long enough for the salts to be requested.
    await instance.ask('GET /healthz')
    const today = clock.advanceTo(`${clock.day(1)}T00:01:00Z`)
    await letGo()
    await Promise.all([dayBefore, today])
    expect([...(await saltsOf(database)).keys()].sort()).toEqual([clock.day(), clock.day(1)])
    await instance.stop()
    await database.remove()
  })
})
