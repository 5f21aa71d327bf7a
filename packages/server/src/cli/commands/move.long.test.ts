// `linnet move`: an instance with every kind of data is moved to PostgreSQL, and answers as before.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { signIn } from '../../../../../test/accounts/sign-in.ts'
import { formBrowser } from '../../../../../test/browser/form-browser.ts'
import { type Account, type Instance, request, startOn } from '../../../../../test/instance.ts'
import type { CommandOutput } from '../../../../../test/machine/child-output.ts'
import { linnet, onlyLine } from '../../../../../test/machine/program.ts'
import { fillSampleAccount, sampleInstance } from '../../../../../test/pictures/sample-account.ts'
import { beginMoving, everyAnswer, type Moving } from '../../../../../test/portability/moving.ts'
import { runStatement } from '../../../../../test/servers/statements.ts'
import { webhookOf } from '../../../../../test/webhooks/own-webhook.ts'

describe('a moved instance', () => {
  let moving: Moving
  let instance: Instance
  let account: Account
  let cookie: string
  let before: Map<string, string>
  let said: CommandOutput
  const ask = (path: string, options: Parameters<typeof request>[2] = {}) =>
    request(instance.url, path, { headers: { cookie }, ...options })
  /** The key works with the new server as well. */
  const api = (path: string, body?: unknown) =>
    request(`${instance.url}/v2`, path, { body, headers: { authorization: `Bearer ${account.key}` } })

  beforeAll(async () => {
    moving = await beginMoving()
    instance = await startOn(moving.source, 'sqlite', sampleInstance)
    const { ids, ...filled } = await fillSampleAccount(instance)
    account = filled.account
    const session = await signIn(instance, account)
    cookie = session.cookie
    // Their numbers come from the sequence of people's.
    for (const name of ['One', 'Two', 'Three']) await session.call('POST /workspaces', { body: { name } })
    // A webhook gets the clicks that are counted after it was created, and requesting statistics counts them. Nothing
    // listens at its address, which shows after the first attempt.
    await instance.visit('/spring')
    await session.call('GET /stats')
    await webhookOf(session.call, ids.webhook).awaited(({ failing_since }) => failing_since !== null)
    before = await everyAnswer(instance, cookie)
    // A link whose id must not be reused, and a character that PostgreSQL can't store.
    const { clock } = instance
    await instance.stop()
    await runStatement(
      moving.source,
      `update users set name = 'Bu' || char(0) || 'di' where name = 'Budi Santoso'`,
    )
    said = await linnet(['move'], moving.target.env)
    if (said.status !== 0) throw new Error(said.error)
    instance = await startOn(moving.target, 'postgres', sampleInstance, clock)
  })
  afterAll(async () => {
    await instance.stop()
    await moving.remove()
  })

  test('prints a table of what was moved', () => {
    expect(said.status).toBe(0)
    expect(said.out).toMatch(/^ {2}links {2,}25$/m)
    expect(said.out).toMatch(/^ {2}link_days {2,}\d+ {2,}[\d,]+ clicks$/m)
    expect(said.out).toContain('Replaced NUL characters with \ufffd in 1 rows of users.name.')
    expect(said.out).toContain('secret.key')
  })

  test('gives the same answers as before, to the same session', async () => {
    expect(before.size).toBeGreaterThan(20)
    const after = await everyAnswer(instance, cookie)
    for (const [path, answer] of before)
      expect(`${path} ${after.get(path)}`).toBe(`${path} ${answer.replaceAll('Budi Santoso', 'Bu\ufffddi')}`)
  })

  test('accepts the same passwords, and opens what its key has sealed', async () => {
    await signIn(instance, account)
    const { body } = await ask('GET /api/webhooks')
    expect((await ask(`GET /api/webhooks/${body.data[0].id}`)).status).toBe(200)
    expect(instance.errors).toEqual([])
  })

  test('redirects, and shows pages, images and password prompts', async () => {
    expect((await instance.visit('/studio')).headers.get('location')).toBe('https://studio.example/open-day')
    expect((await instance.visit('/ana')).text).toContain('I make pots')
    expect((await instance.visit('/press')).text).not.toContain('drive.example')
    const form = formBrowser(instance)
    expect((await form.post('/press', { password: 'for the press' })).text).toBeDefined()
  })

  test('finds links by their text', async () => {
    const { body } = await api('GET /links?search=tembikar')
    expect(body.data.map(({ short }: { short: string }) => short)).toEqual(['kelas'])
    const changed = await api('PUT /links/kelas', { title: 'Gerabah' })
    expect(changed.status).toBe(200)
    expect((await api('GET /links?search=gerabah')).body.data).toHaveLength(1)
  })

  test('gives new ids to new rows, and continues counting', async () => {
    const made = await api('POST /links', { long_url: 'https://new.example/', custom_slug: 'brand-new' })
    expect(made.status).toBe(200)
    expect(made.body.data.clicks).toBe(0)
    const { clicks } = (await api('GET /links/spring/stats/lifetime')).body.data
    await instance.visit('/spring')
    await instance.visit('/brand-new')
    expect((await api('GET /links/spring/stats/lifetime')).body.data.clicks).toBe(clicks + 1)
    expect((await api('GET /links/brand-new/stats/lifetime')).body.data.clicks).toBe(1)
    expect(
      (await api('POST /microsites', { slug: 'second', title: 'x', kind: 'portfolio', theme: 'default' }))
        .status,
    ).toBe(200)
  })

  test('refuses to be the target of another move', async () => {
    expect(existsSync(`${moving.source.env.DATA_DIR}/linnet.db`)).toBe(true)
    expect(onlyLine(await moving.move())).toContain('is not empty')
  })

  test('numbers new people and workspaces after those that were moved', async () => {
    const made = await instance.command(
      ...['user', 'create', '--email', 'after@example.com', '--password', 'a fine password'],
    )
    expect(made.id).toStartWith('usr_')
    const { status } = await ask('POST /api/workspaces', {
      ...{ body: { name: 'Four' }, headers: { cookie, origin: instance.url } },
    })
    expect(status).toBe(200)
  })
})
