// The page of changes: what agents, keys and people changed, filtered, and several changes undone together.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/browser/dashboard.ts'
import { type Account, type Instance, onOneEngine } from '../test/instance.ts'

const changes = (page: Page) => page.getByRole('list', { name: 'Changes', exact: true }).locator('> li')
const notification = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** What an agent with the account's key does. */
function agentOf(instance: Instance, { key }: Account) {
  return async (name: string, args: Record<string, unknown>) => {
    const answer = await instance.ask('POST /mcp', {
      headers: { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    })
    expect(answer.body.result.isError ?? false, answer.text).toBe(false)
  }
}

async function destinations(account: Account): Promise<Record<string, string>> {
  const { data } = (await account.call('GET /links?limit=100&status=all')).body
  return Object.fromEntries(
    data.map(({ short, long_url, status }: Record<string, string>) => [short, `${long_url} ${status}`]),
  )
}

onOneEngine('the page of changes', (instance) => {
  test('shows what an agent changed, and undoes all of it together, on a phone', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'one', long_url: 'https://example.com/one' })
    await account.link({ custom_slug: 'two', long_url: 'https://example.com/two' })
    const before = await destinations(account)
    const agent = agentOf(instance, account)
    await agent('update_link', { short: 'one', long_url: 'https://example.com/agent' })
    await agent('update_link', { short: 'one', long_url: 'https://example.com/again' })
    await agent('delete_link', { short: 'two' })
    await agent('bulk_create_links', {
      links: [{ long_url: 'https://example.com/a' }, { long_url: 'https://example.com/b' }],
    })
    expect(await destinations(account)).not.toEqual(before)
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/changes')
        await changes(page).nth(5).waitFor()
        expect(await axeFindings(page)).toEqual([])
        await page.getByLabel('Changed by').selectOption('Agents')
        await page.waitForFunction(
          () => document.querySelectorAll('[aria-label="Changes"] > li').length === 4,
        )
        expect(new URL(page.url()).search).toBe('?kind=agent')
        expect((await changes(page).first().locator('p').first().innerText()).trim()).toBe(
          'test (agent) created 2 links',
        )
        await changes(page).nth(2).getByText('example.com').last().waitFor()
        await page.getByRole('button', { name: 'Undo all shown (4)' }).tap()
        const asked = page.getByRole('alertdialog')
        await asked.getByText('Undo 4 changes?').waitFor()
        expect(await axeFindings(page)).toEqual([])
        await asked.getByRole('button', { name: 'Undo' }).tap()
        await notification(page).getByText('4 changes undone').waitFor()
        await changes(page).nth(3).getByText('Undone').waitFor()
        expect(await destinations(account)).toEqual(before)
        await page.getByLabel('Changed by').selectOption('People')
        await page.waitForFunction(
          () => document.querySelectorAll('[aria-label="Changes"] > li').length === 4,
        )
        await changes(page).getByText('undid the creation of 2 links').waitFor()
      },
      phone,
    )
  })

  test('undoes only the selected changes, and says why others stay', async () => {
    const account = await instance.account()
    const { id } = await account.link({ custom_slug: 'chosen', long_url: 'https://example.com/one' })
    await account.call(`PUT /links/${id}`, { body: { long_url: 'https://example.com/two' } })
    await account.call(`PUT /links/${id}`, { body: { title: 'A title' } })
    await account.call(`PUT /links/${id}`, { body: { long_url: 'https://example.com/three' } })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/changes')
      await changes(page).nth(3).waitFor()
      await changes(page).nth(1).getByRole('checkbox').click()
      await changes(page).nth(2).getByRole('checkbox').click()
      await page.getByText('2 selected').waitFor()
      await page.getByRole('button', { name: 'Undo selected' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
      await page.getByText('1 undone, 1 could not be undone').waitFor()
      const kept = changes(page).filter({ hasText: 'Not undone: Changed again since: destination.' })
      await kept.getByText('example.com/two').first().waitFor()
      expect(await axeFindings(page)).toEqual([])
      const { long_url, title } = (await account.call(`GET /links/${id}`)).body.data
      expect([long_url, title]).toEqual(['https://example.com/three', ''])
      // An entry leads to its link.
      await kept.getByRole('link', { name: 'chosen' }).click()
      await page.getByLabel('Destination', { exact: true }).waitFor()
    })
  })

  test('says in plain words what changed about microsites, components and QR codes, and has no links to those that are gone', async () => {
    const account = await instance.account()
    const { id } = await account.link({ custom_slug: 'plain' })
    const slug = `plain-${account.userId.slice(-6)}`
    await account.call('POST /microsites', { body: { slug, title: 'Ana', kind: 'portfolio' } })
    const component = async (body: object) =>
      (await account.call(`POST /microsites/${slug}/components`, { body })).body.data.id
    const icons = await component({ kind: 'HORIZONTAL_LINK', data: { links: [] } })
    const link = await component({ kind: 'LINK', data: { value: 'Shop' } })
    await account.call(`PUT /microsites/${slug}`, { body: { theme: 'ocean', hide: true, kind: 'shop' } })
    await account.call(`PUT /microsites/${slug}/components/${link}`, {
      body: { kind: 'LINK', active: false, data: { value: 'Big shop', href: 'https://example.com/big' } },
    })
    await account.call(`PUT /microsites/${slug}/components/${icons}`, {
      body: {
        kind: 'HORIZONTAL_LINK',
        active: true,
        data: { links: [{ icon: 'github', url: 'https://example.com/me' }] },
      },
    })
    await account.call(`POST /microsites/${slug}/components/order`, { body: { orders: [link, icons] } })
    await account.call(`PUT /links/${id}/qr`, { body: { color: '#b32c43' } })
    await account.call(`DELETE /microsites/${slug}`)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/changes')
      await changes(page).filter({ hasText: 'created the microsite' }).waitFor()
      await changes(page).filter({ hasText: 'Social icons' }).waitFor()
      const said = (await changes(page).allInnerTexts()).map((text) =>
        text
          .replace(/\s+/g, ' ')
          .replace(/ (just now|\d+ (second|minute)s? ago)/, '')
          .replaceAll(slug, 'SLUG')
          .replaceAll(/was: − |now: /g, ''),
      )
      expect(said.map((text) => text.trim().replace('API key test ', ''))).toEqual([
        'deleted the microsite SLUG',
        'changed the QR code of plain QR code colour default colour + #b32c43',
        'reordered the components of SLUG',
        'changed a component of SLUG Links none + github · https://example.com/me',
        'changed a component of SLUG Visibility visible + hidden Button text Shop + Big shop URL none + https:// example.com/big',
        'changed the microsite SLUG Purpose Portfolio + Shop Theme Default + Ocean Visibility visible + hidden',
        'created a component of SLUG Kind none + Link',
        'created a component of SLUG Kind none + Social icons',
        'created the microsite SLUG',
        'created the link plain',
      ])
      expect(await axeFindings(page)).toEqual([])
      // It would lead to a page that can't be loaded.
      expect(await page.locator('main').getByRole('link', { name: slug }).count()).toBe(0)
      await page.getByRole('button', { name: /^Undo all/ }).waitFor()
      await changes(page).first().getByRole('checkbox').click()
      await page.getByRole('button', { name: 'Undo selected' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
      const undid = changes(page).filter({ hasText: 'undid the deletion of the microsite' })
      await undid.getByRole('link', { name: slug }).waitFor()
    })
  })

  test('undoes all of what undid itself in between, and calls nothing undone that is in force again', async () => {
    const account = await instance.account()
    const { id } = await account.link({ custom_slug: 'back-and-forth', long_url: 'https://example.com/one' })
    const undoNewest = async () => {
      const { data } = (await account.call(`GET /links/${id}/history`)).body
      await account.call('POST /undo', { body: { token: data[0].id } })
    }
    await account.call(`PUT /links/${id}`, { body: { long_url: 'https://example.com/two' } })
    await undoNewest()
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      const undone = changes(page).getByText('Undone', { exact: true })
      await open('/changes')
      await changes(page).nth(1).getByText('Undone', { exact: true }).waitFor()
      // The change is in force again, and what undid it is undone.
      await undoNewest()
      await page.reload()
      await changes(page).nth(3).waitFor()
      await changes(page).nth(1).getByText('Undone', { exact: true }).waitFor()
      expect(await undone.count()).toBe(1)
      await undoNewest()
      await page.reload()
      await changes(page).nth(4).waitFor()
      expect(await undone.count()).toBe(2)
      await page.getByRole('button', { name: 'Undo all shown (1)' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
      await notification(page).getByText('1 change undone').waitFor()
      expect((await account.call(`GET /links/${id}`)).status).toBe(404)
    })
  })

  test('opens from a key, filtered by what it changed, and the filter can be removed', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'by-first' })
    const other = await account.newKey('links:read,links:write')
    const made = await instance.ask('POST /v2/links', {
      headers: { authorization: `Bearer ${other}` },
      body: { long_url: 'https://example.com/', custom_slug: 'by-other' },
    })
    expect(made.status).toBe(200)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/developer/keys')
      await page
        .getByRole('link', { name: /^What it changed/ })
        .first()
        .click()
      await page.getByRole('heading', { name: 'What changed' }).waitFor()
      await page.waitForFunction(() => document.querySelectorAll('[aria-label="Changes"] > li').length === 1)
      await changes(page).first().getByRole('link', { name: /^by-/ }).waitFor()
      await page.getByRole('button', { name: /^Remove filter/ }).click()
      await page.waitForFunction(() => document.querySelectorAll('[aria-label="Changes"] > li').length === 2)
      await open('/changes?kind=person')
      await page.getByText('No matching changes').waitFor()
      await page.getByRole('button', { name: 'Show all changes' }).click()
      await changes(page).nth(1).waitFor()
    })
  })
})
