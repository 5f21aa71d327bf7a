// Unknown arguments of a tool: its result lists them as ignored.
import { beforeAll, expect, test } from 'bun:test'
import { type Agent, agentOf, toolResult } from '../../../../test/agents/mcp.ts'
import { type Account, onOneEngine } from '../../../../test/instance.ts'
import { microsite } from '../../../../test/microsites.ts'

const long_url = 'https://example.com/a?b=c'

onOneEngine('a tool that was sent unknown arguments', (instance) => {
  let account: Account
  let agent: Agent
  beforeAll(async () => {
    account = await instance.account()
    agent = agentOf(instance, account.key)
  })
  const resultOf = (tool: string, given: object = {}) => toolResult(agent, tool, given)

  test('names the ignored arguments and the known ones', async () => {
    const { text } = await resultOf('create_link', { long_url, slug: 'mine', 'a "b"\n': 1 })
    expect(text).toMatch(/^Created /)
    expect(text).toMatch(
      /\nIgnored: this tool has no argument "slug", "a \\"b\\"\\n"\. It has dry_run, long_url, title, custom_slug, .*, rules, .*domain_alias\.$/,
    )
    expect((await resultOf('get_quota', { month: 1 })).text).toEndWith(
      '\nIgnored: this tool has no argument "month". It takes none.',
    )
    const known = { short: (await account.link()).short, domain: null }
    expect((await resultOf('get_link', known)).text).not.toContain('Ignored')
  })

  test('names the ignored fields of items, each once', async () => {
    const links = [
      { long_url, custom_slug: 'x' },
      { long_url, custom_slug: 'y', adult: true },
    ]
    expect((await resultOf('bulk_create_links', { links })).text).toMatch(
      /\nIgnored: the items of links have no field "custom_slug", "adult"\. They have long_url, title, short, .*rules.*\.$/,
    )
  })

  test('names the fields of data that were ignored, also within lists, by the kind', async () => {
    const { slug } = await microsite(account)
    const add = async (kind: string, data: object) =>
      (await resultOf('create_microsite_component', { slug, kind, data })).text
    expect(await add('LINK', { title: 'Shop', url: long_url, value: 'Shop', href: long_url })).toMatch(
      /\nIgnored: LINK has no field "title", "url"\. It has value, href, icon, .*, passwordMessage, imageBackground\.$/,
    )
    expect(
      await add('HORIZONTAL_LINK', {
        links: [
          { href: long_url, icon: 'mail' },
          { label: 'x', href: '' },
        ],
      }),
    ).toEndWith('\nIgnored: the items of data.links have no field "href", "label". They have icon, url.')
    const cv = {
      fullName: 'Ana',
      skills: ['one', { name: 'two', rank: 3 }],
      experiences: [{ name: 'n', position: 'p', role: 'x' }],
    }
    expect((await add('CV', cv)).split('\n').slice(1)).toStrictEqual([
      'Ignored: the items of data.experiences have no field "role". They have name, position, description, location, startDate, endDate.',
      'Ignored: the items of data.skills have no field "rank". They have name, level.',
    ])
  })

  test('does not name fields of data that are sent back as they were read', async () => {
    const { slug } = await microsite(account)
    const data = { value: 'Shop', href: long_url }
    const { data: link } = await resultOf('create_microsite_component', { slug, kind: 'LINK', data })
    expect(link.data).toStrictEqual({ ...data, hasPassword: false })
    const update = { slug, componentId: link.id, active: true, kind: 'LINK', data: link.data }
    expect((await resultOf('update_microsite_component', update)).text).not.toContain('Ignored')
  })

  test('names at most ten, truncated, and none if the call is refused', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`${index}-${'x'.repeat(99)}`, 1]),
    )
    const { text } = await resultOf('create_link', { long_url, ...many })
    expect(text).toContain('"0-xxxxxxxxxxxxxxxxxxxxxxxxxxxx"… (71 more characters), ')
    expect(text).toContain(', 490 more. It has ')
    expect(text.length).toBeLessThan(1500)
    const { result } = await agent.call('create_link', { long_url: 'none', ...many })
    expect(result.content[0].text).not.toContain('Ignored')
  })
})
