// The exact records of an account's profile and quota.
import { describe, expect, test } from 'bun:test'
import { type Account, type Instance, onEachEngine } from '../../../../../../test/instance.ts'

const asAccount = (instance: Instance, key: unknown, path: string) =>
  instance.ask(`GET /v2${path}`, { headers: { authorization: `Bearer ${key}` } })

onEachEngine('the account', (instance) => {
  describe('GET /user', () => {
    test('returns the User record of the account', async () => {
      const before = instance.clock.unix()
      const created = await instance.command(
        ...[
          'user',
          'create',
          '--email',
          'Ana@Example.com',
          '--password',
          'a fine password',
          '--name',
          'Ana Ü',
        ],
      )
      const { key } = await instance.command(
        ...['key', 'create', '--email', 'ana@example.com', '--name', 'k', '--scopes', 'user:read'],
      )
      const { status, body } = await asAccount(instance, key, '/user')
      expect(status).toBe(200)
      expect(body).toStrictEqual({
        data: {
          id: expect.stringMatching(/^usr_[0-9a-z]{26}$/),
          email: 'ana@example.com',
          name: 'Ana Ü',
          avatar_url: null,
          plan: 'unlimited',
          created_at: expect.any(Number),
          workspace: {
            id: expect.stringMatching(/^wsp_[0-9a-z]{26}$/),
            name: 'Ana Ü',
            role: 'owner',
            personal: true,
          },
        },
      })
      expect(body.data.created_at).toBeGreaterThanOrEqual(before)
      const { workspace: _workspace, ...user } = body.data
      expect(created).toStrictEqual(user)
    })

    test('describes the account of the credential', async () => {
      const [one, other] = [await instance.account(), await instance.account()]
      expect((await one.call('GET /user')).body.data).toMatchObject({ id: one.userId, email: one.email })
      expect((await other.call('GET /user')).body.data).toMatchObject({
        id: other.userId,
        email: other.email,
      })
    })
  })

  describe('GET /quota', () => {
    test('returns the Quota record of the account', async () => {
      const account = await instance.account({ plan: 'free' })
      const { status, body } = await account.call('GET /quota')
      expect(status).toBe(200)
      expect(body).toStrictEqual({
        data: {
          plan: 'free',
          resets_at: startOfNextMonth(instance.clock.now()),
          links: { limit: 100, used: 0 },
          custom_slug_renames: { limit: 5, used: 0 },
          microsites: { limit: 1, used: 0 },
          mcp_calls: { limit: 0, used: 0 },
          analytics_days: 30,
          requests_per_minute: 1_000_000,
          bulk_shortening: false,
          image_slide: false,
          microsite_visibility: false,
          hosted_mcp_enabled: false,
        },
      })
    })

    test('a limit of null means unlimited, and usage is still counted', async () => {
      const account = await instance.account()
      await account.link()
      const { short } = await account.link()
      await account.call(`PUT /links/${short}`, { body: { custom_slug: `quota-${instance.engine}` } })
      expect((await account.call('GET /quota')).body.data).toMatchObject({
        links: { limit: null, used: 2 },
        custom_slug_renames: { limit: null, used: 1 },
        microsites: { limit: null, used: 0 },
        mcp_calls: { limit: null, used: 0 },
        analytics_days: null,
      })
    })

    test("accounts don't share their usage", async () => {
      const [busy, idle] = [await instance.account(), await instance.account()]
      await busy.link()
      expect(await used(idle)).toBe(0)
      expect(await used(busy)).toBe(1)
    })
  })
})

async function used(account: Account): Promise<number> {
  return (await account.call('GET /quota')).body.data.links.used
}

function startOfNextMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000
}
