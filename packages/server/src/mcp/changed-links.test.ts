// What the tools say about links that don't redirect, and about updates without changes.
import { beforeAll, expect, test } from 'bun:test'
import { type Agent, agentOf, toolResult } from '../../../../test/agents/mcp.ts'
import { type Account, onEachEngine } from '../../../../test/instance.ts'
import { microsite } from '../../../../test/microsites.ts'

onEachEngine('the text about a change', (instance) => {
  let account: Account
  let agent: Agent
  beforeAll(async () => {
    account = await instance.account()
    agent = agentOf(instance, account.key)
  })
  const resultOf = (tool: string, given: object = {}) => toolResult(agent, tool, given)

  const code = (name: string) => `${instance.engine}-${name}`

  test('says when it expired, and after a restore what keeps it from redirecting', async () => {
    const expired_at = instance.clock.unix() + 60
    const archive_at = instance.clock.day(1)
    const { id } = await account.link({ custom_slug: code('over'), expired_at })
    const fields = { short: code('over'), archive_at }
    expect((await resultOf('update_link', fields)).text).toEndWith(`, to be archived on ${archive_at}).`)
    await instance.clock.advance(3 * 86_400_000)
    const time = `${new Date(expired_at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC (${expired_at})`
    const leadsTo = `${instance.url}/${code('over')} → "https://example.com/" (short code ${code('over')}, id ${id}`
    await account.call(`DELETE /links/${code('over')}`)
    expect((await resultOf('get_link', { short: code('over') })).text).toStartWith(
      `${leadsTo}, archived, expired ${time}).\n`,
    )
    expect((await resultOf('unarchive_link', { short: code('over') })).text).toBe(
      `Restored ${leadsTo}, expired ${time}).\nIt still does not redirect: it has expired. Set expired_at with update_link.`,
    )
    const { text, data } = await resultOf('update_link', { short: code('over'), expired_at: null })
    expect(text).toBe(`Updated ${leadsTo}, active).`)
    expect(data).toMatchObject({ status: 'active', expired_at: null, archive_at: null })
  })

  test('for a used-up one-click link says how to make it redirect again', async () => {
    await account.link({ custom_slug: code('once') })
    await resultOf('update_link', { short: code('once'), disposable: true })
    await instance.visit(`/${code('once')}`)
    await resultOf('delete_link', { short: code('once') })
    expect((await resultOf('unarchive_link', { short: code('once') })).text).toEndWith(
      ', consumed, for one click only).\nIt still does not redirect: its one click is used up. Set disposable to false with update_link.',
    )
    expect((await resultOf('update_link', { short: code('once'), disposable: false })).data.status).toBe(
      'active',
    )
  })

  test('says the link’s new address if a domain was given; null and an empty string are the default domain', async () => {
    const domain = `go-${instance.engine}.example.com`
    await account.domain(domain)
    const { id } = await account.link({ custom_slug: code('moved') })
    const moved = (name: string) =>
      `It is now on ${name}; an address that it had on another domain no longer works.`
    const update = (domain_alias: string | null) => resultOf('update_link', { short: id, domain_alias })
    const there = await update(domain)
    expect(there.text).toEndWith(`, active).\n${moved(domain)}`)
    for (const home of [null, '']) {
      await update(domain)
      const back = await update(home)
      expect(back.text).toEndWith(moved(new URL(instance.url).host))
      expect(back.data.short_url).toBe(`${instance.url}/${code('moved')}`)
    }
  })

  test('keeps fields sent as null that can’t be null, and clears those that can', async () => {
    const expired_at = instance.clock.unix() + 1000
    const { id, ...link } = await account.link({ title: 'Kept', password: 'secret', expired_at })
    const none = { long_url: null, custom_slug: null, password: null, disposable: null, adult: null }
    const { text, data } = await resultOf('update_link', { short: id, ...none, title: 'New' })
    expect(text).toStartWith('Updated ')
    expect(data).toMatchObject({ short: link.short, title: 'New', has_password: true, expired_at })
    await resultOf('update_link', { short: id, archive_at: instance.clock.day(2) })
    expect(
      (await resultOf('update_link', { short: id, expired_at: null, archive_at: null })).data,
    ).toMatchObject({
      expired_at: null,
      archive_at: null,
    })
    const { result } = await agent.call('create_link', { long_url: null })
    expect(result.content[0].text).toStartWith('validation_failed: ')
  })

  test('says if there was nothing to change', async () => {
    const { short, id } = await account.link()
    expect((await resultOf('update_link', { short })).text).toBe(
      `Nothing was given to change. The link is ${instance.url}/${short} → "https://example.com/" (short code ${short}, id ${id}, active).`,
    )
    const { slug } = await microsite(account)
    expect((await resultOf('update_microsite', { slug })).text).toStartWith(
      `Nothing was given to change. The microsite is ${instance.url}/${slug} `,
    )
  })
})
