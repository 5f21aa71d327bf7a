// POST /undo: putting back what was there before a change of a link, once, within an hour, with the scope of what is undone.
import { describe, expect, test } from 'bun:test'
import { allScopes } from '@linnet/contract'
import { signIn } from '../../../../../../../test/accounts/sign-in.ts'
import { agentOf } from '../../../../../../../test/agents/mcp.ts'
import { type Account, type Answer, type Instance, onEachEngine } from '../../../../../../../test/instance.ts'

const tokenOf = ({ headers }: Answer): string => {
  const token = headers.get('undo-token')
  if (token === null) throw new Error('the answer has no Undo-Token')
  return token
}
const undo = ({ call }: Pick<Account, 'call'>, token: string, query = '') =>
  call(`POST /undo${query}`, { body: { token } })
const read = async ({ call }: Pick<Account, 'call'>, short: string) =>
  (await call(`GET /links/${short}`)).body.data

function conflict(answer: Answer): string {
  expect([answer.status, answer.body.error?.code]).toEqual([409, 'undo_conflict'])
  return answer.body.error.message
}

onEachEngine('undoing', (instance: Instance) => {
  describe('a change of a link', () => {
    test('puts back what was there before, and visitors follow at once', async () => {
      const account = await instance.account()
      const link = await account.link({ custom_slug: 'wrong-edit', tags: ['kept'], note: 'Mine' })
      const edit = await account.call('PUT /links/wrong-edit', {
        body: {
          long_url: 'https://example.com/oops',
          tags: [],
          note: null,
          password: 'x',
          custom_slug: 'wronger',
        },
      })
      const { status, body } = await undo(account, tokenOf(edit))
      expect(status).toBe(200)
      expect(body.data.undone).toEqual([{ kind: 'link', id: link.id, name: 'wrong-edit', action: 'updated' }])
      const now = await read(account, 'wrong-edit')
      expect(now).toEqual({ ...link, updated_at: now.updated_at })
      expect((await instance.visit('/wrong-edit')).headers.get('location')).toBe(link.long_url)
      expect((await instance.visit('/wronger')).status).toBe(404)
    })

    test('can itself be undone', async () => {
      const account = await instance.account()
      const { short } = await account.link({ title: 'One' })
      const edit = await account.call(`PUT /links/${short}`, { body: { title: 'Two' } })
      const undone = await undo(account, tokenOf(edit))
      expect((await read(account, short)).title).toBe('One')
      await undo(account, tokenOf(undone))
      expect((await read(account, short)).title).toBe('Two')
      const { data } = (await account.call(`GET /links/${short}/history`)).body
      expect(data.map(({ undone }: { undone: boolean }) => undone)).toEqual([false, true, true, false])
      expect(data[1].undoes).toBe(data[2].id)
    })

    test('works once, even with twenty requests at the same time', async () => {
      const account = await instance.account()
      const { short } = await account.link({ title: 'One' })
      const token = tokenOf(await account.call(`PUT /links/${short}`, { body: { title: 'Two' } }))
      const answers = await Promise.all(Array.from({ length: 20 }, () => undo(account, token)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 200)) conflict(answer)
      expect((await account.call(`GET /links/${short}/history`)).body.data).toHaveLength(3)
    })

    test('works for an hour', async () => {
      const account = await instance.account()
      const { short } = await account.link()
      const token = tokenOf(await account.call(`PUT /links/${short}`, { body: { title: 'Two' } }))
      await instance.clock.advance(3_602_000)
      expect(conflict(await undo(account, token))).toContain('hour')
      expect((await read(account, short)).title).toBe('Two')
    })

    test('is refused if something has changed since, and names the fields; other fields don’t matter', async () => {
      const account = await instance.account()
      const { short } = await account.link({ title: 'One' })
      const first = tokenOf(await account.call(`PUT /links/${short}`, { body: { title: 'Two', note: 'x' } }))
      const second = await account.call(`PUT /links/${short}`, { body: { note: 'y', adult: true } })
      expect(conflict(await undo(account, first))).toMatch(/note/)
      expect((await read(account, short)).title).toBe('Two')
      expect((await undo(account, tokenOf(second))).status).toBe(200)
      await account.call(`PUT /links/${short}`, { body: { adult: true } })
      expect((await undo(account, first)).status).toBe(200)
      expect(await read(account, short)).toMatchObject({ title: 'One', note: null, adult: true })
    })

    test('is refused if the code has been taken meanwhile', async () => {
      const [account, other] = [await instance.account(), await instance.account()]
      await account.link({ custom_slug: 'taken-again' })
      const rename = await account.call('PUT /links/taken-again', { body: { custom_slug: 'moved-on' } })
      await other.link({ custom_slug: 'taken-again' })
      expect(conflict(await undo(account, tokenOf(rename)))).toContain('code')
      expect((await read(account, 'moved-on')).short).toBe('moved-on')
    })

    test('is refused once the link has been deleted, even if its code is in use again', async () => {
      const account = await instance.account()
      await account.link({ custom_slug: 'in-use-again' })
      const edit = await account.call('PUT /links/in-use-again', { body: { title: 'Two' } })
      await account.call('POST /links/in-use-again/delete')
      expect(conflict(await undo(account, tokenOf(edit)))).toContain('deleted')
      await account.link({ custom_slug: 'in-use-again' })
      expect(conflict(await undo(account, tokenOf(edit)))).toContain('deleted')
      expect((await read(account, 'in-use-again')).title).toBe('')
    })

    test('checks the destination again', async () => {
      const [account, other] = [await instance.account(), await instance.account()]
      const { short } = await account.link({ long_url: 'https://becomes-short.example.net/' })
      const edit = await account.call(`PUT /links/${short}`, { body: { long_url: 'https://example.com/' } })
      await other.domain('becomes-short.example.net')
      const answer = await undo(account, tokenOf(edit))
      expect([answer.status, answer.body.error.code]).toEqual([422, 'validation_failed'])
      expect((await read(account, short)).long_url).toBe('https://example.com/')
    })

    test('gives a link the alias back that renaming had used up, also when undone in turn or rolled back', async () => {
      const account = await instance.account()
      const { call } = await signIn(instance, account)
      const { long_url } = await account.link({ custom_slug: 'own-code' })
      await call('POST /links/own-code/aliases', { body: { code: 'printed-code' } })
      const lead = async () => {
        for (const code of ['own-code', 'printed-code'])
          expect((await instance.visit(`/${code}`)).headers.get('location'), code).toBe(long_url)
      }
      const rename = await account.call('PUT /links/own-code', { body: { custom_slug: 'printed-code' } })
      expect((await instance.visit('/own-code')).status).toBe(404)
      const undone = await undo(account, tokenOf(rename))
      expect([undone.status, (await read(account, 'own-code')).short]).toEqual([200, 'own-code'])
      await lead()
      await undo(account, tokenOf(undone))
      expect((await instance.visit('/own-code')).status).toBe(404)
      const { data } = (await account.call('GET /links/printed-code/history')).body
      expect(data[0].changes).toEqual([{ field: 'short', from: 'own-code', to: 'printed-code' }])
      const to = data.at(-1).id
      expect((await account.call('POST /links/printed-code/rollback', { body: { to } })).status).toBe(200)
      await lead()
      const kept = { custom_slug: 'third-code', keep_code: true }
      const back = await undo(account, tokenOf(await account.call('PUT /links/own-code', { body: kept })))
      await lead()
      await undo(account, tokenOf(back))
      expect((await instance.visit('/third-code')).status).toBe(302)
      await lead()
    })

    test('is only possible in the workspace of the change, and unknown tokens get 404', async () => {
      const [account, stranger] = [await instance.account(), await instance.account()]
      const { short } = await account.link()
      const token = tokenOf(await account.call(`PUT /links/${short}`, { body: { title: 'Two' } }))
      for (const [by, given] of [
        [stranger, token],
        [account, 'chg_00000000000000000000000000'],
        [account, ''],
        [account, '__proto__'],
      ] as const)
        expect((await undo(by, given)).status).toBe(404)
      expect((await read(account, short)).title).toBe('Two')
    })

    test('needs the scope of what it undoes', async () => {
      const account = await instance.account()
      const { short } = await account.link()
      const without = async (scope: string) => ({
        call: async (at: string, options = {}) =>
          account.call(at, {
            ...options,
            headers: {
              authorization: `Bearer ${await account.newKey(allScopes.filter((one) => one !== scope).join(','))}`,
            },
          }),
      })
      const update = tokenOf(await account.call(`PUT /links/${short}`, { body: { title: 'Two' } }))
      const archive = tokenOf(await account.call(`DELETE /links/${short}`))
      for (const [token, scope] of [
        [update, 'links:write'],
        [archive, 'links:archive'],
      ] as const) {
        const refused = await undo(await without(scope), token)
        expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
        expect(refused.headers.get('www-authenticate')).toContain(scope)
      }
      expect((await undo(account, archive)).status).toBe(200)
      expect((await undo(account, update)).status).toBe(200)
    })

    test('of a new link deletes it; if somebody else created it, that needs links:archive', async () => {
      const account = await instance.account()
      const answer = await account.call('POST /links', { body: { long_url: 'https://example.com/' } })
      const { short } = answer.body.data
      const writer = await account.newKey('links:read,links:write')
      const refused = await account.call('POST /undo', {
        body: { token: tokenOf(answer) },
        headers: { authorization: `Bearer ${writer}` },
      })
      expect(refused.body.error.code).toBe('insufficient_scope')
      const undone = await undo(account, tokenOf(answer))
      expect(undone.body.data.undone).toEqual([
        { kind: 'link', id: answer.body.data.id, name: '', action: 'deleted' },
      ])
      expect((await account.call(`GET /links/${short}`)).status).toBe(404)
    })

    test('of a new link that was changed since is refused until that is undone', async () => {
      const account = await instance.account()
      const answer = await account.call('POST /links', { body: { long_url: 'https://example.com/' } })
      const { short } = answer.body.data
      const edit = await account.call(`PUT /links/${short}`, { body: { title: 'Mine now' } })
      expect(conflict(await undo(account, tokenOf(answer)))).toContain('title')
      await undo(account, tokenOf(edit))
      expect((await undo(account, tokenOf(answer))).status).toBe(200)
    })

    test('of many at once puts all of them back, or none', async () => {
      const account = await instance.account()
      const session = await signIn(instance, account)
      const links = [await account.link(), await account.link(), await account.link()]
      const ids = links.map(({ id }) => id)
      const archive = await session.call('POST /links/archive', { body: { ids } })
      await account.call(`POST /links/${links[1].short}/unarchive`)
      conflict(await undo(session, tokenOf(archive)))
      expect((await read(account, links[0].short)).status).toBe('archived')
      await account.call(`DELETE /links/${links[1].short}`)
      const again = await session.call('POST /links/unarchive', { body: { ids } })
      await undo(session, tokenOf(again))
      for (const { short } of links) expect((await read(account, short)).status).toBe('archived')
    })

    test('of a new link is refused if a later change was undone and redone', async () => {
      const account = await instance.account()
      const creation = await account.call('POST /links', { body: { long_url: 'https://example.com/' } })
      const { short } = creation.body.data
      const edit = await account.call(`PUT /links/${short}`, { body: { title: 'Two' } })
      const undone = await undo(account, tokenOf(edit))
      const again = await undo(account, tokenOf(undone))
      expect(conflict(await undo(account, tokenOf(creation)))).toContain('title')
      expect((await read(account, short)).title).toBe('Two')
      await undo(account, tokenOf(again))
      expect((await undo(account, tokenOf(creation))).status).toBe(200)
    })

    test('of links created in bulk deletes them all', async () => {
      const account = await instance.account()
      const links = Array.from({ length: 30 }, (_, n) => ({ long_url: `https://example.com/${n}` }))
      const bulk = await account.call('POST /links/bulk', { body: { links } })
      const { body } = await undo(account, tokenOf(bulk))
      expect(body.data.undone).toHaveLength(30)
      expect((await account.call('GET /links?status=all')).body.total).toBe(0)
    })

    test('neither returns nor uses units of the plan', async () => {
      const account = await instance.account({ plan: 'tiny' })
      const used = async () => (await account.call('GET /quota')).body.data
      const { short } = await account.link()
      const rename = await account.call(`PUT /links/${short}`, { body: { custom_slug: 'only-rename' } })
      const before = await used()
      await undo(account, tokenOf(rename))
      expect(await used()).toEqual(before)
    })

    test('restores the clicks that were used up, with the limit', async () => {
      const account = await instance.account()
      const { short } = await account.link({ max_clicks: 3 })
      await instance.visit(`/${short}`)
      await instance.visit(`/${short}`)
      const edit = await account.call(`PUT /links/${short}`, { body: { max_clicks: null } })
      await undo(account, tokenOf(edit))
      expect(await read(account, short)).toMatchObject({ max_clicks: 3, max_clicks_used: 2 })
    })

    test('sends link.updated if people can see the difference', async () => {
      const account = await instance.account()
      const { short } = await account.link({ title: 'One' })
      const edit = await account.call(`PUT /links/${short}`, { body: { title: 'Two' } })
      const answer = await undo(account, tokenOf(edit), '?dry_run=true')
      expect([answer.status, answer.headers.get('undo-token')]).toEqual([200, null])
      expect((await read(account, short)).title).toBe('Two')
      expect((await undo(account, tokenOf(edit))).status).toBe(200)
    })
  })

  describe('by an agent', () => {
    test('is a tool only at /mcp?tools=all, like explain_link and the history', async () => {
      const account = await instance.account()
      const [usual, all] = [agentOf(instance, account.key), agentOf(instance, account.key, { tools: 'all' })]
      const [few, many] = [await usual.tools(), await all.tools()]
      expect(few).toHaveLength(28)
      expect(many.filter((name) => !few.includes(name))).toEqual(
        expect.arrayContaining(['undo', 'explain_link', 'get_link_history', 'delete_link_for_good']),
      )
      const { error } = await usual.call('undo', { token: 'x' })
      expect(error).toBeDefined()
    })

    test('takes the undo_token of a result, which its text offers', async () => {
      const account = await instance.account()
      const { short } = await account.link({ title: 'One' })
      const agent = agentOf(instance, account.key, { tools: 'all' })
      const { result } = await agent.call('update_link', { short, title: 'Two' })
      const token = result.structuredContent.undo_token
      expect(token).toMatch(/^chg_/)
      expect(result.content[0].text).toContain(token)
      const undone = await agent.call('undo', { token })
      expect(undone.result.isError).toBeFalsy()
      expect((await read(account, short)).title).toBe('One')
      const explained = await agent.call('explain_link', { short, country: 'DE' })
      expect(explained.result.structuredContent.data.destination).toBe('https://example.com/')
    })

    test('needs the scope of what it undoes', async () => {
      const account = await instance.account()
      const { short } = await account.link()
      const token = tokenOf(await account.call(`DELETE /links/${short}`))
      const reader = await account.newKey('links:read,links:write')
      const { result } = await agentOf(instance, reader, { tools: 'all' }).call('undo', { token })
      expect([result.isError, result.content[0].text.includes('links:archive')]).toEqual([true, true])
    })
  })

  describe('several changes', () => {
    test('are listed by who made them, and undone together, the newest first', async () => {
      const account = await instance.account()
      const session = await signIn(instance, account)
      const { short, id } = await account.link({ title: 'Original' })
      const agent = agentOf(instance, account.key, { tools: 'all' })
      await agent.call('update_link', { short, title: 'Agent 1' })
      await agent.call('update_link', { short, title: 'Agent 2' })
      await agent.call('create_link', { long_url: 'https://example.com/agent' })
      const { data } = (await session.call('GET /changes?kind=agent')).body
      expect(data.map(({ things }: { things: { action: string }[] }) => things[0]?.action)).toEqual([
        'created',
        'updated',
        'updated',
      ])
      expect(data[1]).toMatchObject({
        by: { kind: 'agent', name: 'test', id: expect.stringMatching(/^key_/) },
        things: [
          { kind: 'link', id, name: short, changes: [{ field: 'title', from: 'Agent 1', to: 'Agent 2' }] },
        ],
        total: 1,
        undone: false,
        undoable_until: expect.any(Number),
      })
      const ids = data.map((one: { id: string }) => one.id)
      const answer = await session.call('POST /changes/undo', { body: { ids: ids.toReversed() } })
      expect(answer.body.data).toEqual({ undone: ids, failed: [] })
      expect((await read(account, short)).title).toBe('Original')
      expect((await account.call('GET /links?status=all')).body.total).toBe(1)
      const again = await session.call('POST /changes/undo', { body: { ids } })
      expect(again.body.data.undone).toEqual([])
      expect(again.body.data.failed).toHaveLength(3)
    })

    test('come in pages, and only those of one’s own workspace', async () => {
      const [account, stranger] = [await instance.account(), await instance.account()]
      const session = await signIn(instance, account)
      for (let n = 0; n < 5; n++) await account.link()
      await stranger.link()
      const first = (await session.call('GET /changes?limit=3')).body
      const second = (await session.call(`GET /changes?limit=3&before=${first.next_cursor}`)).body
      expect([first.data.length, second.data.length, second.next_cursor]).toEqual([3, 2, null])
      const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id)
      expect(ids).toEqual(ids.toSorted().reverse())
    })
  })
})
