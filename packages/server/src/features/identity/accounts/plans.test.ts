// Plans: the built-in ones, those in an operator's file, and the plan of a new account.
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase } from '../../../../../../test/databases.ts'
import { type Instance, onEachEngine, startOn } from '../../../../../../test/instance.ts'

const folder = mkdtempSync(join(tmpdir(), 'linnet-plan-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** The limits of an account's plan, without their usage. */
async function quotaOf(instance: Instance, plan?: string) {
  const email = `${plan ?? 'default'}@example.com`
  const chosen = plan === undefined ? [] : ['--plan', plan]
  await instance.command('user', 'create', '--email', email, '--password', 'a fine password', ...chosen)
  const made = await instance.command(
    'key',
    'create',
    '--email',
    email,
    '--name',
    'k',
    '--scopes',
    'user:read',
  )
  const headers = { authorization: `Bearer ${made.key}` }
  const { resets_at, ...quota } = (await instance.ask('GET /v2/quota', { headers })).body.data
  expect(resets_at).toBeGreaterThan(instance.clock.unix())
  return quota
}

const limit = (most: number | null) => ({ limit: most, used: 0 })
const everyFeature = {
  bulk_shortening: true,
  image_slide: true,
  microsite_visibility: true,
  hosted_mcp_enabled: true,
}
const noFeature = {
  bulk_shortening: false,
  image_slide: false,
  microsite_visibility: false,
  hosted_mcp_enabled: false,
}

onEachEngine(
  'the built-in plan',
  (instance) => {
    test('unlimited, the default: no limits, all features, 38 requests a minute', async () => {
      expect(await quotaOf(instance)).toStrictEqual({
        plan: 'unlimited',
        links: limit(null),
        custom_slug_renames: limit(null),
        microsites: limit(null),
        mcp_calls: limit(null),
        analytics_days: null,
        requests_per_minute: 38,
        ...everyFeature,
      })
    })

    test('free: 100 links, 5 renames, 1 microsite, 30 days, no feature', async () => {
      expect(await quotaOf(instance, 'free')).toStrictEqual({
        plan: 'free',
        links: limit(100),
        custom_slug_renames: limit(5),
        microsites: limit(1),
        mcp_calls: limit(0),
        analytics_days: 30,
        requests_per_minute: 38,
        ...noFeature,
      })
    })

    test('pro: 5,000 links, 100 renames, 10 microsites, 365 days, every feature, 1,000 tool calls', async () => {
      expect(await quotaOf(instance, 'pro')).toStrictEqual({
        plan: 'pro',
        links: limit(5000),
        custom_slug_renames: limit(100),
        microsites: limit(10),
        mcp_calls: limit(1000),
        analytics_days: 365,
        requests_per_minute: 38,
        ...everyFeature,
      })
    })

    test('business: 100,000 links, 1,000 renames, 100 microsites, no limit on days, every feature, 50,000 tool calls', async () => {
      expect(await quotaOf(instance, 'business')).toStrictEqual({
        plan: 'business',
        links: limit(100_000),
        custom_slug_renames: limit(1000),
        microsites: limit(100),
        mcp_calls: limit(50_000),
        analytics_days: null,
        requests_per_minute: 38,
        ...everyFeature,
      })
    })

    test('is one of these four: another name is refused, and the message lists the four', async () => {
      const other = instance.command(
        ...['user', 'create', '--email', 'x@example.com', '--password', 'p', '--plan', 'gold'],
      )
      await expect(other).rejects.toThrow(
        'there is no plan "gold"; the plans are unlimited, free, pro, business',
      )
    })
  },
  { PLANS_FILE: '' },
)

const house = { links: 7, requests_per_minute: 100, bulk_shortening: false, analytics_days: 14 }

onEachEngine(
  'PLANS_FILE',
  (instance) => {
    test('replaces the built-in plans; what a plan leaves out is unlimited and allowed', async () => {
      expect(await quotaOf(instance, 'house')).toStrictEqual({
        plan: 'house',
        links: limit(7),
        custom_slug_renames: limit(null),
        microsites: limit(null),
        mcp_calls: limit(null),
        analytics_days: 14,
        requests_per_minute: 100,
        ...everyFeature,
        bulk_shortening: false,
      })
      const free = instance.command(
        ...['user', 'create', '--email', 'y@example.com', '--password', 'p', '--plan', 'free'],
      )
      await expect(free).rejects.toThrow('there is no plan "free"; the plans are guest, house')
    })

    test('DEFAULT_PLAN sets the plan of new accounts', async () => {
      expect(await quotaOf(instance)).toMatchObject({ plan: 'guest', links: limit(1) })
    })
  },
  {
    PLANS_FILE: file('house.json', JSON.stringify({ guest: { links: 1 }, house })),
    DEFAULT_PLAN: 'guest',
  },
)

describe("a server with invalid plans doesn't start, and says why", () => {
  const refused: [string, Record<string, string>, string][] = [
    ['a missing file', { PLANS_FILE: join(folder, 'nowhere.json') }, "can't be read"],
    ["a file that isn't JSON", { PLANS_FILE: file('broken.json', '{') }, "can't be read as JSON"],
    ['no plans', { PLANS_FILE: file('empty.json', '{}') }, 'needs a plan'],
    ['a list', { PLANS_FILE: file('list.json', '[]') }, 'is invalid at its root'],
    [
      'a negative limit',
      { PLANS_FILE: file('negative.json', '{"unlimited": {"links": -1}}') },
      'unlimited.links',
    ],
    ['an unknown limit', { PLANS_FILE: file('typo.json', '{"unlimited": {"lnks": 1}}') }, 'lnks'],
    [
      "a default that isn't in the file",
      { PLANS_FILE: file('other.json', '{"only": {}}') },
      'DEFAULT_PLAN "unlimited" is not one of the plans only',
    ],
    ['a default that is not built in', { PLANS_FILE: '', DEFAULT_PLAN: 'gold' }, 'DEFAULT_PLAN "gold"'],
    [
      'a default that is a property of every object',
      { PLANS_FILE: '', DEFAULT_PLAN: 'toString' },
      'DEFAULT_PLAN "toString"',
    ],
  ]
  for (const [what, env, words] of refused) {
    test(what, async () => {
      const database = await freshDatabase('sqlite')
      try {
        await expect(startOn(database, 'sqlite', env)).rejects.toThrow(words)
      } finally {
        await database.remove()
      }
    })
  }
})
