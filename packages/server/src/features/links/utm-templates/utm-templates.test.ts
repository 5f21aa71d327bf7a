// UTM templates: saved by a workspace's editors, and added to the destinations of new links.
import { beforeAll, expect, test } from 'bun:test'
import { type DashboardCall, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { addMember, newWorkspace } from '../../../../../../test/accounts/workspaces.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { fieldsOf } from '../../../../../../test/refusals.ts'

onEachEngine('UTM templates', (instance) => {
  let account: Account
  let call: DashboardCall
  beforeAll(async () => {
    account = await instance.account()
    call = (await signIn(instance, account)).call
  })
  const save = async (body: Record<string, unknown>, by = call) => {
    const answer = await by('POST /utm-templates', { body })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data
  }
  const newcomer = async () => (await signIn(instance, await instance.account())).call

  test('are saved, listed by name, changed and deleted', async () => {
    const by = await newcomer()
    const mail = await save(
      { name: ' Newsletter ', source: ' news letter ', medium: 'email', campaign: '' },
      by,
    )
    expect(mail).toStrictEqual({
      id: expect.stringMatching(/^utm_[0-9a-z]{26}$/),
      name: 'Newsletter',
      source: 'news letter',
      medium: 'email',
      campaign: null,
      term: null,
      content: null,
      created_at: expect.any(Number),
      updated_at: mail.created_at,
    })
    const ads = await save({ name: 'Ads', source: 'ads' }, by)
    expect((await by('GET /utm-templates')).body.data).toStrictEqual([ads, mail])
    const changed = await by(`PUT /utm-templates/${mail.id}`, { body: { campaign: 'spring', medium: null } })
    expect(changed.body.data).toMatchObject({ name: 'Newsletter', campaign: 'spring', medium: null })
    expect((await by(`DELETE /utm-templates/${ads.id}`)).body.data).toEqual({ id: ads.id, deleted: true })
    expect((await by('GET /utm-templates')).body.data).toStrictEqual([changed.body.data])
    for (const request of [`PUT /utm-templates/${ads.id}`, `DELETE /utm-templates/${ads.id}`])
      expect((await by(request, request.startsWith('PUT') ? { body: {} } : {})).status).toBe(404)
  })

  test('have names that differ within a workspace, also when two requests save the same one at once', async () => {
    const by = await newcomer()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => by('POST /utm-templates', { body: { name: 'Twice' } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    const other = await save({ name: 'Other' }, by)
    const renamed = await by(`PUT /utm-templates/${other.id}`, { body: { name: 'Twice' } })
    expect([renamed.status, fieldsOf(renamed.body.error)]).toEqual([422, ['name']])
    expect(renamed.body.error.details[0].code).toBe('template_exists')
    await save({ name: 'Twice' }, await newcomer())
  })

  test('need a name, and parameters of at most 255 characters', async () => {
    for (const [body, field] of [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 'Long', source: 'x'.repeat(256) }, 'source'],
      [{ name: 'List', medium: ['email'] }, 'medium'],
    ] as const) {
      const { status, body: answer } = await call('POST /utm-templates', { body })
      expect([status, fieldsOf(answer.error)]).toEqual([422, [field]])
    }
  })

  test('are at most 100 in a workspace', async () => {
    const by = await newcomer()
    for (let number = 1; number <= 100; number++) await save({ name: `Template ${number}` }, by)
    const { status, body } = await by('POST /utm-templates', { body: { name: 'One more' } })
    expect([status, body.error.code]).toEqual([403, 'plan_limit'])
  })

  test('are read by viewers and written by editors', async () => {
    const made = await newWorkspace(instance)
    const viewer = await addMember(instance, made, 'viewer')
    const editor = await addMember(instance, made, 'editor')
    const { id } = await save({ name: 'Of all' }, editor.call)
    expect((await viewer.call('GET /utm-templates')).body.data).toHaveLength(1)
    for (const [request, body] of [
      ['POST /utm-templates', { name: 'Mine' }],
      [`PUT /utm-templates/${id}`, { name: 'Mine' }],
      [`DELETE /utm-templates/${id}`, undefined],
    ] as const)
      expect((await viewer.call(request, { body })).status).toBe(403)
  })

  test('are read with the scope links:read', async () => {
    const { id } = await save({ name: 'Public' })
    const { body } = await account.call('GET /utm-templates')
    expect(body.data.map((template: { id: string }) => template.id)).toContain(id)
    const writer = await instance.account({ scopes: 'links:write' })
    expect((await writer.call('GET /utm-templates')).status).toBe(403)
    expect((await account.call('POST /utm-templates', { body: { name: 'by key' } })).status).toBe(405)
  })

  test('are added to the destination of a new link, in place of parameters of the same name', async () => {
    const { id } = await save({ name: 'Applied', source: 'a & b', campaign: 'spring' })
    const link = await account.link({
      long_url: 'https://example.com/?utm_campaign=old&a=1&utm_medium=kept#part',
      utm_template: id,
    })
    const tagged = 'https://example.com/?utm_campaign=spring&a=1&utm_medium=kept&utm_source=a%20%26%20b#part'
    expect(link.long_url).toBe(tagged)
    expect((await instance.visit(`/${link.short}`)).headers.get('location')).toBe(tagged)
    const { body } = await account.call('POST /links/bulk', {
      body: {
        links: [
          { long_url: 'https://example.com/b', utm_template: id },
          { long_url: 'https://example.com/c' },
        ],
      },
    })
    expect(body.data.items.map(({ data }: { data: { long_url: string } }) => data.long_url)).toEqual([
      'https://example.com/b?utm_source=a%20%26%20b&utm_campaign=spring',
      'https://example.com/c',
    ])
  })

  test('of others, or that make the destination too long, are refused', async () => {
    const foreign = await save({ name: 'Foreign', source: 'x' }, await newcomer())
    const own = await save({ name: 'Too much', source: 'x'.repeat(255) })
    const long_url = `https://example.com/${'a'.repeat(8000)}`
    for (const [body, field] of [
      [{ long_url: 'https://example.com/', utm_template: foreign.id }, 'utm_template'],
      [{ long_url: 'https://example.com/', utm_template: "utm_' or 1=1" }, 'utm_template'],
      [{ long_url, utm_template: own.id }, 'long_url'],
    ] as const) {
      const answer = await account.call('POST /links', { body })
      expect([answer.status, fieldsOf(answer.body.error)]).toEqual([422, [field]])
    }
    const { body } = await account.call('POST /links/bulk', {
      body: { links: [{ long_url: 'https://example.com/', utm_template: foreign.id }] },
    })
    expect(body.data.items[0]).toMatchObject({ success: false, error: 'validation_failed' })
  })
})
