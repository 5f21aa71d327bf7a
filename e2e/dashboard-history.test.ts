// History and undo in the dashboard: finding and undoing a wrong change, rolling back, deleting, planned switches, and
// marks on charts.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, desk, inDashboard, phone } from '../test/browser/dashboard.ts'
import { type Account, onOneEngine } from '../test/instance.ts'
import { field, openSection, save, saved, summaryOf } from './link-panel.ts'
import { row } from './links-page.ts'
import { chooseEntry } from './menus.ts'
import { american, newestIn } from './statistics-page.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const notification = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const entries = (page: Page) => page.getByRole('list', { name: 'History' }).getByRole('listitem')
const right = 'https://example.com/spring'
const wrong = 'https://exampel.com/spring'

async function linkOf(account: Account, id: string) {
  return (await account.call(`GET /links/${id}`)).body.data
}

onOneEngine('history and undo in the dashboard', (instance) => {
  test('a wrong edit by somebody else is found and undone on a phone with three taps, within thirty seconds', async () => {
    const account = await instance.account()
    const { id } = await account.link({ custom_slug: 'mistake', long_url: right })
    await account.call(`PUT /links/${id}`, { body: { long_url: wrong } })
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/links')
        const begun = performance.now()
        // Taps the destination, which takes up most of the row.
        await row(page, 'mistake').getByText('exampel.com').tap()
        await page.locator('summary').filter({ hasText: 'History' }).tap()
        await entries(page).first().getByText('exampel.com').waitFor()
        await button(page, 'Undo: API key test changed the destination').tap()
        await notification(page).getByText('Undone').waitFor()
        expect(performance.now() - begun).toBeLessThan(30_000)
        expect((await linkOf(account, id)).long_url).toBe(right)
        // The form shows what there is now, and the history what happened.
        await page.waitForFunction((url) => document.querySelector('textarea')?.value === url, right, {
          polling: 50,
        })
        await entries(page).nth(1).getByText('Undone').waitFor()
        expect(await summaryOf(page, 'History')).toContain('undid a change to the destination')
        // However long the summary is, nothing is cut off at the side.
        const parts = page.getByRole('dialog').locator('div, details, summary')
        expect(
          await parts.evaluateAll((all) => all.every((it) => it.getBoundingClientRect().right <= innerWidth)),
        ).toBe(true)
        expect(await axeFindings(page)).toEqual([])
      },
      phone,
    )
  })

  test('saving, archiving, creating and deleting are undone from their messages', async () => {
    const account = await instance.account()
    const { id } = await account.link({ custom_slug: 'toasts', long_url: right })
    await account.call(`PUT /links/${id}`, { body: { archive_at: '2090-01-01' } })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      const undoFrom = async (title: string) => {
        const answered = page.waitForResponse((response) => response.url().includes('/undo'))
        const message = notification(page).getByRole('dialog').filter({ hasText: title })
        await message.getByRole('button', { name: 'Undo' }).click()
        expect((await answered).status()).toBe(200)
        await message.waitFor({ state: 'detached' })
      }
      await open(`/links?link=${id}`)
      await field(page, 'Destination').fill(wrong)
      await save(page)
      await saved(page)
      await undoFrom('Saved')
      expect((await linkOf(account, id)).long_url).toBe(right)
      await button(page, 'Archive').click()
      await undoFrom('Link archived')
      const restored = await linkOf(account, id)
      expect([restored.status, restored.archive_at]).toEqual(['active', '2090-01-01'])

      await button(page, 'Delete for good').click()
      const asked = page.getByRole('alertdialog')
      await asked.getByText('the statistics are deleted too').waitFor()
      await asked.getByText('You can undo this for an hour.').waitFor()
      await asked.getByText('Archiving also stops a link').waitFor()
      expect(await axeFindings(page)).toEqual([])
      await asked.getByRole('button', { name: 'Delete' }).click()
      await notification(page).getByText('Link deleted').waitFor()
      expect((await account.call(`GET /links/${id}`)).status).toBe(404)
      await open(`/links?link=${id}`)
      await page.getByText('A deletion can be undone for an hour.').waitFor()
      expect(await axeFindings(page)).toEqual([])
      await page.getByRole('dialog').getByRole('link', { name: 'What changed' }).click()
      const changes = page.getByRole('list', { name: 'Changes', exact: true })
      await changes.getByRole('checkbox').first().check()
      await button(page, 'Undo selected').click()
      await asked.getByRole('button', { name: 'Undo' }).click()
      await changes.getByText('undid the deletion of the link toasts').waitFor()
      expect((await linkOf(account, id)).short).toBe('toasts')

      await open('/links')
      await page.getByLabel('Destination').fill('https://example.com/new')
      await page.getByLabel('Destination').press('Enter')
      await undoFrom('https://example.com/new')
      expect((await account.call('GET /links')).body.total).toBe(1)
    })
  })

  test('an undo is refused with what has been changed since, and changes nothing', async () => {
    const account = await instance.account()
    const { id } = await account.link({ custom_slug: 'since', long_url: right })
    await account.call(`PUT /links/${id}`, { body: { long_url: wrong, title: 'Wrong' } })
    await account.call(`PUT /links/${id}`, { body: { long_url: 'https://example.com/newer' } })
    for (const [locale, refusal] of [
      ['en-US', 'Changed again since: destination. Undo the later changes first.'],
      ['id-ID', 'Sudah diubah lagi sejak itu: tujuan. Urungkan dulu perubahan yang lebih baru.'],
    ] as const)
      await inDashboard(
        chrome,
        instance,
        account,
        async ({ page, open }) => {
          await open(`/links?link=${id}`)
          await page
            .locator('summary')
            .filter({ hasText: /History|Riwayat/ })
            .click()
          await button(page, /^(Undo|Urungkan): .*(title|judul)/).click()
          await page.getByText(refusal).first().waitFor()
          const now = await linkOf(account, id)
          expect([now.long_url, now.title]).toEqual(['https://example.com/newer', 'Wrong'])
        },
        { locale },
      )
  })

  test('rolling back first shows in words what it changes', async () => {
    const account = await instance.account()
    const { id } = await account.link({ custom_slug: 'back', long_url: right, tags: ['spring'] })
    await account.call(`PUT /links/${id}`, { body: { long_url: wrong, password: 'secret word' } })
    await account.call(`PUT /links/${id}`, {
      body: {
        tags: ['spring', 'ads'],
        rules: [{ when: { country: ['DE'] }, to: [{ long_url: 'https://example.com/de' }] }],
      },
    })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      // After an hour, a change can only be rolled back.
      await page.clock.setFixedTime(Date.now() + 2 * 3_600_000)
      await open(`/links?link=${id}`)
      await openSection(page, 'History')
      await entries(page).nth(2).waitFor()
      expect(await button(page, /^Undo/).count()).toBe(0)
      await entries(page).nth(2).getByRole('button').click()
      const preview = page.getByRole('dialog').filter({ hasText: 'Roll back the link?' })
      await preview.locator('dt').first().waitFor()
      const said = (await preview.locator('dl > div').allInnerTexts()).map((text) =>
        text.replace(/\s+/g, ' '),
      )
      expect(said).toEqual([
        'Destination was: − https:// exampel.com/spring now: + https:// example.com/spring',
        'Password removed',
        'Rules was: − If the country is Germany → example.com/de now: + none',
        'Tags was: − ads and spring now: + spring',
      ])
      expect(await axeFindings(page)).toEqual([])
      expect((await linkOf(account, id)).long_url).toBe(wrong)
      await preview.getByRole('button', { name: 'Roll back' }).click()
      await notification(page).getByText('Link rolled back').waitFor()
      const now = await linkOf(account, id)
      expect([now.long_url, now.has_password, now.tags, now.rules]).toEqual([right, false, ['spring'], []])
      await notification(page).getByRole('button', { name: 'Undo' }).click()
      await notification(page).getByText('Undone').waitFor()
      expect((await linkOf(account, id)).has_password).toBe(true)
    })
  })

  test('several links are deleted from the menu or the selection, and brought back together', async () => {
    const account = await instance.account()
    for (const custom_slug of ['del-one', 'del-two', 'del-three']) await account.link({ custom_slug })
    const total = async () => (await account.call('GET /links')).body.total
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/links')
      await row(page, 'del-one')
        .getByRole('button', { name: /^More actions/ })
        .click()
      await chooseEntry(page, 'Delete for good')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await row(page, 'del-one').waitFor({ state: 'detached' })
      for (const code of ['del-two', 'del-three']) await row(page, code).getByRole('checkbox').click()
      await button(page, 'Delete for good').click()
      await page.getByText('Delete 2 links for good?').waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await notification(page).getByText('2 links deleted').waitFor()
      expect(await total()).toBe(0)
      await notification(page)
        .getByRole('dialog', { name: '2 links deleted' })
        .getByRole('button', { name: 'Undo' })
        .click()
      await notification(page).getByText('Undone').waitFor()
      expect(await total()).toBe(2)
    })
  })

  test('switches are planned in the user’s time zone, with errors shown at their fields, changed and removed', async () => {
    const account = await instance.account()
    const { id } = await account.link({ custom_slug: 'planned' })
    const planned = async () => (await account.call(`GET /links/${id}/schedule`)).body.data
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open(`/links?link=${id}`)
        await openSection(page, 'Planned switches')
        const add = async (at: string, destination: string) => {
          await button(page, 'Add a switch').tap()
          await field(page, 'When').fill(at)
          await field(page, 'New destination').fill(destination)
          await button(page, 'Save switch').tap()
        }
        await add('', '')
        await page.getByText('Choose a date and time.').waitFor()
        await page.getByText('Your time zone: Asia/Jakarta').waitFor()
        await field(page, 'When').fill('2020-01-01T10:00')
        await field(page, 'New destination').fill('example.com/sale')
        await button(page, 'Save switch').tap()
        await page.getByText('Choose a time in the future.').waitFor()
        await field(page, 'When').fill('2090-01-01T10:00')
        await field(page, 'New destination').fill('https://')
        await button(page, 'Save switch').tap()
        await page.locator('form [aria-invalid]').waitFor()
        expect(await field(page, 'New destination').getAttribute('aria-invalid')).toBe('true')
        expect(await axeFindings(page)).toEqual([])
        await field(page, 'New destination').fill('example.com/sale')
        await button(page, 'Save switch').tap()
        await notification(page).getByText('Switch saved').waitFor()
        // Ten o'clock in Jakarta.
        const at = Date.parse('2090-01-01T03:00:00Z') / 1000
        expect(await planned()).toEqual([{ at, long_url: 'https://example.com/sale' }])
        await add('2090-01-01T10:00', 'https://example.com/other')
        await page.getByText('Choose a different time for each switch.').waitFor()
        await button(page, 'Cancel').tap()

        await button(page, /^Edit the switch/).tap()
        await field(page, 'New destination').fill('https://example.com/later')
        await field(page, 'When').fill('2090-01-02T10:00')
        await button(page, 'Save switch').tap()
        await page.getByText('example.com/later').waitFor()
        expect(await planned()).toEqual([{ at: at + 86_400, long_url: 'https://example.com/later' }])
        expect(await summaryOf(page, 'Planned switches')).toBe('1 planned')
        await button(page, /^Remove the switch/).tap()
        await notification(page).getByText('Switch removed').waitFor()
        expect(await planned()).toEqual([])
        await notification(page)
          .getByRole('dialog', { name: 'Switch removed' })
          .getByRole('button', { name: 'Undo' })
          .tap()
        await page.getByText('example.com/later').waitFor()
        expect(await planned()).toHaveLength(1)
      },
      phone,
    )
  })
})

onOneEngine(
  'the changes of a link on its charts',
  (instance) => {
    test('are marks, which say what changed to pointers, keys, fingers and screen readers', async () => {
      const account = await instance.account()
      const { id, short } = await account.link({ custom_slug: 'marked', long_url: right })
      await instance.visit(`/${short}`, american)
      await account.call(`PUT /links/${id}`, { body: { long_url: wrong } })
      await instance.countClicks()
      const change = 'API key test changed the destination: exampel.com/spring'
      for (const options of [desk, phone])
        await inDashboard(
          chrome,
          instance,
          account,
          async ({ page, open }) => {
            await open('/statistics')
            await page.getByRole('slider', { name: 'Clicks' }).waitFor()
            expect(await page.locator('svg [data-change]').count()).toBe(0)
            await open(`/statistics?link=${id}`)
            await page.locator('svg [data-change]').waitFor()
            const listed = page.getByRole('list', { name: 'Changes to the link' })
            expect(await listed.innerText()).toContain(change)
            const slider = page.getByRole('slider', { name: 'Clicks' })
            await slider.focus()
            expect(await slider.getAttribute('aria-valuetext')).toContain(change)
            await slider.blur()
            const chart = page.locator('svg:has([data-change])')
            const shown = page.locator('.shadow-overlay').getByText(change)
            await shown.waitFor({ state: 'detached' })
            const position = await newestIn(chart)
            if (options === phone) await chart.tap({ position })
            else await chart.hover({ position })
            await shown.waitFor()
            expect(await axeFindings(page)).toEqual([])
          },
          options,
        )
    })
  },
  { TRUST_PROXY: '127.0.0.1,::1' },
)
