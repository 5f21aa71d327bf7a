// Changes to a link's QR code are in the link's history, and can be undone.
import { expect, test } from 'bun:test'
import { type Answer, onEachEngine } from '../../../../../../test/instance.ts'
import { outcome } from '../../../../../../test/microsites.ts'
import { runStatement } from '../../../../../../test/servers/statements.ts'

const [first, second] = ['https://1.1.1.1/first.png', 'https://1.1.1.1/second.png']

onEachEngine('the history of QR codes', (instance) => {
  const ofLink = async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const at = `/links/${short}/qr`
    return {
      account,
      short,
      set: async (body: object) => {
        const answer = await account.call(`PUT ${at}`, { body })
        expect(answer.status, answer.text).toBe(200)
        return answer
      },
      get: async () => {
        const { color, logo, logo_status } = (await account.call(`GET ${at}`)).body.data
        return { color, logo, logo_status }
      },
      undo: ({ headers }: Answer) =>
        account.call('POST /undo', { body: { token: headers.get('undo-token') } }),
      history: async () => (await account.call(`GET /links/${short}/history`)).body.data,
    }
  }

  test('a change to the colour is undone, and the undo too; the history shows both', async () => {
    const { set, get, undo, history } = await ofLink()
    await set({ color: '#111111' })
    const changed = await set({ color: '#222222' })
    const undone = await undo(changed)
    expect(undone.body.data.undone).toMatchObject([{ kind: 'qr', action: 'updated' }])
    expect((await get()).color).toBe('#111111')
    expect((await history())[0]).toMatchObject({
      changes: [{ field: 'color', from: '#222222', to: '#111111' }],
      undoes: changed.headers.get('undo-token'),
    })
    expect((await undo(undone)).status).toBe(200)
    expect((await get()).color).toBe('#222222')
    expect(outcome(await undo(changed))).toStrictEqual([409, 'undo_conflict'])
  })

  test('a logo that had been fetched comes back with its picture, without being fetched again', async () => {
    const { set, get, undo } = await ofLink()
    await set({ logo: first })
    const image = instance.engine === 'sqlite' ? "x'89504e47'" : "'\\x89504e47'"
    await runStatement(
      instance.database,
      `update qr_settings set logo_status = 'ready', logo_due_at = null, logo_image = ${image} where logo = '${first}'`,
    )
    const changed = await set({ logo: second })
    await undo(changed)
    expect(await get()).toMatchObject({ logo: first, logo_status: 'ready' })
  })

  test('a link that used the style of its account does so again', async () => {
    const { account, set, get, undo } = await ofLink()
    await account.call('PUT /qr', { body: { color: '#333333', logo: first } })
    const changed = await set({ color: '#444444', logo: null })
    expect(await get()).toStrictEqual({ color: '#444444', logo: null, logo_status: null })
    await undo(changed)
    await account.call('PUT /qr', { body: { color: '#555555' } })
    expect(await get()).toMatchObject({ color: '#555555', logo: first })
  })

  test('is refused if something has changed since, twice, without the scope, and for a deleted link', async () => {
    const { account, short, set, get, undo } = await ofLink()
    const changed = await set({ color: '#111111' })
    await set({ color: '#222222' })
    expect(outcome(await undo(changed))).toStrictEqual([409, 'undo_conflict'])
    expect((await get()).color).toBe('#222222')
    const last = await set({ color: '#333333' })
    const token = last.headers.get('undo-token')
    const reader = { authorization: `Bearer ${await account.newKey('qr:read,links:write')}` }
    expect(outcome(await account.call('POST /undo', { body: { token }, headers: reader }))).toStrictEqual([
      403,
      'insufficient_scope',
    ])
    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(last)))
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 409, 409, 409, 409])
    const another = await set({ color: '#444444' })
    await account.call(`POST /links/${short}/delete`)
    expect(outcome(await undo(another))).toStrictEqual([409, 'undo_conflict'])
  })

  test('a change that changes nothing gives no token, and concurrent changes of link and code are all recorded', async () => {
    const { account, short, set, history } = await ofLink()
    await set({ color: '#111111' })
    expect((await set({ color: '#111111' })).headers.get('undo-token')).toBeNull()
    const before = (await history()).length
    await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        await set({ color: `#00000${index}` })
        await account.call(`PUT /links/${short}`, { body: { title: `Title ${index}` } })
      }),
    )
    expect((await history()).length).toBe(before + 12)
  })
})
