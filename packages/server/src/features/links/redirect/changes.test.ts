// Changes of a link take effect with the next visit, on the server that made them and soon on every other.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { migratedDatabase } from '../../../../../../test/databases.ts'
import {
  type Account,
  type Answer,
  type Instance,
  onEachEngine,
  startOn,
} from '../../../../../../test/instance.ts'
import { notificationMilliseconds, until } from '../../../../../../test/timeouts.ts'

interface Change {
  what: string
  call: [string, Record<string, unknown>?]
  seen(answer: Answer): boolean
}

const goesTo = (location: string) => (answer: Answer) => answer.headers.get('location') === location
const answers = (status: number) => (answer: Answer) => answer.status === status

const changes: Change[] = [
  {
    what: 'another destination',
    call: ['PUT', { long_url: 'https://example.org/new' }],
    seen: goesTo('https://example.org/new'),
  },
  { what: 'a password', call: ['PUT', { password: 'sesame' }], seen: answers(200) },
  { what: 'the flag for adults', call: ['PUT', { adult: true }], seen: answers(200) },
  { what: 'archiving', call: ['DELETE'], seen: answers(404) },
  { what: 'archiving today', call: ['PUT', { archive_at: 'today' }], seen: answers(404) },
  { what: 'renaming', call: ['PUT', { custom_slug: 'renamed' }], seen: answers(404) },
]

async function make(account: Account, at: Instance, short: string, [method, body]: Change['call']) {
  const fields = body && {
    ...body,
    ...(body.archive_at ? { archive_at: at.clock.day() } : {}),
    ...(body.custom_slug ? { custom_slug: `renamed-${short}` } : {}),
  }
  const answer = await account.call(`${method} /links/${short}`, fields ? { body: fields } : {})
  expect(answer.status).toBe(200)
}

onEachEngine('a change', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  test.each(changes)('$what takes effect with the next visit', async ({ call, seen }) => {
    const link = await account.link()
    expect((await instance.visit(`/${link.short}`)).status).toBe(302)
    await make(account, instance, link.short, call)
    expect(seen(await instance.visit(`/${link.short}`))).toBe(true)
  })

  test('restoring an archived link takes effect with the next visit', async () => {
    const link = await account.link()
    await account.call(`DELETE /links/${link.short}`)
    expect((await instance.visit(`/${link.short}`)).status).toBe(404)
    await account.call(`POST /links/${link.short}/unarchive`)
    expect((await instance.visit(`/${link.short}`)).status).toBe(302)
  })

  test('a code that was visited before it existed works as soon as it is taken', async () => {
    expect((await instance.visit('/soon-there')).status).toBe(404)
    await account.link({ custom_slug: 'soon-there' })
    expect((await instance.visit('/soon-there')).status).toBe(302)
  })

  test('twenty changes, each seen by the visit after it', async () => {
    const link = await account.link()
    for (let round = 0; round < 20; round++) {
      const long_url = `https://example.com/${round}`
      await account.call(`PUT /links/${link.short}`, { body: { long_url } })
      expect((await instance.visit(`/${link.short}`)).headers.get('location')).toBe(long_url)
    }
  })
})

/** Notifications sent in one database do not arrive in another, as behind a pooler. */
const elsewhere = (direct: string) => Object.assign(new URL(direct), { pathname: '/postgres' }).href

// SQLite supports one server process; how it notices the command line's changes is tested with the commands.
describe.each([
  ['that listen', () => ({})],
  ['that look', () => ({ DATABASE_LISTEN_URL: 'poll' })],
  [
    'whose listener connections receive nothing',
    (direct: string) => ({ DATABASE_LISTEN_URL: elsewhere(direct) }),
  ],
])('on two servers %s with one PostgreSQL', (_way, env) => {
  let one: Instance
  let other: Instance
  let account: Account
  beforeAll(async () => {
    const database = await migratedDatabase('postgres')
    const settings = env(database.env.DATABASE_URL as string)
    one = await startOn(database, 'postgres', settings)
    other = await startOn(database, 'postgres', settings)
    account = await one.account()
  })
  afterAll(async () => {
    await other.stop()
    await one.stop()
    await one.database.remove()
  })

  test.each(changes)('$what on one soon takes effect on the other', async ({ call, seen }) => {
    const link = await account.link()
    expect((await other.visit(`/${link.short}`)).status).toBe(302)
    await make(account, one, link.short, call)
    const isSeen = async () => seen(await other.visit(`/${link.short}`))
    await until('it takes effect on the other', isSeen, notificationMilliseconds)
  })
})
