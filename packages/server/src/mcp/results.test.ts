// Compares the result and effect of each tool with its operation over the API.
import { expect, test } from 'bun:test'
import { hintsOf, operations } from '@linnet/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { accountDataOf } from '../../../../test/account-data.ts'
import { agentOf } from '../../../../test/agents/mcp.ts'
import { type Arguments, requestOf, validFor } from '../../../../test/generated/valid-arguments.ts'
import { type Account, onEachEngine } from '../../../../test/instance.ts'
import { inputSchemaOf, outputSchemaOf } from './schemas.ts'

/** Without the differences between two equal things: ids, codes, slugs and times. */
function comparable(value: unknown, given: Arguments = {}): unknown {
  let text = JSON.stringify(value)
  const names = `${text} ${JSON.stringify(given)}`.matchAll(/"(?:short|slug|name)":"([^"]+)"/g)
  for (const [, name = ''] of names) text = text.replaceAll(name, '(name)')
  return JSON.parse(
    text.replace(/\b([a-z]{3})_[0-9a-z]{26}\b/g, '($1)').replace(/("(?:\w+_)?at"):\d+/g, '$1:"(time)"'),
  )
}

const ajv = new Ajv2020({ strict: true, allErrors: true })
formats.default(ajv)

onEachEngine('a tool', (instance) => {
  /** An account with what the operation needs, and clicks on its links. */
  async function prepared(operation: (typeof operations)[number]): Promise<[Account, Arguments]> {
    const account = await instance.account()
    const given = await validFor(operation, account)
    const { data } = (await account.call('GET /links')).body
    for (const { short } of data) await instance.visit(`/${short}`)
    return [account, given]
  }

  for (const operation of operations) {
    const { tool } = operation
    if (!tool) continue
    const isValid = ajv.compile(outputSchemaOf(operation, operation.undoable))
    const isValidInput = ajv.compile(inputSchemaOf(operation))

    test(`${tool.name} gives what its operation gives, and does what that does`, async () => {
      const [account, given] = await prepared(operation)
      const isRead = hintsOf(operation).readOnly
      const [twin, same] = isRead ? [account, given] : await prepared(operation)
      const before = await accountDataOf(account)
      const { params, query, body } = given
      const input = { ...params, ...query, ...body }
      isValidInput(input)
      expect(isValidInput.errors).toBeNull()
      const called = await agentOf(instance, account.key, { tools: 'all' }).call(tool.name, input)
      const asked = await twin.call(requestOf(operation, same), { body: same.body })
      expect([called.status, asked.status], called.text + asked.text).toStrictEqual([200, 200])
      expect(called.result.isError).toBeUndefined()
      isValid(called.result.structuredContent)
      expect(isValid.errors).toBeNull()
      const { undo_token, ...content } = called.result.structuredContent
      expect(undo_token !== undefined).toBe(asked.headers.has('undo-token'))
      const expected = tool.answer ? tool.answer.parse(asked.body) : asked.body
      if (tool.answer && !isRead) expect(JSON.stringify(content).length).toBeLessThan(asked.text.length)
      const after = await accountDataOf(account)
      if (isRead) {
        expect(comparable(content)).toStrictEqual(comparable(asked.body) as object)
        expect(after).toStrictEqual(before)
      } else {
        expect(comparable(content, given)).toStrictEqual(comparable(expected, same) as object)
        expect(comparable(after, given)).toStrictEqual(comparable(await accountDataOf(twin), same) as object)
        expect(after).not.toStrictEqual(before)
      }
    })
  }

  test('that changes a link returns its complete new state', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    await account.domain('go.example.com')
    const given = {
      short,
      long_url: 'https://example.com/there',
      title: 'There',
      custom_slug: `${short}-new`,
      password: 'open sesame',
      disposable: true,
      adult: true,
      archive_at: instance.clock.day(3),
      expired_at: instance.clock.unix() + 1000,
      domain_alias: 'go.example.com',
    }
    const { result } = await agentOf(instance, account.key).call('update_link', given)
    expect(result.structuredContent.data).toStrictEqual({
      id: expect.stringMatching(/^lnk_/),
      short: `${short}-new`,
      short_url: expect.stringContaining(`//go.example.com/${short}-new`),
      long_url: 'https://example.com/there',
      title: 'There',
      status: 'active',
      has_password: true,
      disposable: true,
      adult: true,
      archive_at: given.archive_at,
      expired_at: given.expired_at,
      note: null,
      forward_query: null,
      forward_path: null,
      starts_at: null,
      max_clicks: null,
      max_clicks_used: 0,
      ended_url: null,
      rules: [],
      tags: [],
      preview: null,
    })
  })

  test('that identifies a link accepts its id or its code, and its domain if several have the code', async () => {
    const account = await instance.account()
    await account.domain('one.example.com')
    await account.domain('two.example.com')
    const [one, two] = await Promise.all(
      ['one.example.com', 'two.example.com'].map((domain_alias) =>
        account.link({ custom_slug: 'same', domain_alias }),
      ),
    )
    const agent = agentOf(instance, account.key)
    const read = async (given: object) => (await agent.call('get_link', given)).result
    expect((await read({ short: 'same', domain: 'one.example.com' })).structuredContent.data).toStrictEqual(
      one,
    )
    expect((await read({ short: 'same', domain: 'two.example.com' })).structuredContent.data).toStrictEqual(
      two,
    )
    expect((await read({ short: two.id })).structuredContent.data).toStrictEqual(two)
    const unclear = await read({ short: 'same' })
    expect(unclear.isError).toBe(true)
    expect(unclear.content[0].text).toStartWith('not_found')
  })

  test('reports the clicks of each day of a link', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    for (const _ of [1, 2, 3]) await instance.visit(`/${short}`)
    const { result } = await agentOf(instance, account.key).call('get_link_stats', { short })
    expect(result.structuredContent.data).toHaveLength(30)
    expect(result.structuredContent.data.at(-1)).toMatchObject({ date: instance.clock.day(), clicks: 3 })
  })

  test('reports, of more than 92 days, the first, the last and those with clicks', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    await instance.clock.advance(10 * 86_400_000)
    await instance.visit(`/${short}`)
    const clicked = instance.clock.day()
    await instance.clock.advance(5 * 86_400_000)
    const agent = agentOf(instance, account.key)
    const today = instance.clock.day()
    for (const [days, resultOf] of [
      [92, 92],
      [93, 3],
    ] as const) {
      const start = instance.clock.day(1 - days)
      const link = await agent.call('get_link_stats', { short, start })
      const all = await agent.call('get_account_stats', { start })
      const asked = await account.call(`GET /links/${short}/stats?start=${start}`)
      expect(asked.body.data).toHaveLength(days)
      const points: { date: string; clicks: number }[] = link.result.structuredContent.data
      expect(points).toHaveLength(resultOf)
      expect(all.result.structuredContent.data.timeline).toStrictEqual(points)
      expect([points[0]?.date, points.at(-1)?.date]).toStrictEqual([start, today])
      expect(points.filter(({ clicks }) => clicks > 0).map(({ date }) => date)).toStrictEqual([clicked])
      expect(link.result.content[0].text).toStartWith(`1 click from ${start} to ${today} `)
      expect(link.result.content[0].text).toContain(`The ${days - 1} days without clicks are omitted.`)
    }
  })

  test('lists long destinations truncated, says so, and reads each in full', async () => {
    const account = await instance.account()
    const long_url = `https://example.com/${'a'.repeat(1500)}`
    const { short } = await account.link({ long_url })
    const agent = agentOf(instance, account.key)
    const listed = (await agent.call('list_links')).result.structuredContent.data
    expect(listed[0].long_url).toBe(`${long_url.slice(0, 1000)}… (520 more characters)`)
    expect((await agent.call('get_link', { short })).result.structuredContent.data.long_url).toBe(long_url)
  })
})
