// Tags in the dashboard: given in a link's panel, shown and filtered by in the list, and changed on their own page.
import { expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard, phone, settled } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { row, rows } from './links-page.ts'
import { chooseEntry } from './menus.ts'

onOneEngine('tags in the dashboard', (instance) => {
  test('are added to a link by typing, and removed by their buttons and the Backspace key', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'tagged', tags: ['Spring'] })
    const { id } = await account.link({ custom_slug: 'to-tag' })
    const saved = async () => (await account.call(`GET /links/${id}`)).body.data.tags
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/links?link=${id}`)
      const field = page.getByRole('combobox', { name: 'Tags' })
      await field.fill('spring')
      await field.press('Enter')
      await page.keyboard.type('new one,other')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      // In the spelling of the tag that existed.
      expect(await saved()).toEqual(['new one', 'other', 'Spring'])
      await field.press('Backspace')
      await page.getByRole('button', { name: 'Remove new one' }).click()
      const answered = page.waitForResponse((response) => response.request().method() === 'PUT')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await answered
      expect(await saved()).toEqual(['other'])
    })
  })

  test('filter the list, which the address keeps', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'f-one', tags: ['spring', 'ads'] })
    await account.link({ custom_slug: 'f-two', tags: ['spring'] })
    await account.link({ custom_slug: 'f-none' })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/links')
      await row(page, 'f-one').getByText('spring').waitFor()
      const choice = page.getByRole('combobox', { name: 'Tag', exact: true })
      await choice.selectOption('spring')
      await row(page, 'f-none').waitFor({ state: 'hidden' })
      await choice.selectOption('ads')
      await row(page, 'f-two').waitFor({ state: 'hidden' })
      expect(await rows(page).count()).toBe(1)
      await page.reload()
      await settled(page)
      expect(await rows(page).count()).toBe(1)
      await page.getByRole('button', { name: 'Remove filter ads' }).click()
      await row(page, 'f-two').waitFor()
      expect(new URL(page.url()).searchParams.get('tag')).toBe('spring')
      await open('/links?tag=unknown')
      await page.getByText('No matching links').waitFor()
      await page.getByRole('button', { name: 'Show all links' }).click()
      await row(page, 'f-none').waitFor()
    })
  })

  test('are renamed, recoloured, merged and deleted on their page, also on a phone', async () => {
    const account = await instance.account()
    await account.link({ tags: ['one', 'two', 'three'] })
    await account.link({ tags: ['two'] })
    const tags = async () =>
      (await account.call('GET /tags')).body.data.map(
        ({ name, color, links }: Record<string, unknown>) => [name, links, color] as const,
      )
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/links/tags')
        const menu = async (name: string, action: string) => {
          await page.getByRole('button', { name: `More actions for ${name}` }).click()
          await chooseEntry(page, action)
        }
        expect(await axeFindings(page)).toEqual([])
        await menu('one', 'Rename or recolour')
        await page.getByLabel('Name').fill('two')
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText('Another tag has this name').waitFor()
        await page.getByLabel('Name').fill('uno')
        await page.getByText('Teal').click()
        expect(await axeFindings(page)).toEqual([])
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText('Tag saved').waitFor()
        expect((await tags()).at(-1)).toEqual(['uno', 1, 'teal'])
        await menu('three', 'Merge into…')
        await page.getByLabel('Into').selectOption('two')
        await page.getByRole('button', { name: 'Merge tags' }).click()
        await page.getByText('Merged into two').waitFor()
        await menu('uno', 'Delete')
        await page.getByRole('button', { name: 'Delete tag' }).click()
        await page.getByText('Tag deleted').waitFor()
        expect((await tags()).map(([name, links]: readonly unknown[]) => [name, links])).toEqual([['two', 2]])
        await page.getByRole('link', { name: '2 links' }).click()
        await rows(page).nth(1).waitFor()
      },
      phone,
    )
  })
})
