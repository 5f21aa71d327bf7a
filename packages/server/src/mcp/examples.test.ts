// The example of each tool works unchanged if the things it names exist.
import { beforeAll, expect, test } from 'bun:test'
import { operations } from '@linnet/contract'
import { type Agent, agentOf } from '../../../../test/agents/mcp.ts'
import { type Account, onOneEngine } from '../../../../test/instance.ts'

/** The things that an example names; ids of components can't be chosen, so theirs replace the example's. */
interface Example {
  short?: string
  slug?: string
  componentId?: string
  orders?: string[]
  /** The id of a change, as a token or as an entry of a history. */
  token?: string
  to?: string
}

onOneEngine('the example', (instance) => {
  let account: Account
  let agent: Agent
  beforeAll(async () => {
    account = await instance.account()
    agent = agentOf(instance, account.key, { tools: 'all' })
  })

  for (const { tool, creates } of operations) {
    if (!tool) continue
    test(`of ${tool.name} works`, async () => {
      const { short, slug, ...example }: Example = tool.example
      const isFree = creates || tool.name.startsWith('check_')
      if (short !== undefined) await (isFree ? freeLink(short) : ensureLink(short))
      // A component is created on an existing microsite.
      const ids = slug === undefined ? [] : await freeMicrosite(slug)
      if (slug !== undefined && (!isFree || 'data' in example)) ids.push(...(await newMicrosite(slug)))
      const given = {
        ...tool.example,
        ...(example.componentId ? { componentId: ids[0] } : {}),
        ...(example.orders ? { orders: ids } : {}),
        ...(example.token || example.to ? await changeOf(short) : {}),
      }
      const { result, text } = await agent.call(tool.name, given)
      expect(result?.isError, text).toBeUndefined()
      expect(result.structuredContent, text).toBeObject()
      for (const item of result.structuredContent.data?.items ?? []) expect(item.success, text).toBe(true)
    })
  }

  /** The id of a change, of the link with this code or of another one. */
  async function changeOf(short?: string): Promise<{ token: string } | { to: string }> {
    const code = short ?? (await account.link()).short
    const { headers } = await account.call(`PUT /links/${code}`, { body: { title: crypto.randomUUID() } })
    const id = headers.get('undo-token') ?? ''
    return short === undefined ? { token: id } : { to: id }
  }

  async function ensureLink(short: string): Promise<void> {
    const { status } = await account.call(`GET /links/${short}`)
    if (status === 404) await account.link({ custom_slug: short })
  }

  async function freeLink(short: string): Promise<void> {
    await account.call(`PUT /links/${short}`, { body: { custom_slug: `${short}-before` } })
  }

  async function freeMicrosite(slug: string): Promise<string[]> {
    await account.call(`DELETE /microsites/${slug}`)
    return []
  }

  /** With two components: their ids, last to first. */
  async function newMicrosite(slug: string): Promise<string[]> {
    await account.call('POST /microsites', { body: { slug, title: 'Ana', kind: 'brand' } })
    const ids: string[] = []
    for (const kind of ['LINK', 'TEXT']) {
      const body = { kind, data: {} }
      const { data } = (await account.call(`POST /microsites/${slug}/components`, { body })).body
      ids.unshift(data.id)
    }
    return ids
  }
})
