// Changes to how a link is watched, and to what visitors of a broken one get, are in the link's history and can be undone.
import { expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Answer, onEachEngine } from '../../../../../../test/instance.ts'
import { outcome } from '../../../../../../test/microsites.ts'

onEachEngine('the history of link health', (instance) => {
  const ofLink = async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const at = `/links/${short}/health`
    const chosen = ({ body }: Answer) => [body.data.watch, body.data.watched, body.data.when_broken]
    return {
      account,
      short,
      chosen,
      set: async (body: object, query = '') => {
        const answer = await account.call(`PUT ${at}${query}`, { body })
        expect(answer.status, answer.text).toBe(200)
        return answer
      },
      get: async () => chosen(await account.call(`GET ${at}`)),
      undo: ({ headers }: Answer) =>
        account.call('POST /undo', { body: { token: headers.get('undo-token') } }),
      history: async () => (await account.call(`GET /links/${short}/history`)).body.data,
    }
  }

  test('a change is undone, and the undo too; the history shows both', async () => {
    const { account, short, set, get, undo, history } = await ofLink()
    await set({ when_broken: 'domain' })
    const changed = await set({ watch: true, when_broken: 'archive' })
    const undone = await undo(changed)
    expect(undone.body.data.undone).toMatchObject([{ kind: 'health', name: short, action: 'updated' }])
    expect(await get()).toEqual([null, false, 'domain'])
    const entries = await history()
    expect(entries.slice(0, 2)).toMatchObject([
      { undoes: changed.headers.get('undo-token'), undone: false },
      { by: { kind: 'key', name: 'test' }, action: 'updated', undone: true },
    ])
    expect(entries[1].changes).toEqual([
      { field: 'watch', from: null, to: true },
      { field: 'when_broken', from: 'domain', to: 'archive' },
    ])
    expect((await undo(undone)).status).toBe(200)
    expect(await get()).toEqual([true, true, 'archive'])
    expect(outcome(await undo(changed))).toStrictEqual([409, 'undo_conflict'])
    const { call } = await signIn(instance, account)
    expect((await call('GET /changes')).body.data[0].things).toMatchObject([{ kind: 'health', name: short }])
  })

  test('is refused where something has changed since, twice, without the scope, and for a deleted link', async () => {
    const { account, short, set, get, undo } = await ofLink()
    const changed = await set({ watch: true })
    await set({ watch: false })
    expect(outcome(await undo(changed))).toStrictEqual([409, 'undo_conflict'])
    expect(await get()).toEqual([false, false, null])
    const last = await set({ when_broken: 'ended_url' })
    const token = last.headers.get('undo-token')
    const reader = { authorization: `Bearer ${await account.newKey('links:read,qr:write')}` }
    expect(outcome(await account.call('POST /undo', { body: { token }, headers: reader }))).toStrictEqual([
      403,
      'insufficient_scope',
    ])
    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(last)))
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 409, 409, 409, 409])
    const another = await set({ when_broken: 'archive' })
    await account.call(`POST /links/${short}/delete`)
    expect(outcome(await undo(another))).toStrictEqual([409, 'undo_conflict'])
  })

  test('a request that changes nothing gives no token, and one with dry_run only says what the result would be', async () => {
    const { set, get, chosen, history } = await ofLink()
    await set({ watch: true })
    expect((await set({ watch: true })).headers.get('undo-token')).toBeNull()
    const before = await history()
    const tried = await set({ watch: false, when_broken: 'archive' }, '?dry_run=true')
    expect(chosen(tried)).toEqual([false, false, 'archive'])
    expect(tried.headers.get('undo-token')).toBeNull()
    expect(await get()).toEqual([true, true, null])
    expect(await history()).toEqual(before)
  })

  test('a rollback of the link leaves it as it is', async () => {
    const { account, short, set, get, history } = await ofLink()
    const [creation] = await history()
    await set({ watch: true, when_broken: 'domain' })
    await account.call(`PUT /links/${short}`, { body: { title: 'New' } })
    const answer = await account.call(`POST /links/${short}/rollback`, { body: { to: creation.id } })
    expect(answer.body.data.title).toBe('')
    expect(await get()).toEqual([true, true, 'domain'])
  })
})
