// Updating a link: each field alone, omitted fields, and refused values.
import { describe, expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('PUT /links/{short}', (instance) => {
  test('omitted fields are unchanged, and updated_at shows the change', async () => {
    const account = await instance.account()
    const link = await account.link({
      title: 'Before',
      password: 'secret',
      expired_at: instance.clock.unix() + 86_400,
    })
    await account.call(`PUT /links/${link.short}`, {
      body: { adult: true, archive_at: instance.clock.day(9) },
    })
    await instance.clock.advance(5_000)
    const { status, body } = await account.call(`PUT /links/${link.short}`, { body: { title: 'After' } })
    expect(status).toBe(200)
    expect(body.data).toStrictEqual({
      ...link,
      title: 'After',
      adult: true,
      archive_at: instance.clock.day(9),
      updated_at: expect.any(Number),
    })
    expect(body.data.updated_at).toBeGreaterThanOrEqual(link.updated_at + 5)
    expect((await account.call(`GET /links/${link.short}`)).body).toStrictEqual(body)
  })

  test('an empty object changes nothing', async () => {
    const account = await instance.account()
    const link = await account.link({ title: 'Same', password: 'secret' })
    const { status, body } = await account.call(`PUT /links/${link.short}`, { body: {} })
    expect([status, { ...body.data, updated_at: 0 }]).toStrictEqual([200, { ...link, updated_at: 0 }])
  })

  test('long_url: visitors are redirected to the new destination from the next request on', async () => {
    const { link, update } = await changeable({ long_url: 'https://example.com/one' })
    expect((await instance.visit(`/${link.short}`)).headers.get('location')).toBe('https://example.com/one')
    expect((await update({ long_url: 'https://example.com/two' })).long_url).toBe('https://example.com/two')
    expect((await instance.visit(`/${link.short}`)).headers.get('location')).toBe('https://example.com/two')
  })

  test('title: an empty string is a title, and null is none', async () => {
    const { update } = await changeable({ title: 'Something' })
    expect((await update({ title: '' })).title).toBe('')
    expect((await update({ title: 'Peculiar' })).title).toBe('Peculiar')
    expect((await update({ title: null })).title).toBe('')
    expect((await update({ title: 'x'.repeat(255) })).title).toHaveLength(255)
  })

  test('password: a non-empty string sets protection, an empty one removes it', async () => {
    const { link, update } = await changeable({})
    expect((await update({ password: 'secret' })).has_password).toBe(true)
    expect((await instance.visit(`/${link.short}`)).status).toBe(200)
    expect((await update({ title: 'kept' })).has_password).toBe(true)
    expect((await update({ password: '' })).has_password).toBe(false)
    expect((await instance.visit(`/${link.short}`)).status).toBe(302)
  })

  test('password: a new one replaces the old one', async () => {
    const { link, update } = await changeable({ password: 'first' })
    await update({ password: 'second' })
    const attempt = (password: string) =>
      instance.ask(`POST /${link.short}`, { body: new URLSearchParams({ password }) })
    expect((await attempt('first')).status).toBe(401)
    expect((await attempt('second')).status).toBe(303)
  })

  test('disposable: true makes it a one-click link, false an ordinary one again', async () => {
    const { link, update, read } = await changeable({})
    expect((await update({ disposable: true })).disposable).toBe(true)
    expect((await instance.visit(`/${link.short}`)).status).toBe(302)
    expect((await instance.visit(`/${link.short}`)).status).toBe(410)
    expect((await read()).status).toBe('consumed')
    expect((await update({ disposable: true })).status).toBe('consumed')
    expect(await update({ disposable: false })).toMatchObject({ disposable: false, status: 'active' })
    expect((await instance.visit(`/${link.short}`)).status).toBe(302)
    expect((await instance.visit(`/${link.short}`)).status).toBe(302)
  })

  test('adult: true asks visitors for consent, false no longer does', async () => {
    const { link, update } = await changeable({})
    expect((await update({ adult: true })).adult).toBe(true)
    expect((await instance.visit(`/${link.short}`)).status).toBe(200)
    expect((await update({ adult: false })).adult).toBe(false)
    expect((await instance.visit(`/${link.short}`)).status).toBe(302)
  })

  test('expired_at: a date sets the end, null removes it, even after it has passed', async () => {
    const { link, update, read } = await changeable({})
    const soon = instance.clock.unix() + 100
    expect((await update({ expired_at: soon })).expired_at).toBe(soon)
    await instance.clock.advance(101_000)
    expect((await read()).status).toBe('expired')
    expect((await instance.visit(`/${link.short}`)).status).toBe(410)
    expect(await update({ expired_at: null })).toMatchObject({ expired_at: null, status: 'active' })
    expect((await instance.visit(`/${link.short}`)).status).toBe(302)
  })

  test('expired_at: the current value is accepted even after it has passed; a new one must lie in the future', async () => {
    const soon = instance.clock.unix() + 100
    const { account, link, update, read } = await changeable({ expired_at: soon })
    await instance.clock.advance(101_000)
    expect(await update({ title: 'Over', expired_at: soon })).toMatchObject({
      title: 'Over',
      expired_at: soon,
      status: 'expired',
    })
    const body = { title: 'Before', custom_slug: 'not-over', expired_at: soon - 1 }
    const refused = await account.call(`PUT /links/${link.id}`, { body })
    expect([refused.status, refused.body.error.details[0].path]).toStrictEqual([422, 'expired_at'])
    expect(await read()).toMatchObject({ title: 'Over', short: link.short, expired_at: soon })
  })

  test('an archived link can be updated and stays archived', async () => {
    const { account, link, update } = await changeable({})
    await account.call(`DELETE /links/${link.short}`)
    expect(await update({ title: 'On the shelf' })).toMatchObject({
      title: 'On the shelf',
      status: 'archived',
    })
    expect((await instance.visit(`/${link.short}`)).status).toBe(404)
  })

  test('several fields change together', async () => {
    const { update } = await changeable({})
    const changes = {
      long_url: 'https://example.org/',
      title: 'All',
      disposable: true,
      adult: true,
      archive_at: instance.clock.day(30),
      expired_at: instance.clock.unix() + 1000,
    }
    expect(await update({ ...changes, password: 'p', custom_slug: 'all-at-once' })).toMatchObject({
      ...changes,
      has_password: true,
      short: 'all-at-once',
    })
  })

  describe('an invalid field is 422 and named, and the request changes nothing', () => {
    const wrong: [string, unknown][] = [
      ['long_url', 'javascript:alert(1)'],
      ['long_url', null],
      ['title', 5],
      ['title', 'x'.repeat(256)],
      ['password', 'x'.repeat(256)],
      ['password', 1],
      ['disposable', 'yes'],
      ['adult', 1],
      ['archive_at', '2026-02-30'],
      ['archive_at', 'tomorrow'],
      ['archive_at', 20301120],
      ['archive_at', '2020-01-01'],
      ['expired_at', 1],
      ['expired_at', 'never'],
      ['domain_alias', 'nobody-has.example.com'],
      ['domain_alias', 3],
    ]
    for (const [field, value] of wrong) {
      test(`${field}: ${JSON.stringify(value).slice(0, 30)}`, async () => {
        const { account, link, read } = await changeable({ title: 'Before' })
        const body = { title: 'After', [field]: value }
        const answer = await account.call(`PUT /links/${link.short}`, { body })
        expect([answer.status, answer.body.error.code]).toStrictEqual([422, 'validation_failed'])
        expect(answer.body.error.details[0].path).toBe(field)
        expect(await read()).toStrictEqual(link)
      })
    }
  })

  test("concurrent updates of different fields don't undo each other", async () => {
    const { account, link, read } = await changeable({})
    const fields = [
      { title: 'Together' },
      { long_url: 'https://example.com/together' },
      { adult: true },
      { archive_at: instance.clock.day(5) },
      { expired_at: instance.clock.unix() + 9999 },
      { disposable: true },
    ]
    await Promise.all(fields.map((body) => account.call(`PUT /links/${link.short}`, { body })))
    expect(await read()).toMatchObject(Object.assign({}, ...fields))
  })

  test('another account’s link is 404, for every operation on one link', async () => {
    const { link } = await changeable({ custom_slug: 'not-yours' })
    const stranger = await instance.account()
    const asked: [string, unknown?][] = [
      ['GET', undefined],
      ['PUT', { title: 'Mine now' }],
      ['DELETE', undefined],
      ['POST /unarchive', undefined],
      ['GET /stats', undefined],
      ['GET /stats/lifetime', undefined],
      ['GET /stats/breakdown?additional=true', undefined],
    ]
    for (const [operation, body] of asked) {
      const [method, below = ''] = operation.split(' ')
      const words = new Set<string>()
      for (const name of [link.short, link.id, 'nobody-has-this']) {
        const answer = await stranger.call(`${method} /links/${name}${below}`, { body })
        const { code, message } = answer.body.error
        expect([operation, answer.status, code]).toStrictEqual([operation, 404, 'not_found'])
        words.add(message)
      }
      // Another account's link can't be distinguished from one that doesn't exist.
      expect(words.size).toBe(1)
    }
    expect((await instance.visit('/not-yours')).status).toBe(302)
  })

  async function changeable(fields: Record<string, unknown>) {
    const account = await instance.account()
    const link = await account.link(fields)
    const read = async () => (await account.call(`GET /links/${link.id}`)).body.data
    async function update(body: Record<string, unknown>) {
      const answer = await account.call(`PUT /links/${link.id}`, { body })
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body.data
    }
    return { account, link, read, update }
  }
})
