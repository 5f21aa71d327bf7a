// The links page in a real browser, rarer cases: lost connections, lists too long for a browser to draw, every variant.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, desk, inDashboard, phone } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { clipboard, row, rows, withLinks } from './links-page.ts'
import { chooseEntry } from './menus.ts'

onOneEngine('the links page, rarer cases', (instance) => {
  test('has single-letter shortcuts, which can be turned off for this browser', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      const pressed = async (key: string) => {
        await page.locator('main h1').click()
        await page.keyboard.press(key)
        return page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute('type'))
      }
      await open('/links')
      expect(await pressed('c')).toBe('destination')
      expect(await pressed('/')).toBe('search')
      await open('/account')
      await page
        .getByRole('group', { name: 'Keyboard shortcuts' })
        .getByRole('button', { name: 'Off' })
        .click()
      expect(await pressed('c')).not.toBe('destination')
      await open('/links')
      expect(await pressed('c')).not.toBe('destination')
      expect(await pressed('/')).not.toBe('search')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    })
  })

  test('extracts the URL from a link copied from a page, and keeps what was typed if it is refused', async () => {
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open }) => {
      await open('/links')
      const field = page.getByLabel('Destination URL')
      await field.evaluate((element) => {
        const data = new DataTransfer()
        data.setData('text/plain', 'Read more')
        data.setData('text/html', '<p><a href="https://example.com/more"><b>Read more</b></a></p>')
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
      })
      expect(await field.inputValue()).toBe('https://example.com/more')
      await field.fill('ftp://example.com/file')
      await field.press('Enter')
      await page.getByRole('alert').getByText('Enter a web address that starts with').waitFor()
      expect(await field.inputValue()).toBe('ftp://example.com/file')
    })
  })

  test('keeps the next URL that is typed while a link is being created', async () => {
    await inDashboard(
      chrome,
      instance,
      await instance.account(),
      async ({ page, open }) => {
        await open('/links')
        const answer = Promise.withResolvers<void>()
        await page.route('**/api/links', async (route) => {
          await answer.promise
          await route.continue()
        })
        const destination = page.getByLabel('Destination URL')
        await destination.fill('example.com/first')
        await destination.press('Enter')
        await destination.fill('example.com/second')
        answer.resolve()
        await row(page, '').getByText('example.com/first').waitFor()
        await page.getByText(/^Link created and copied: /).waitFor()
        expect(await destination.inputValue()).toBe('example.com/second')
      },
      clipboard,
    )
  })

  test('finds links by pasted URLs of any length in the palette, and says if it can’t search', async () => {
    const account = await instance.account()
    const long = `https://example.com/${'x'.repeat(900)}`
    await account.link({ long_url: long, title: 'Very long' })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/links')
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: 'Search and commands' })
      await palette.getByRole('combobox').fill(long)
      await palette.getByRole('option', { name: 'Very long' }).waitFor()
      await page.route('**/api/links?*', (route) =>
        route.fulfill({
          status: 422,
          json: { error: { code: 'validation_failed', message: 'Not like that.' } },
        }),
      )
      await palette.getByRole('combobox').fill('nowhere')
      await palette.getByRole('alert').filter({ hasText: 'Not like that.' }).waitFor()
      expect(await palette.getByText('No results').count()).toBe(0)
    })
  })

  test('says that the user is still signed in if signing out failed', async () => {
    const account = await instance.account()
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, context, open }) => {
        await open('/links')
        await page.evaluate(() => sessionStorage.setItem('draft of somebody', 'x'))
        await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
        await context.setOffline(true)
        await page.getByRole('button', { name: account.email }).click()
        await chooseEntry(page, 'Sign out')
        await page
          .getByRole('region', { name: 'Notifications' })
          .getByText('You’re still signed in')
          .waitFor()
        await context.setOffline(false)
        await page.getByRole('button', { name: account.email }).click()
        await chooseEntry(page, 'Sign out')
        await page.waitForURL('**/account/sign-in')
        expect(await page.evaluate(() => sessionStorage.getItem('draft of somebody'))).toBeNull()
      },
      { ignoredMessages: /ERR_INTERNET_DISCONNECTED/ },
    )
  })

  test('opens a link in another tab on request, with the current search', async () => {
    const account = await withLinks(await instance.account(), 3)
    await inDashboard(chrome, instance, account, async ({ page, context, open }) => {
      await open('/links?status=all&q=page')
      const link = rows(page).first().getByRole('link').first()
      const [tab] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['Control'] })])
      await tab.getByRole('dialog').getByLabel('Destination', { exact: true }).waitFor()
      expect(new URL(tab.url()).searchParams.get('status')).toBe('all')
      await tab.locator('[data-row="2"]').waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
    })
  })

  test('copies and exports the selected links, and no cell is a formula', async () => {
    const account = await instance.account()
    await account.link({
      title: '=HYPERLINK("https://evil.example")',
      custom_slug: `csv-${account.userId.slice(-6)}`,
    })
    await account.link({ title: '＝HYPERLINK(1)' })
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/links')
        for (const row of [0, 1]) await rows(page).nth(row).getByRole('checkbox').check()
        await page.getByRole('button', { name: 'Copy short links' }).click()
        await page.getByText('2 short links copied').waitFor()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/csv-')
        const saving = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Export CSV' }).click()
        const file = await Bun.file(await (await saving).path()).text()
        expect(file.split('\r\n')[0]).toBe('Short link,Destination,Title,Status,Clicks,Created')
        expect(file).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
        expect(file).toContain(`'＝HYPERLINK(1)`)
      },
      clipboard,
    )
  })

  test('shows a list that is longer than any browser can draw: its end, its middle, and every row', async () => {
    const account = await withLinks(await instance.account(), 100)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      // A million links, in a mocked response of the server.
      await page.route('**/api/links?*', async (route) => {
        const query = new URL(route.request().url()).searchParams
        const answer = await route.fetch({
          url: route
            .request()
            .url()
            .replace(/page=\d+/, 'page=1'),
        })
        const { data } = await answer.json()
        const first = (Number(query.get('page')) - 1) * 100
        await route.fulfill({
          json: {
            total: 1_000_000,
            data: data.map((link: object, index: number) => ({
              ...link,
              id: `lnk_${first + index}`,
              short_url: `http://localhost/row-${first + index}`,
            })),
          },
        })
      })
      await open('/links')
      await page.getByText('1,000,000 links').waitFor()
      await row(page, 'row-0').first().waitFor()
      await row(page, 'row-0').first().locator('[data-row]').focus()
      await page.keyboard.press('End')
      await page.locator('[data-row="999999"]:focus').waitFor()
      await page.keyboard.press('ArrowUp')
      await page.locator('[data-row="999998"]:focus').waitFor()
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
      // Rows that are still loading have no number, and the first ones may arrive last.
      await page.waitForFunction(() => {
        const loaded = [...document.querySelectorAll('[data-row]')]
        const numbers = loaded.map((row) => Number(row.getAttribute('data-row')))
        const isFromTop = (loaded[0]?.getBoundingClientRect().top ?? 0) < 0
        return isFromTop && numbers.every((number) => number > 490_000 && number < 510_000)
      })
      // From there on, it goes row by row.
      const before = await page.evaluate(() =>
        Number(document.querySelector('[data-row]')?.getAttribute('data-row')),
      )
      await page.evaluate(() => scrollBy(0, 720))
      await page.waitForFunction(
        (before) => Number(document.querySelector('[data-row]')?.getAttribute('data-row')) === before + 10,
        before,
      )
      await page.keyboard.press('/')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Home')
      await page.locator('[data-row="0"]:focus').waitFor()
    })
  })

  test('says what to do if the list can’t be loaded, and loads it on retry', async () => {
    const account = await withLinks(await instance.account(), 1)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      let isBroken = true
      await page.route('**/api/links?*', (route) =>
        isBroken
          ? route.fulfill({ status: 400, json: { error: { code: 'malformed_request', message: 'Broken.' } } })
          : route.continue(),
      )
      await open('/links')
      await page.getByRole('alert').getByText('Broken.').waitFor()
      isBroken = false
      await page.getByRole('button', { name: 'Try again' }).click()
      await rows(page).first().waitFor()
    })
  })

  test('has no axe-core violations, and fits a 320-pixel phone', async () => {
    const account = await withLinks(await instance.account(), 3)
    await account.link({ title: 'A'.repeat(255), password: 'x', expired_at: instance.clock.unix() + 90_000 })
    const look = async ({ page, open }: { page: Page; open(path: string): Promise<void> }) => {
      await open('/links')
      await rows(page).first().waitFor()
      expect(await axeFindings(page)).toStrictEqual([])
      await rows(page).first().getByRole('checkbox').check()
      expect(await axeFindings(page)).toStrictEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      await open('/links?q=nothing-is-called-that')
      await page.getByText('No matching links').waitFor()
      expect(await axeFindings(page)).toStrictEqual([])
    }
    await inDashboard(chrome, instance, account, look, { ...phone, colorScheme: 'light' })
    await inDashboard(chrome, instance, account, look, { ...desk, colorScheme: 'dark' })
  })

  test('has no axe-core violations on a phone, where short codes are shown in full', async () => {
    const account = await withLinks(await instance.account(), 2)
    const { short } = await account.link({
      title: 'A'.repeat(255),
      password: 'x',
      expired_at: instance.clock.unix() + 90_000,
    })
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/links')
        const code = page.getByText(short, { exact: true })
        await code.waitFor()
        expect(await code.evaluate((code) => code.scrollWidth <= code.clientWidth)).toBe(true)
        await rows(page).first().getByRole('checkbox').check()
        expect(await axeFindings(page)).toStrictEqual([])
      },
      { ...phone, colorScheme: 'light' },
    )
  })
})
