// From the set-up URL of a new instance to the first click on a chart, as its first user.
import { expect, test } from 'bun:test'
import { password } from '../test/accounts/sign-in.ts'
import { chrome, inNewWindow } from '../test/browser/browser-window.ts'
import { desk, settled } from '../test/browser/dashboard.ts'
import { browser, onOneEngine } from '../test/instance.ts'

onOneEngine('a new instance', (instance) => {
  test('leads from its set-up URL to the first click on a chart', async () => {
    const options = { ...desk, userAgent: browser, permissions: ['clipboard-read', 'clipboard-write'] }
    await inNewWindow(chrome, options, async (page) => {
      await page.goto((await instance.setUpAddress()) ?? '')
      await page.getByLabel('Name', { exact: true }).fill('Ana')
      await page.getByLabel('E-mail address', { exact: true }).fill('ana@example.com')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Create administrator account' }).click()

      await page.waitForURL(`${instance.url}/dashboard/links`)
      await settled(page)
      await page.getByLabel('Destination URL').fill('example.com/first')
      await page.keyboard.press('Enter')
      await page.getByText(/^Link created and copied: /).waitFor()
      const short = await page.evaluate(() => navigator.clipboard.readText())
      expect(short).toStartWith(`${instance.url}/`)
      expect(await page.getByLabel('Destination URL').inputValue()).toBe('')

      const visit = await instance.visit(short.slice(instance.url.length))
      expect([visit.status, visit.headers.get('location')]).toEqual([302, 'https://example.com/first'])

      await page.getByRole('link', { name: 'Statistics' }).first().click()
      await page.getByRole('heading', { name: 'Statistics', level: 1 }).waitFor()
      const clicks = page.getByRole('main').getByText('Clicks', { exact: true }).first()
      await clicks.waitFor()
      await page
        .getByRole('figure')
        .or(page.getByRole('img', { name: /clicks/i }))
        .first()
        .waitFor()
      expect(await page.getByRole('main').innerText()).toMatch(/Clicks\s*1\b/)
    })
  })
})
