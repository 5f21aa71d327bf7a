// The rules of a link in a real browser, rarer cases: every condition, both languages, statistics of shares, and axe-core.
import { expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, desk, inDashboard, phone } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { field, openSection, panel, save, saved } from './link-panel.ts'
import { chooseEntry } from './menus.ts'

onOneEngine('the rules of a link, rarer cases', (instance) => {
  test('every condition is set by its control', async () => {
    const owner = await instance.account()
    const link = await owner.link()
    await inDashboard(chrome, instance, owner, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      await openSection(page, 'Rules')
      await page.getByRole('button', { name: 'Something else' }).click()
      const add = async (name: RegExp) => {
        const button = page.getByRole('button', { name: 'Add condition' })
        await button.click()
        await chooseEntry(page, name)
        // Which gets the focus back: a list that was opened before that would close.
        await button.and(page.locator(':focus')).waitFor()
      }
      const within = (name: string) => page.getByRole('group', { name, exact: true }).first()
      await add(/^System/)
      await within('System').getByRole('button', { name: 'Mac' }).click()
      await add(/^Device/)
      await within('Device').getByRole('button', { name: 'Computer' }).click()
      await add(/^Language/)
      await page.getByPlaceholder('Find a language').fill('portu')
      await page.getByRole('option', { name: 'Portuguese' }).click()
      await add(/^Browser/)
      await within('Browser').getByRole('button', { name: 'Safari' }).click()
      await add(/^From or until/)
      await page.getByLabel('From', { exact: true }).fill('2030-01-02T03:04')
      await add(/^Scanned/)
      await page.getByRole('button', { name: 'Did not scan a QR code' }).click()
      await add(/^Website/)
      await within('Referrer').getByRole('textbox').fill('https://t.co/abc, example.com')
      await add(/^Query/)
      await page.getByLabel('Parameter', { exact: true }).fill('ref')
      await page.getByLabel('Value', { exact: true }).fill('news')
      await page.getByRole('button', { name: 'Add parameter' }).click()
      await page.getByLabel('Parameter', { exact: true }).last().fill('beta')
      await field(page, 'Go to').fill('example.com/all')
      expect(await axeFindings(page)).toStrictEqual([])
      await save(page)
      await saved(page)
    })
    const { data } = (await owner.call(`GET /links/${link.id}`)).body
    expect(data.rules[0].when).toEqual({
      os: ['macos'],
      device: ['desktop'],
      language: ['pt'],
      browser: ['safari'],
      // 03:04 in Jakarta, where this browser is.
      from: Date.UTC(2030, 0, 1, 20, 4) / 1000,
      scan: false,
      referer: ['t.co', 'example.com'],
      query: { ref: 'news', beta: true },
    })
  })

  test('a split shows the observed beside the intended share, in the panel and in statistics', async () => {
    const owner = await instance.account()
    const link = await owner.link({
      rules: [
        {
          name: 'Halves',
          to: [{ long_url: 'https://example.com/a' }, { long_url: 'https://example.com/b' }],
        },
      ],
    })
    const answer = await instance.visit(`/${link.short}`)
    const isFirst = answer.headers.get('location')?.endsWith('/a') ?? false
    await instance.countClicks()
    await inDashboard(chrome, instance, owner, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      await openSection(page, 'Rules')
      await page.getByRole('button', { name: /^Halves/, expanded: false }).click()
      await panel(page).getByText('100% of clicks in the last 30 days (1), 50% intended').waitFor()
      await panel(page).getByText('0% of clicks in the last 30 days (0), 50% intended').waitFor()
      await open(`/statistics?link=${link.id}`)
      const row = page.getByRole('row').filter({ hasText: isFirst ? 'example.com/a' : 'example.com/b' })
      await row.waitFor()
      expect((await row.innerText()).split(/\s*\t\s*/)).toEqual([
        isFirst ? 'example.com/a' : 'example.com/b',
        '1',
        '100%',
        expect.stringMatching(/^\d+(\.\d)?% – 100%$/),
        '50%',
      ])
      expect(await axeFindings(page)).toStrictEqual([])
    })
  })

  test('has no axe-core violations on a phone in Indonesian, nor on a desktop in the dark', async () => {
    const owner = await instance.account()
    const to = [{ long_url: 'https://example.com/a' }, { long_url: 'https://example.com/b' }]
    const link = await owner.link({ rules: [{ when: { country: ['DE'] }, to }, { to }, { to }] })
    await inDashboard(
      chrome,
      instance,
      owner,
      async ({ page, open }) => {
        await open(`/links?link=${link.id}`)
        await page.locator('summary').filter({ hasText: 'Aturan' }).click()
        await page.getByRole('button', { name: /^Jika negaranya Jerman/, expanded: false }).click()
        await page.getByText('Tidak pernah dipakai').first().waitFor()
        expect(await axeFindings(page)).toStrictEqual([])
        await page.getByRole('button', { name: 'Apa yang akan terjadi?' }).click()
        await page.getByText('Pengunjung dibagi antara').waitFor()
        expect(await axeFindings(page)).toStrictEqual([])
      },
      { ...phone, locale: 'id-ID', colorScheme: 'light' },
    )
    await inDashboard(
      chrome,
      instance,
      owner,
      async ({ page, open }) => {
        await open(`/links?link=${link.id}`)
        await openSection(page, 'Rules')
        await page.getByRole('button', { name: /^If the country is Germany/, expanded: false }).click()
        expect(await axeFindings(page)).toStrictEqual([])
      },
      { ...desk, colorScheme: 'dark' },
    )
  })
})
