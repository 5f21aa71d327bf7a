// The rules of a link in a real browser: built in sentences by pointer and by keyboard, reordered, split, and explained.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { field, openSection, panel, save, saveByKey, saved } from './link-panel.ts'
import { chooseEntry } from './menus.ts'
import { clicksArriveAgain, pickUp } from './sortable-list.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const rulesIn = (page: Page) => page.getByRole('list', { name: 'Rules, in the order they are checked' })

onOneEngine('the rules of a link', (instance) => {
  const account = () => instance.account()
  async function destinationOf(path: string, userAgent?: string): Promise<string | null> {
    const answer = await instance.visit(path, userAgent ? { 'user-agent': userAgent } : {})
    return answer.headers.get('location')
  }

  test('a rule for iPhones is three taps and an address on a phone, and visitors follow it', async () => {
    const owner = await account()
    const link = await owner.link({ long_url: 'https://example.com/everyone' })
    await inDashboard(
      chrome,
      instance,
      owner,
      async ({ page, open }) => {
        await open(`/links?link=${link.id}`)
        await openSection(page, 'Rules')
        await page.getByRole('button', { name: 'iPhone and iPad' }).tap()
        // The field that is left to fill in has the focus.
        await page.waitForFunction(() => document.activeElement?.getAttribute('placeholder') === 'https://')
        await page.keyboard.type('example.com/app')
        await panel(page).getByText('If the device is an iPhone or iPad').waitFor()
        expect(await axeFindings(page)).toStrictEqual([])
        await page.getByRole('button', { name: 'Save', exact: true }).tap()
        await saved(page)
      },
      phone,
    )
    expect(await destinationOf(`/${link.short}`, iPhone)).toBe('https://example.com/app')
    expect(await destinationOf(`/${link.short}`)).toBe('https://example.com/everyone')
  })

  test('conditions are chosen, found by name and removed with the keyboard alone', async () => {
    const owner = await account()
    const link = await owner.link()
    await inDashboard(chrome, instance, owner, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      const { keyboard } = page
      await panel(page).locator('summary', { hasText: 'Rules' }).first().focus()
      await keyboard.press('Enter')
      await page.getByRole('button', { name: 'A country' }).press('Enter')
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
      await keyboard.type('germ')
      await page.getByRole('option', { name: 'Germany' }).waitFor()
      await keyboard.press('Enter')
      await keyboard.type('austria')
      await page.getByRole('option', { name: 'Austria' }).waitFor()
      await keyboard.press('Enter')
      await panel(page).getByText('If the country is Germany or Austria').waitFor()
      // It closes the list of countries, and keeps the panel and what was chosen.
      await keyboard.press('Escape')
      await page.getByRole('button', { name: 'Add condition' }).press('Enter')
      await chooseEntry(page, 'Days of the week and times of day')
      // The menu moves the focus when it has closed, and would take a key that is pressed before.
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await page.waitForFunction(
        () => document.activeElement !== document.body && !document.activeElement?.closest('[role=menu]'),
      )
      await page.getByRole('button', { name: 'Saturday' }).press('Space')
      await page.getByRole('button', { name: 'Saturday', pressed: true }).waitFor()
      await field(page, 'Time zone').selectOption('Europe/Berlin')
      await page.getByRole('button', { name: 'Remove Austria' }).press('Enter')
      await field(page, 'Go to').fill('https://example.com/weekend')
      await field(page, 'Rule name').fill('Weekend in Germany')
      await saveByKey(page)
      await saved(page)
    })
    const { data } = (await owner.call(`GET /links/${link.id}`)).body
    expect(data.rules).toMatchObject([
      {
        name: 'Weekend in Germany',
        when: { country: ['DE'], days: ['sat'], hours: ['09:00', '17:00'], time_zone: 'Europe/Berlin' },
        to: [{ long_url: 'https://example.com/weekend', weight: 1 }],
      },
    ])
  })

  test('rules are reordered by drag, by the keys of the handle and by the menu, which are announced', async () => {
    const owner = await account()
    const to = [{ long_url: 'https://example.com/' }]
    const link = await owner.link({
      rules: ['One', 'Two', 'Three'].map((name) => ({ name, when: { os: ['ios'] }, to })),
    })
    await inDashboard(chrome, instance, owner, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      await openSection(page, 'Rules')
      const order = async () => (await rulesIn(page).locator('.font-semibold').allInnerTexts()).join()
      await pickUp(page, 'Three')
      await page.keyboard.press('ArrowUp')
      await page.getByText('Three is at position 2 of 3.').waitFor({ state: 'attached' })
      await page.keyboard.press('Space')
      await page.getByText('Dropped Three at position 2 of 3.').waitFor({ state: 'attached' })
      expect(await order()).toBe('One,Three,Two')
      await pickUp(page, 'One')
      await page.keyboard.press('Escape')
      await page.getByText('One is back at its original position.').waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'More actions for Three' }).press('Enter')
      await chooseEntry(page, 'Move up')
      await page.getByText('Three is now at position 1 of 3.').waitFor({ state: 'attached' })
      expect(await order()).toBe('Three,One,Two')
      const [from, past] = await Promise.all(
        ['Three', 'Two'].map((name) => page.getByRole('button', { name: `Move ${name}` }).boundingBox()),
      )
      if (!from || !past) throw new Error('a handle is missing')
      await page.mouse.move(from.x + 10, from.y + 10)
      await page.mouse.down()
      await page.mouse.move(from.x + 10, from.y + 30, { steps: 4 })
      await page.mouse.move(past.x + 10, past.y + 20, { steps: 8 })
      await page.getByText('Three is at position 3 of 3.').waitFor({ state: 'attached' })
      await page.mouse.up()
      await page.getByText('Dropped Three at position 3 of 3.').waitFor({ state: 'attached' })
      expect(await order()).toBe('One,Two,Three')
      await clicksArriveAgain(rulesIn(page))
      await page.getByRole('button', { name: 'More actions for Two' }).press('Enter')
      await chooseEntry(page, 'Move up')
      await save(page)
      await saved(page)
    })
    const { data } = (await owner.call(`GET /links/${link.id}`)).body
    expect(data.rules.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
      ['rul_2', 'Two'],
      ['rul_1', 'One'],
      ['rul_3', 'Three'],
    ])
  })

  test('visitors are split by weight, and faults are shown at their fields', async () => {
    const owner = await account()
    const link = await owner.link({ long_url: 'https://example.com/a' })
    await inDashboard(
      chrome,
      instance,
      owner,
      async ({ page, open }) => {
        await open(`/links?link=${link.id}`)
        await openSection(page, 'Rules')
        await page.getByRole('button', { name: 'Split visitors (A/B)' }).click()
        expect(await field(page, 'Destination 1').inputValue()).toBe('https://example.com/a')
        await field(page, 'Weight of destination 1').fill('70')
        await field(page, 'Weight of destination 2').fill('30')
        await panel(page).getByText('= 70%').waitFor()
        await page.getByRole('button', { name: 'Add condition' }).click()
        await chooseEntry(page, 'Country')
        await field(page, 'Destination 2').fill('ftp://example.com/')
        // Closed again, so that saving has to open it.
        await page.getByRole('button', { expanded: true }).first().click()
        await openSection(page, 'Rules')
        await save(page)
        const alert = (about: string) => panel(page).getByRole('alert').filter({ hasText: about })
        await alert('Use at least 1 entry.').waitFor()
        await alert('Enter a web address that starts with').waitFor()
        expect(await axeFindings(page)).toStrictEqual([])
        await page.getByRole('button', { name: 'Remove Country' }).click()
        await field(page, 'Destination 2').fill('example.com/b')
        await save(page)
        await saved(page)
      },
      { ignoredMessages: /status of 422/ },
    )
    const { data } = (await owner.call(`GET /links/${link.id}`)).body
    expect(data.rules[0].to.map(({ weight }: { weight: number }) => weight)).toEqual([70, 30])
    expect(await destinationOf(`/${link.short}`)).toMatch(/^https:\/\/example\.com\/[ab]$/)
  })

  test('asks which rules to keep if they were changed elsewhere too, and says what they are', async () => {
    const owner = await account()
    const link = await owner.link()
    await inDashboard(chrome, instance, owner, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      await openSection(page, 'Rules')
      await page.getByRole('button', { name: 'Android' }).click()
      await field(page, 'Go to').fill('https://example.com/mine')
      await page.waitForFunction(() => JSON.stringify({ ...sessionStorage }).includes('/mine'))
      page.on('dialog', (dialog) => void dialog.accept())
      await page.reload()
      await panel(page).getByText('You have unsaved changes from earlier.').waitFor()
      const theirs = { when: { scan: true }, to: [{ long_url: 'https://example.com/theirs' }] }
      await owner.call(`PUT /links/${link.id}`, { body: { rules: [theirs] } })
      await save(page)
      const choice = page.getByRole('dialog', { name: 'This link was changed elsewhere' })
      await choice.getByText('If the device is an Android device → example.com/mine').waitFor()
      await choice.getByText('If the visitor scanned a QR code → example.com/theirs').waitFor()
      await choice.getByRole('group', { name: 'Rules' }).getByRole('button', { name: 'Theirs' }).click()
      await choice.getByRole('button', { name: 'Save selected values' }).click()
      await saved(page)
      await openSection(page, 'Rules')
      await rulesIn(page).getByText('example.com/theirs').waitFor()
      expect(await panel(page).getByText('Unsaved changes').count()).toBe(0)
    })
  })

  test('explains what a visitor would get, from the menu of a link and with unsaved changes', async () => {
    const owner = await account()
    const link = await owner.link({
      long_url: 'https://example.com/everyone',
      rules: [
        {
          name: 'Phones in Germany',
          when: { os: ['android'], country: ['DE'] },
          to: [
            { long_url: 'https://example.com/a', weight: 70 },
            { long_url: 'https://example.com/b', weight: 30 },
          ],
        },
      ],
    })
    await inDashboard(chrome, instance, owner, async ({ page, open }) => {
      await open('/links')
      await page.getByRole('button', { name: /^More actions for/ }).click()
      await chooseEntry(page, 'What would happen?')
      const dialog = page.getByRole('dialog', { name: 'What would happen?' })
      await dialog.getByText('https://example.com/everyone').waitFor()
      await dialog.getByText('Doesn’t match: Country').waitFor()
      await dialog.getByLabel('Device').selectOption('Android phone')
      await dialog.getByLabel('Country').selectOption('Germany')
      await dialog.getByText('70%').waitFor()
      await dialog.getByText('https://example.com/b').waitFor()
      await dialog.getByText('Matches', { exact: true }).waitFor()
      await dialog.getByText('Counts as a click.').waitFor()
      expect(await axeFindings(page)).toStrictEqual([])
      await dialog.getByLabel('Device').selectOption('Search engine')
      await dialog.getByText('Counts as a bot, not as a person.').waitFor()
      await page.keyboard.press('Escape')
      await open(`/links?link=${link.id}`)
      await field(page, 'Title').fill('Changed')
      await panel(page).getByRole('button', { name: 'What would happen?' }).click()
      await dialog.getByText('Your unsaved changes aren’t included.').waitFor()
      expect((await owner.call(`GET /links/${link.id}`)).body.data.clicks).toBe(0)
    })
  })
})
