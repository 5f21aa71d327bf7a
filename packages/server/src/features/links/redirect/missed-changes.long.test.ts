// A server that missed changes reads exactly those, and redirects from memory while the database is unavailable.
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { type FreshDatabase, migratedDatabase } from '../../../../../../test/databases.ts'
import { type Account, type Instance, request, startOn } from '../../../../../../test/instance.ts'
import { endAll, serve } from '../../../../../../test/machine/program.ts'
import { type SeverableDatabase, severable } from '../../../../../../test/servers/severable-postgres.ts'
import { runStatement } from '../../../../../../test/servers/statements.ts'
import { notificationMilliseconds, until } from '../../../../../../test/timeouts.ts'

const changed = 'https://example.org/changed'
// Longer than a server may go without checking whether it has missed something.
const frozenMilliseconds = 2500

let direct: FreshDatabase
let way: SeverableDatabase
let cut: Instance
let other: Instance
let account: Account

beforeAll(async () => {
  direct = await migratedDatabase('postgres')
  way = await severable(direct)
  // The first one runs the jobs that one node runs for all, such as deleting old rows.
  other = await startOn(direct, 'postgres')
  cut = await startOn(way, 'postgres')
  account = await other.account()
})

afterEach(async () => {
  await endAll()
  await way.mend()
})

afterAll(async () => {
  await cut.stop()
  await other.stop()
  await way.remove()
})

const locationAt = async ({ url }: { url: string }, short: string) =>
  (await request(url, `GET /${short}`)).headers.get('location')

/** A link that a server has cached, even after its creation was announced. */
async function remembered(server: { url: string }): Promise<string> {
  const { short } = await account.link({ long_url: 'https://example.com/' })
  for (let visit = 0; visit < 5; visit++) expect(await locationAt(server, short)).toBe('https://example.com/')
  return short
}

const change = async (short: string) =>
  expect((await account.call(`PUT /links/${short}`, { body: { long_url: changed } })).status).toBe(200)

const untilChanged = (server: { url: string }, short: string) =>
  until(
    'the change takes effect',
    async () => (await locationAt(server, short)) === changed,
    notificationMilliseconds,
  )

test('a server that was cut off drops what was changed meanwhile, and nothing else', async () => {
  const [mine, untouched] = [await remembered(cut), await remembered(cut)]
  await way.sever()
  await change(mine)
  await way.mend()
  await untilChanged(cut, mine)
  await way.sever()
  expect(await locationAt(cut, untouched)).toBe('https://example.com/')
  expect((await cut.visit('/unknown')).status).toBe(503)
})

test('if the announcements have been deleted meanwhile, it drops its whole cache', async () => {
  const [mine, untouched] = [await remembered(cut), await remembered(cut)]
  await way.sever()
  // The newest of the old ones is kept to show how far they reach, so there has to be another one.
  await account.link()
  await change(mine)
  await runStatement(direct, "update changes set at = now() - interval '2 hours' where xid > '0'")
  await other.clock.advance(600_000)
  await way.mend()
  await untilChanged(cut, mine)
  await way.sever()
  expect((await cut.visit(`/${untouched}`)).status).toBe(503)
})

test('a server whose database hangs redirects from memory, and then applies what changed', async () => {
  const mine = await remembered(cut)
  way.hang()
  await change(mine)
  // Longer than the timeouts of the background queries: the cache must answer all that time.
  const end = Date.now() + frozenMilliseconds
  while (Date.now() < end) {
    expect(await locationAt(cut, mine)).toBe('https://example.com/')
    await Bun.sleep(20)
  }
  way.release()
  await untilChanged(cut, mine)
})

test('a server that was frozen applies what changed meanwhile with its first response', async () => {
  const frozen = await serve({ ...way.env, LOG_LEVEL: 'error' })
  const mine = await remembered(frozen)
  frozen.send('SIGSTOP')
  // So that no notification waits in its connection.
  await way.sever()
  await change(mine)
  await way.mend()
  await Bun.sleep(frozenMilliseconds)
  frozen.send('SIGCONT')
  expect(await locationAt(frozen, mine)).toBe(changed)
})
