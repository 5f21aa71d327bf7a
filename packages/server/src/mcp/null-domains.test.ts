// domain_alias: null is the default domain, for the API and the tools alike.
import { beforeAll, expect, test } from 'bun:test'
import { agentOf } from '../../../../test/agents/mcp.ts'
import { type Account, onEachEngine } from '../../../../test/instance.ts'

onEachEngine('domain_alias', (instance) => {
  const domain = `go-${instance.engine}.example.com`
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
    await account.domain(domain)
  })

  /** The result of the API and of the tools for the same fields. */
  const ways = {
    'the API': {
      create: async (fields: object) => (await account.call('POST /links', { body: fields })).body.data,
      update: async (id: string, fields: object) =>
        (await account.call(`PUT /links/${id}`, { body: fields })).body.data,
    },
    'the tools': {
      create: async (fields: object) => (await call('create_link', fields)).data,
      update: async (id: string, fields: object) => (await call('update_link', { id, ...fields }))?.data,
    },
  }
  const call = async (tool: string, given: object) =>
    (await agentOf(instance, account.key).call(tool, given)).result.structuredContent

  for (const [way, { create, update }] of Object.entries(ways)) {
    test(`of null is the default domain on create, by ${way}`, async () => {
      const { short_url } = await create({ long_url: 'https://example.com/', domain_alias: null })
      expect(short_url).toStartWith(`${instance.url}/`)
    })

    test(`of null or an empty string moves a link to the default domain, and left out keeps its own, by ${way}`, async () => {
      for (const home of [null, '']) {
        const { id } = await account.link({ domain_alias: domain })
        const kept = await update(id, { title: 'Kept' })
        expect(kept.short_url).toStartWith(`http://${domain}/`)
        const moved = await update(id, { domain_alias: home })
        expect(moved.short_url).toStartWith(`${instance.url}/`)
      }
    })

    test(`of null needs a code that is free there, by ${way}`, async () => {
      const custom_slug = `taken-${way.replace(' ', '-')}-${instance.engine}`
      await account.link({ custom_slug })
      const { id } = await account.link({ custom_slug, domain_alias: domain })
      expect(await update(id, { domain_alias: null })).toBeUndefined()
      const { body } = await account.call(`GET /links/${id}`)
      expect(body.data.domain).toBe(domain)
    })
  }
})
