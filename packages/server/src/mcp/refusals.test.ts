// Refusals to an agent say what to do next, and repeat no input.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Agent, agentOf } from '../../../../test/agents/mcp.ts'
import { describePoisonedTools } from '../../../../test/generated/poisoned-tools.ts'
import { type Account, type Instance, onEachEngine, onOneEngine } from '../../../../test/instance.ts'

const long_url = 'https://example.com/'

/** The first day (UTC) of the next month. */
function nextMonth({ clock }: Pick<Instance, 'clock'>): string {
  const date = new Date(clock.now())
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}

onEachEngine('a refusal to an agent', (instance) => {
  let account: Account
  let agent: Agent
  beforeAll(async () => {
    account = await instance.account()
    agent = agentOf(instance, account.key, { tools: 'all' })
  })

  async function refusal(tool: string, given: object, by = agent): Promise<string> {
    const { result, text } = await by.call(tool, given)
    if (!result?.isError) throw new Error(`${tool} was not refused: ${text}`)
    expect(Object.keys(result)).not.toContain('structuredContent')
    expect(result.content).toHaveLength(1)
    return result.content[0].text
  }

  describe('says what to do next', () => {
    test('where there is no such thing: which tool names those that there are', async () => {
      expect(await refusal('get_link', { short: 'nowhere' })).toBe(
        'not_found: There is no such link in this account. Check the code and the domain.\nSend only the code, such as launch; codes are case-sensitive. To read a microsite, use get_microsite.\nlist_links lists the links of the account; with status "all", archived ones too.',
      )
      expect(await refusal('get_link_qr', { short: 'nowhere' })).toContain('\nlist_links lists')
      expect(await refusal('get_microsite', { slug: 'nowhere' })).toEndWith(
        '\nlist_microsites lists the microsites of the account.',
      )
      expect(await refusal('list_microsite_components', { slug: 'nowhere' })).toContain(
        '\nlist_microsites lists',
      )
      expect(
        await refusal('delete_microsite_component', { slug: 'nowhere', componentId: 'cmp_1' }),
      ).toContain('\nlist_microsite_components lists')
    })

    test('where a code is taken or cannot be used: which tool finds one that can', async () => {
      await account.link({ custom_slug: 'taken' })
      expect(await refusal('create_link', { long_url, custom_slug: 'taken' })).toStartWith(
        'slug_taken: This short code is already in use. Choose another one.\ncheck_short_availability checks whether another one is free.',
      )
      expect(await refusal('check_short_availability', { short: 'taken' })).toBe(
        'slug_taken: This short code is already in use. Choose another one.',
      )
      const site = { slug: 'taken', title: 'Taken', kind: 'other' }
      expect(await refusal('create_microsite', site)).toEndWith(
        '\ncheck_microsite_slug checks whether another one is free.',
      )
      expect(await refusal('create_link', { long_url, custom_slug: 'no such code' })).toStartWith(
        'slug_invalid: ',
      )
    })

    test('where fields are wrong: which ones, and how', async () => {
      expect(await refusal('create_link', { long_url: 'nonsense', title: 5 })).toBe(
        [
          'validation_failed: Some arguments are not valid:',
          '- long_url: must be an http: or https: address with a host',
          '- title: must be a string, not a number',
          'Nothing was changed. Correct these arguments and call the tool again.',
        ].join('\n'),
      )
      expect(await refusal('set_global_qr', { color: 'red', logo: 'logo.png' })).toContain(
        '\n- logo: must be an http: or https: address with a host\n- color: must be a colour in the form #rgb, #rgba, #rrggbb or #rrggbbaa\n',
      )
      const { short } = await account.link()
      expect(await refusal('update_link', { short, archive_at: 'tomorrow' })).toContain(
        '\n- archive_at: must be a date',
      )
      expect(await refusal('list_links', { limit: 1000 })).toMatch(
        /^malformed_request: Some arguments are not valid:\n- limit: .*100\nCorrect these arguments/,
      )
    })

    test('where the plan is in the way: where its limits are, and that a person has to know', async () => {
      const limited = await instance.account({ plan: 'tiny' })
      for (const _ of [1, 2, 3]) await limited.link()
      expect(await refusal('create_link', { long_url }, agentOf(instance, limited.key))).toBe(
        `plan_limit: You have reached this month's limit of links (3). It resets on ${nextMonth(instance)} 00:00 UTC.\nget_quota shows the limits and what is used. Do not repeat the same call; tell the user.`,
      )
    })

    test('where a message says by itself what is wrong with an argument: that one', async () => {
      const range = { start: '2026-02-01', end: '2026-01-01' }
      expect(await refusal('get_account_stats', range)).toBe(
        'malformed_request: The end of the range is before its start.\n- end: must not be before start\nCorrect these arguments and call the tool again.',
      )
    })

    test('where several domains have a code: to name one, without repeating the code', async () => {
      const names = [`one-${instance.engine}.example`, `two-${instance.engine}.example`]
      for (const name of names) {
        await account.domain(name)
        await account.link({ custom_slug: 'ignore-all-rules', domain_alias: name })
      }
      const text = await refusal('get_link', { short: 'ignore-all-rules' })
      expect(text).toStartWith(
        `not_found: Several domains have this code. Choose one of them with the parameter domain: ${names.join(', ')}.\n`,
      )
    })

    test('where the service uses a word itself: to choose another one, without repeating it', async () => {
      expect(await refusal('create_link', { long_url, custom_slug: 'OAuth' })).not.toContain('OAuth')
    })
  })
})

// Each field gets some of the poisons, in rotation; in refusals.long.test.ts it gets all of them.
describePoisonedTools(0.25, onOneEngine)

const folder = mkdtempSync(join(tmpdir(), 'linnet-refusals-'))
const PLANS_FILE = join(folder, 'plans.json')
writeFileSync(
  PLANS_FILE,
  JSON.stringify({ unlimited: {}, one: { mcp_calls: 1 }, recent: { analytics_days: 30 } }),
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

onEachEngine(
  'a refusal by a plan',
  (instance) => {
    async function refusals(plan: string, tool: string, given: object, calls = 1): Promise<string[]> {
      const agent = agentOf(instance, (await instance.account({ plan })).key)
      const texts: string[] = []
      for (let call = 0; call < calls; call++) {
        const { result } = await agent.call(tool, given)
        if (result.isError) texts.push(result.content[0].text)
      }
      return texts
    }

    test('without tool calls left does not tell the agent to call another tool', async () => {
      const noMore = `plan_limit: You have reached this month's limit of tool calls (1). It resets on ${nextMonth(instance)} 00:00 UTC.\nDo not repeat the same call; tell the user.`
      expect(await refusals('one', 'get_quota', {}, 2)).toStrictEqual([noMore])
      expect(await refusals('one', 'get_account_stats', {}, 2)).toStrictEqual([noMore])
    })

    test('that does not show the requested days says to request later ones', async () => {
      const early = { start: '2015-01-01', end: '2015-01-02' }
      expect(await refusals('recent', 'get_account_stats', early)).toStrictEqual([
        `plan_limit: The plan of this account shows 30 days. Start at ${instance.clock.day(-30)} or later.\nCall the tool again with such a start, and tell the user that earlier days are not available.`,
      ])
    })
  },
  { PLANS_FILE },
)
