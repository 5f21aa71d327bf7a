// The page of links in a real browser: making, finding, selecting, archiving, and lists longer than a browser can draw.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../test/browser-window.ts'
import { axeFindings, type DashboardWindow, desk, inDashboard, phone } from '../test/dashboard.ts'
import { type Account, inTheBrowser } from '../test/instance.ts'

let chrome: Browser
beforeAll(async () => {
  chrome = await launchBrowser()
})
afterAll(() => chrome.close())

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }
const rows = (page: Page) => page.getByRole('list', { name: 'Links' }).getByRole('listitem')
const row = (page: Page, code: string) => rows(page).filter({ hasText: `/${code}` })

async function withLinks(account: Account, count: number): Promise<Account> {
  for (let made = 0; made < count; made += 100)
    await account.call('POST /links/bulk', {
      body: {
        links: Array.from({ length: Math.min(100, count - made) }, (_, index) => ({
          long_url: `https://example.com/page/${made + index}`,
          short: `n${made + index}-${account.userId.slice(-6)}`,
        })),
      },
    })
  return account
}

inTheBrowser('the page of links', (instance) => {
  test('tells a new account what to do, and shows a link at the top as soon as it is made', async () => {
    const account = await instance.account()
    const options = { ...clipboard }
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/links')
        await page.getByText('Make your first short link').waitFor()
        await page.getByRole('button', { name: 'Paste an address' }).click()
        await page.keyboard.type('example.com/first')
        await page.keyboard.press('Enter')
        await row(page, '').getByText('example.com/first').waitFor()
        expect(await page.getByLabel('Destination URL').inputValue()).toBe('')
        const { body } = await account.call('GET /links')
        expect(body.data[0].long_url).toBe('https://example.com/first')
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(body.data[0].short_url)
        await page.locator('main h1').click()
        await page.keyboard.press('c')
        await page.keyboard.type('https://example.com/second')
        await page.keyboard.press('Enter')
        await rows(page).nth(1).waitFor()
        expect(await rows(page).first().innerText()).toContain('example.com/second')
      },
      options,
    )
  })

  test('has keys of one letter, which can be switched off for this browser', async () => {
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
      await page.getByRole('group', { name: 'Keys' }).getByRole('button', { name: 'Off' }).click()
      expect(await pressed('c')).not.toBe('destination')
      await open('/links')
      expect(await pressed('c')).not.toBe('destination')
      expect(await pressed('/')).not.toBe('search')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    })
  })

  test('gives a new link the code that was typed below its destination, and keeps both when it is taken', async () => {
    const account = await instance.account()
    const code = `mine-${account.userId.slice(-6)}`
    const work = async ({ page, open }: DashboardWindow) => {
      await open('/links')
      const [field, own] = [page.getByLabel('Destination URL'), page.getByLabel('Your own short code')]
      expect(await own.isVisible()).toBe(false)
      await field.fill('example.com/mine')
      await page.keyboard.press('Tab')
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
      await row(page, code).getByText('example.com/mine').waitFor()
      await own.waitFor({ state: 'hidden' })
      const { body } = await account.call('GET /links')
      expect(body.data.map(({ short }: { short: string }) => short)).toEqual([code])
      const { body: quota } = await account.call('GET /quota')
      expect(quota.data.custom_slug_renames.used).toBe(0)

      await field.fill('example.com/other')
      await own.fill(code)
      await page.keyboard.press('Enter')
      await page
        .getByRole('alert')
        .getByText(/taken|used|exists/i)
        .waitFor()
      expect([await field.inputValue(), await own.inputValue()]).toEqual(['example.com/other', code])
      await own.fill('')
      await page.keyboard.press('Enter')
      await rows(page).nth(1).waitFor()
    }
    await inDashboard(chrome, instance, account, work, clipboard)
  })

  test('takes the address out of a link that was copied from a page, and keeps what was typed when it is refused', async () => {
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
      await page.getByRole('alert').getByText('must be an http').waitFor()
      expect(await field.inputValue()).toBe('ftp://example.com/file')
    })
  })

  test('keeps the next address that is typed while a link is being made', async () => {
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
        await page.getByText(/ is ready, and copied$/).waitFor()
        expect(await destination.inputValue()).toBe('example.com/second')
      },
      clipboard,
    )
  })

  test('shows whole short codes on a phone', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/links')
        const code = page.getByText(short, { exact: true })
        await code.waitFor()
        expect(await code.evaluate((code) => code.scrollWidth <= code.clientWidth)).toBe(true)
      },
      phone,
    )
  })

  test('finds links by pasted addresses of any length in the palette, and says so where it cannot look', async () => {
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
      expect(await palette.getByText('Nothing is called that.').count()).toBe(0)
    })
  })

  test('says that somebody is still signed in where signing out did not come about', async () => {
    const account = await instance.account()
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, context, open }) => {
        await open('/links')
        await page.evaluate(() => sessionStorage.setItem('draft of somebody', 'x'))
        await page.getByRole('region', { name: 'Messages' }).waitFor({ state: 'attached' })
        await context.setOffline(true)
        await page.getByRole('button', { name: account.email }).click()
        await page.getByRole('menuitem', { name: 'Sign out' }).click()
        await page.getByRole('region', { name: 'Messages' }).getByText('You are still signed in').waitFor()
        await context.setOffline(false)
        await page.getByRole('button', { name: account.email }).click()
        await page.getByRole('menuitem', { name: 'Sign out' }).click()
        await page.waitForURL('**/account/sign-in')
        expect(await page.evaluate(() => sessionStorage.getItem('draft of somebody'))).toBeNull()
      },
      { unsaid: /ERR_INTERNET_DISCONNECTED/ },
    )
  })

  test('finds as one types, keeps what is looked for in the address, and offers a way out where nothing is found', async () => {
    const account = await instance.account()
    await account.link({ long_url: 'https://example.com/apples', title: 'مرحبا بالعالم' })
    await account.link({ long_url: 'https://example.com/pears', title: 'Pears '.repeat(40).trim() })
    await account.link({ custom_slug: `gone-${account.userId.slice(-6)}` })
    await account.call(`DELETE /links/gone-${account.userId.slice(-6)}`)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/links')
      await rows(page).nth(1).waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('PEARS')
      await page.waitForURL(/q=PEARS/)
      await page.getByText('1 link', { exact: true }).waitFor()
      expect(await rows(page).count()).toBe(1)
      await open('/links?q=%D9%85%D8%B1%D8%AD%D8%A8%D8%A7')
      await rows(page).getByText('مرحبا بالعالم').waitFor()
      await page.getByLabel('Search links').fill('gone-')
      await page.getByText('No link matches').waitFor()
      await page.getByRole('button', { name: 'Search all links, archived too' }).click()
      await row(page, 'gone-').getByText('Archived', { exact: true }).waitFor()
      await page.getByLabel('Search links').press('Escape')
      await rows(page).nth(2).waitFor()
      await page.getByLabel('Order').selectOption('oldest')
      await page.waitForURL(/sort=oldest/)
      await page.waitForFunction(() => document.querySelector('main li')?.textContent?.includes('apples'))
    })
  })

  test('is used by keys alone: arrows move, x selects, Shift selects ranges, Enter opens', async () => {
    const account = await withLinks(await instance.account(), 150)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/links')
      await rows(page).first().waitFor()
      await page.keyboard.press('/')
      await page.keyboard.press('ArrowDown')
      for (const key of ['x', 'ArrowDown', 'ArrowDown', 'Shift+X']) await page.keyboard.press(key)
      await page.getByRole('toolbar', { name: '3 selected' }).waitFor()
      await page.keyboard.press('Shift+ArrowDown')
      await page.getByRole('toolbar', { name: '4 selected' }).waitFor()
      await page.keyboard.press('End')
      const last = page.locator('[data-row="149"]:focus')
      await last.waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('toolbar').waitFor({ state: 'detached' })
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByLabel('Destination').waitFor()
      expect(page.url()).toContain('link=lnk_')
      expect(await page.getByLabel('Destination', { exact: true }).inputValue()).toBe(
        'https://example.com/page/0',
      )
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await last.waitFor()
    })
  })

  test('has a menu for each row that keys open, go through and close, and the row has the focus again', async () => {
    const account = await withLinks(await instance.account(), 3)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/links')
      const more = rows(page)
        .nth(1)
        .getByRole('button', { name: /^More about/ })
      await more.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menu').waitFor()
      expect(await more.getAttribute('aria-expanded')).toBe('true')
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      expect(await more.evaluate((button) => document.activeElement === button)).toBe(true)
      await page.keyboard.press('Enter')
      await page.getByRole('menu').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByLabel('Destination', { exact: true }).waitFor()
      await page.goBack()
      expect(new URL(page.url()).search).toBe('')
    })
  })

  test('leads to a link in another tab where that is asked for, with the search that is open', async () => {
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

  test('archives what is selected with one request, and an undo restores exactly what was changed', async () => {
    const account = await withLinks(await instance.account(), 120)
    const scheduled = `n117-${account.userId.slice(-6)}`
    await account.call(`PUT /links/${scheduled}`, { body: { archive_at: '2100-01-01' } })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/links?status=all')
      await rows(page)
        .first()
        .getByRole('button', { name: /^More about/ })
        .click()
      await page.getByRole('menuitem', { name: 'Archive' }).click()
      await page.getByText('Link archived').waitFor()
      await rows(page).first().getByRole('checkbox').check()
      await rows(page)
        .nth(4)
        .getByRole('checkbox')
        .click({ modifiers: ['Shift'] })
      await page.getByRole('toolbar', { name: '5 selected' }).waitFor()
      await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click()
      // The first was archived already.
      const message = page.getByRole('dialog').filter({ hasText: '4 links archived' })
      await message.waitFor()
      expect((await account.call('GET /links?status=archived')).body.total).toBe(5)
      await message.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone').waitFor()
      expect((await account.call('GET /links?status=archived')).body.total).toBe(1)
      expect((await account.call(`GET /links/${scheduled}`)).body.data.archive_at).toBe('2100-01-01')
    })
  })

  test('copies and exports what is selected, and no cell of it is a formula', async () => {
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
        await page.getByRole('button', { name: 'Copy links' }).click()
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

  test('shows a list that is longer than any browser can draw: its end, its middle, and the rows one by one', async () => {
    const account = await withLinks(await instance.account(), 100)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      // A million links, told by an answer that stands in for the server's.
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
      await page.waitForFunction(() => {
        const seen = [...document.querySelectorAll('[data-row]')].map((row) =>
          Number(row.getAttribute('data-row')),
        )
        return seen.length > 0 && seen.every((row) => row > 490_000 && row < 510_000)
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

  test('says what to do when the list cannot be had, and has it when somebody tries again', async () => {
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

  test('has nothing that axe-core finds, and fits a phone of 320 pixels', async () => {
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
      await page.getByText('No link matches').waitFor()
      expect(await axeFindings(page)).toStrictEqual([])
    }
    await inDashboard(chrome, instance, account, look, { ...phone, colorScheme: 'light' })
    await inDashboard(chrome, instance, account, look, { ...desk, colorScheme: 'dark' })
  })
})
