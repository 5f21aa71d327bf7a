// GET /links/{short}/history and POST /links/{short}/rollback: who changed a link and what, and going back.
import { describe, expect, test } from 'bun:test'
import { allScopes } from '@linnet/contract'
import { tokensFor } from '../../../../../../../test/accounts/oauth.ts'
import { oauthFixture } from '../../../../../../../test/accounts/oauth-fixture.ts'
import { signIn } from '../../../../../../../test/accounts/sign-in.ts'
import { agentOf } from '../../../../../../../test/agents/mcp.ts'
import { type Account, onEachEngine } from '../../../../../../../test/instance.ts'

onEachEngine('the history of a link', (instance) => {
  const { account: owner, someone, app } = oauthFixture(instance)
  const historyOf = async ({ call }: Pick<Account, 'call'>, short: string, query = '') =>
    (await call(`GET /links/${short}/history${query}`)).body
  const change = (account: Account, short: string, body: object) =>
    account.call(`PUT /links/${short}`, { body })

  test('begins with its creation, and has every change with what was there before, newest first', async () => {
    const account = await instance.account()
    const link = await account.link({ long_url: 'https://example.com/one', title: 'One' })
    await change(account, link.short, { long_url: 'https://example.com/two', tags: ['new'] })
    await account.call(`DELETE /links/${link.short}`)
    await account.call(`POST /links/${link.short}/unarchive`)
    const { data, next_cursor } = await historyOf(account, link.short)
    const by = { kind: 'key', name: 'test' }
    expect(next_cursor).toBeNull()
    expect(data).toEqual([
      {
        ...{ id: expect.stringMatching(/^chg_/), at: expect.any(Number), by, undone: false, undoes: null },
        action: 'restored',
        changes: [{ field: 'archived_at', from: expect.any(Number), to: null }],
      },
      expect.objectContaining({
        action: 'archived',
        changes: [{ field: 'archived_at', from: null, to: expect.any(Number) }],
      }),
      expect.objectContaining({
        action: 'updated',
        changes: [
          { field: 'long_url', from: 'https://example.com/one', to: 'https://example.com/two' },
          { field: 'tags', from: [], to: ['new'] },
        ],
      }),
      expect.objectContaining({ action: 'created', at: link.created_at, changes: [] }),
    ])
  })

  test('shows fields as the record does, and of passwords only whether there is one', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const rules = [{ name: 'Scans', when: { scan: true }, to: [{ long_url: 'https://example.com/scan' }] }]
    await change(account, short, {
      password: 'a fine secret',
      disposable: true,
      rules,
      custom_slug: 'renamed',
    })
    await change(account, 'renamed', { password: 'another secret' })
    const { data } = await historyOf(account, 'renamed')
    expect(data[1].changes).toEqual([
      { field: 'has_password', from: false, to: true },
      { field: 'disposable', from: false, to: true },
      { field: 'rules', from: [], to: [expect.objectContaining({ id: 'rul_1', name: 'Scans' })] },
      { field: 'short', from: short, to: 'renamed' },
    ])
    expect(data[0].changes).toEqual([{ field: 'has_password', from: true, to: true }])
    expect(JSON.stringify(data)).not.toMatch(/secret|argon|\$/)
  })

  test('has no entry for an update that changes nothing, and then gives no undo token', async () => {
    const account = await instance.account()
    const { short, title } = await account.link({ title: 'Same' })
    const answer = await change(account, short, { title })
    expect([answer.status, answer.headers.get('undo-token')]).toEqual([200, null])
    expect((await historyOf(account, short)).data).toHaveLength(1)
  })

  test('names who it was: a person, a key, and an agent with a key', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const session = await signIn(instance, account)
    await session.call(`PUT /links/${short}`, { body: { title: 'By a person' } })
    await agentOf(instance, account.key).call('update_link', { short, title: 'By an agent' })
    const { data } = await historyOf(account, short)
    const kinds = data.map(({ by }: { by: { kind: string } }) => by.kind)
    expect(kinds).toEqual(['agent', 'person', 'key'])
    expect(data[0].by.name).toBe('test')
    expect(data[1].by.name).not.toBe('')
  })

  test('names the application that changed it', async () => {
    const { short } = await owner.link()
    const { access_token } = await tokensFor(instance, someone, app, {
      scope: 'links:write',
      prompt: 'consent',
    })
    const headers = { authorization: `Bearer ${access_token}` }
    await instance.ask(`PUT /v2/links/${short}`, { body: { title: 'By an app' }, headers })
    const [entry] = (await historyOf(owner, short)).data
    expect(entry.by.kind).toBe('application')
    expect(entry.by.name.length).toBeGreaterThan(0)
  })

  test('comes in pages', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    for (let n = 1; n <= 5; n++) await change(account, short, { title: `Title ${n}` })
    const all = (await historyOf(account, short)).data
    const first = await historyOf(account, short, '?limit=2')
    const second = await historyOf(account, short, `?limit=4&before=${first.next_cursor}`)
    expect([...first.data, ...second.data]).toEqual(all)
    expect(second.next_cursor).toBeNull()
  })

  test('keeps the last 200 entries', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    for (let n = 1; n <= 203; n++) await change(account, short, { title: `Title ${n}` })
    const titles: string[] = []
    for (let before = ''; ; ) {
      const { data, next_cursor } = await historyOf(
        account,
        short,
        `?limit=100${before && `&before=${before}`}`,
      )
      titles.push(...data.map(({ changes }: { changes: { to: string }[] }) => changes[0]?.to ?? 'created'))
      if (next_cursor === null) break
      before = next_cursor
    }
    expect([titles.length, titles[0], titles.at(-1)]).toEqual([200, 'Title 203', 'Title 4'])
  })

  test('is for those with links:read, and about the links of one’s own workspace', async () => {
    const [account, stranger] = [await instance.account(), await instance.account()]
    const { short } = await account.link()
    expect((await stranger.call(`GET /links/${short}/history`)).status).toBe(404)
    const key = await account.newKey(allScopes.filter((scope) => scope !== 'links:read').join(','))
    const headers = { authorization: `Bearer ${key}` }
    expect((await account.call(`GET /links/${short}/history`, { headers })).status).toBe(403)
  })

  describe('rolling back', () => {
    const idOf = async (account: Account, short: string, title: string) =>
      (await historyOf(account, short)).data.find(({ changes }: { changes: { to: unknown }[] }) =>
        changes.some(({ to }) => to === title),
      ).id

    test('restores everything as it was just after an entry, its password and code included', async () => {
      const account = await instance.account()
      const { short } = await account.link({ custom_slug: 'first-code', tags: ['a'] })
      const wanted = (
        await change(account, short, { title: 'Wanted', password: 'open sesame', max_clicks: 9, tags: ['b'] })
      ).body.data
      await change(account, short, { custom_slug: 'second-code', password: '', title: 'Later' })
      await change(account, 'second-code', {
        long_url: 'https://example.com/wrong',
        max_clicks: null,
        tags: [],
      })
      const to = await idOf(account, 'second-code', 'Wanted')
      const { status, body } = await account.call('POST /links/second-code/rollback', { body: { to } })
      expect(status).toBe(200)
      expect(body.data).toEqual({ ...wanted, updated_at: body.data.updated_at })
      expect((await instance.visit('/second-code')).status).toBe(404)
      const page = await instance.visit('/first-code')
      expect([page.status, page.text.includes('type="password"')]).toEqual([200, true])
      expect((await historyOf(account, 'first-code')).data[0].action).toBe('rolled_back')
    })

    test('with dry_run says what it would lead to, and changes nothing', async () => {
      const account = await instance.account()
      const { short } = await account.link({ title: 'One' })
      await change(account, short, { title: 'Two' })
      const { data } = await historyOf(account, short)
      const answer = await account.call(`POST /links/${short}/rollback?dry_run=true`, {
        body: { to: data[1].id },
      })
      expect([answer.status, answer.body.data.title, answer.headers.get('undo-token')]).toEqual([
        200,
        'One',
        null,
      ])
      expect((await account.call(`GET /links/${short}`)).body.data.title).toBe('Two')
      expect((await historyOf(account, short)).data).toEqual(data)
    })

    test('refuses entries of other links, and entries that there are not', async () => {
      const account = await instance.account()
      const [one, other] = [await account.link(), await account.link()]
      const foreign = (await historyOf(account, other.short)).data[0].id
      for (const to of [foreign, 'chg_00000000000000000000000000', '', "';--"]) {
        const answer = await account.call(`POST /links/${one.short}/rollback`, { body: { to } })
        expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found'])
      }
    })

    test('checks the destination again: if it is no longer allowed, the link stays as it is', async () => {
      const account = await instance.account()
      const { short } = await account.link({ long_url: 'https://shortener.example.net/' })
      await change(account, short, { long_url: 'https://example.com/' })
      const other = await instance.account()
      await other.domain('shortener.example.net')
      const to = (await historyOf(account, short)).data[1].id
      const answer = await account.call(`POST /links/${short}/rollback`, { body: { to } })
      expect([answer.status, answer.body.error.code]).toEqual([422, 'validation_failed'])
      expect((await account.call(`GET /links/${short}`)).body.data.long_url).toBe('https://example.com/')
    })

    test('to a code that somebody has taken since is refused as a whole', async () => {
      const [account, other] = [await instance.account(), await instance.account()]
      const { short } = await account.link({ custom_slug: 'coveted', title: 'Before' })
      await change(account, short, { custom_slug: 'less-coveted', title: 'After' })
      await other.link({ custom_slug: 'coveted' })
      const to = (await historyOf(account, 'less-coveted')).data[1].id
      const answer = await account.call('POST /links/less-coveted/rollback', { body: { to } })
      expect([answer.status, answer.body.error.code]).toEqual([422, 'slug_taken'])
      expect((await account.call('GET /links/less-coveted')).body.data.title).toBe('After')
    })
  })
})
