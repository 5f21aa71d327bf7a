// The links page in a real browser, everyday use: creating, finding, selecting and archiving links.
import { expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { inDashboard, settled } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { clipboard, row, rows, withLinks } from './links-page.ts'
import { chooseEntry } from './menus.ts'

onOneEngine('the links page', (instance) => {
  test('guides a new account, and shows new links at the top, with a custom code or without', async () => {
    const account = await instance.account()
    const code = `mine-${account.userId.slice(-6)}`
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/links')
        const [field, own] = [page.getByLabel('Destination URL'), page.getByLabel('Custom short code')]
        await page.getByText('Create your first short link').waitFor()
        await page.getByRole('button', { name: 'Paste a URL' }).click()
        expect(await own.isVisible()).toBe(false)
        await page.keyboard.type('example.com/first')
        await page.keyboard.press('Enter')
        await row(page, '').getByText('example.com/first').waitFor()
        expect(await field.inputValue()).toBe('')
        const [first] = (await account.call('GET /links')).body.data
        expect(first.long_url).toBe('https://example.com/first')
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first.short_url)

        await page.locator('main h1').click()
        await page.keyboard.press('c')
        expect(await field.evaluate((field) => field === document.activeElement)).toBe(true)
        await field.fill('https://example.com/mine')
        await page.keyboard.press('Tab')
        await page.keyboard.type(code)
        await page.keyboard.press('Enter')
        await row(page, code).getByText('example.com/mine').waitFor()
        expect(await rows(page).first().innerText()).toContain('example.com/mine')
        await own.waitFor({ state: 'hidden' })
        expect((await account.call('GET /quota')).body.data.custom_slug_renames.used).toBe(0)

        await field.fill('example.com/other')
        await own.fill(code)
        await page.keyboard.press('Enter')
        await page
          .getByRole('alert')
          .getByText(/already in use/)
          .waitFor()
        expect([await field.inputValue(), await own.inputValue()]).toEqual(['example.com/other', code])
        await own.fill('')
        await field.fill('ftp://example.com/file')
        await field.press('Enter')
        await page.getByRole('alert').getByText('Enter a web address that starts with').waitFor()
        expect(await field.inputValue()).toBe('ftp://example.com/file')
        await field.fill('example.com/other')
        await field.press('Enter')
        await rows(page).nth(2).waitFor()
      },
      clipboard,
    )
  })

  test('searches as the user types, keeps the search in the URL, and offers to clear it if nothing is found', async () => {
    const account = await instance.account()
    const mark = account.userId.slice(-6)
    await account.link({ long_url: 'https://example.com/apples', title: 'مرحبا بالعالم' })
    await account.link({ long_url: 'https://example.com/pears', title: 'Pears '.repeat(40).trim() })
    await account.link({ custom_slug: `gone-${mark}` })
    await account.call(`DELETE /links/gone-${mark}`)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/links?q=%D9%85%D8%B1%D8%AD%D8%A8%D8%A7')
      await rows(page).getByText('مرحبا بالعالم').waitFor()
      await page.keyboard.press('/')
      await page.getByLabel('Search links').fill('PEARS')
      await page.waitForURL(/q=PEARS/)
      await rows(page)
        .getByText(/^Pears/)
        .waitFor()
      await page.getByText('1 link', { exact: true }).waitFor()
      await page.locator('main li time[title*=":"]').waitFor()
      await page.getByLabel('Search links').fill('gone-')
      await page.getByText('No matching links').waitFor()
      await page.getByRole('button', { name: 'Search all links, including archived ones' }).click()
      await row(page, 'gone-').getByText('Archived', { exact: true }).waitFor()
      await page.getByLabel('Search links').press('Escape')
      await rows(page).nth(2).waitFor()
      await page.getByLabel('Sort by').selectOption('oldest')
      await page.waitForURL(/sort=oldest/)
      await page.waitForFunction(() => document.querySelector('main li')?.textContent?.includes('apples'))

      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: 'Search and commands' })
      await palette.getByRole('combobox').fill('https://example.com/pears')
      await palette.getByRole('option', { name: 'Pears' }).waitFor()
      await page.keyboard.press('Escape')
      await page.evaluate(() => sessionStorage.setItem('draft of somebody', 'x'))
      await page.getByRole('button', { name: account.email }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.waitForURL('**/account/sign-in')
      expect(await page.evaluate(() => sessionStorage.getItem('draft of somebody'))).toBeNull()
    })
  })

  test('works by keyboard alone: arrows move, x selects, Shift selects ranges, Enter opens, and each row has a menu', async () => {
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
      const more = rows(page)
        .last()
        .getByRole('button', { name: /^More actions for/ })
      await more.focus()
      await page.keyboard.press('Enter')
      const focused = (name: string) =>
        page.getByRole('menuitem', { name, exact: true }).and(page.locator(':focus'))
      await focused('Edit').waitFor()
      expect(await more.getAttribute('aria-expanded')).toBe('true')
      expect(await more.getAttribute('aria-controls')).toBe(await page.getByRole('menu').getAttribute('id'))
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await more.and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Space')
      await focused('Edit').waitFor()
      await page.keyboard.press('ArrowUp')
      await focused('Delete for good').waitFor()
      await page.keyboard.press('ArrowDown')
      await focused('Edit').waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByLabel('Destination', { exact: true }).waitFor()
      await page.goBack()
      expect(new URL(page.url()).search).toBe('')
    })
  })

  test('opens menus at their first action with Enter, Space and the down arrow, and at their last with the up arrow', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/links')
      const button = page.getByRole('button', { name: account.email })
      const menu = page.getByRole('menu')
      for (const [key, at] of [
        ['Enter', 'first'],
        ['Space', 'first'],
        ['ArrowDown', 'first'],
        ['ArrowUp', 'last'],
      ] as const) {
        await button.focus()
        await page.keyboard.press(key)
        await menu.getByRole('menuitem')[at]().and(page.locator(':focus')).waitFor()
        expect(await button.getAttribute('aria-controls')).toBe(await menu.getAttribute('id'))
        await page.keyboard.press('Escape')
        await menu.waitFor({ state: 'detached' })
        await button.and(page.locator(':focus')).waitFor()
      }
      await button.click()
      await page.locator('[role="menu"]:focus').waitFor()
      await page.keyboard.press('ArrowDown')
      await menu.getByRole('menuitem').first().and(page.locator(':focus')).waitFor()
    })
  })

  test('says if the code of a menu can’t be loaded, loads it again, and forgets a menu that was given up', async () => {
    const account = await instance.account()
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        const code = '**/dashboard/files/menu-list*.js'
        const requested = Promise.withResolvers<void>()
        const released = Promise.withResolvers<void>()
        let isFailing = true
        await page.route(code, async (route) => {
          if (isFailing) return route.abort()
          requested.resolve()
          await released.promise
          await route.continue()
        })
        await open('/links')
        const button = page.getByRole('button', { name: account.email })
        const menu = page.getByRole('menu')
        await button.click()
        const failure = page.getByRole('alert').filter({ hasText: 'No response from the server' })
        await failure.waitFor()
        await page.keyboard.press('Escape')
        await failure.waitFor({ state: 'detached' })
        await button.click()
        await failure.waitFor()
        isFailing = false
        await failure.getByRole('button', { name: 'Try again' }).click()
        await requested.promise
        await page.keyboard.press('Escape')
        expect(await button.getAttribute('aria-expanded')).toBe('false')
        const loaded = page.waitForResponse(code)
        released.resolve()
        await (await loaded).finished()
        await settled(page)
        expect(await menu.count()).toBe(0)
        await button.click()
        await menu.waitFor()
      },
      { ignoredMessages: /ERR_FAILED/ },
    )
  })

  test('shows the name of an icon button to the pointer and to the keyboard, and hides it with Escape', async () => {
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open }) => {
      await open('/links')
      await page.getByLabel('Search links').fill('nothing')
      const clear = page.getByRole('button', { name: 'Clear search' })
      const tooltip = page.locator('[data-tooltip-popup]').filter({ hasText: 'Clear search' })
      await clear.hover()
      await tooltip.waitFor()
      // It stays while the pointer is on it (WCAG 2.2, 1.4.13).
      await tooltip.hover()
      await page.waitForTimeout(300)
      expect(await tooltip.isVisible()).toBe(true)
      await page.locator('main h1').hover()
      await tooltip.waitFor({ state: 'detached' })
      await page.getByLabel('Search links').focus()
      await page.keyboard.press('Tab')
      await tooltip.waitFor()
      await page.keyboard.press('Escape')
      await tooltip.waitFor({ state: 'detached' })
      await clear.and(page.locator(':focus')).waitFor()
    })
  })

  test('makes fields follow the state: a code loses its spaces, and a selected row stays selected as part of a range', async () => {
    const account = await withLinks(await instance.account(), 4)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/links')
      await page.getByLabel('Destination URL').fill('example.com')
      const code = page.getByLabel('Custom short code')
      await code.pressSequentially('my code ')
      await page.waitForFunction(() =>
        [...document.querySelectorAll('input')].some(({ value }) => value === 'mycode'),
      )
      const boxes = page.getByRole('list', { name: 'Links' }).getByRole('checkbox')
      await boxes.first().check()
      await boxes.nth(2).click({ modifiers: ['Shift'] })
      await page.getByRole('toolbar', { name: '3 selected' }).waitFor()
      await boxes.nth(1).click({ modifiers: ['Shift'] })
      await page.waitForFunction(
        () =>
          document.querySelectorAll('main [data-row]').length === 4 &&
          document.querySelectorAll('main li input:checked').length === 3,
      )
      expect(await boxes.nth(1).isChecked()).toBe(true)
      await page.getByRole('toolbar', { name: '3 selected' }).waitFor()
    })
  })

  test('archives, copies and exports the selected links, and undo restores exactly what was changed', async () => {
    const account = await withLinks(await instance.account(), 8)
    const scheduled = `n5-${account.userId.slice(-6)}`
    await account.call(`PUT /links/${scheduled}`, { body: { archive_at: '2100-01-01' } })
    const formula = '=HYPERLINK("https://evil.example")'
    await account.link({ title: formula, custom_slug: `csv-${account.userId.slice(-6)}` })
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/links?status=all')
        await rows(page)
          .first()
          .getByRole('button', { name: /^More actions for/ })
          .click()
        await chooseEntry(page, 'Archive')
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

        await page.keyboard.press('Escape')
        await row(page, 'csv-').getByRole('checkbox').check()
        await page.getByRole('button', { name: 'Copy short links' }).click()
        await page.getByText('short link copied').or(page.getByText('short links copied')).first().waitFor()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/csv-')
        const saving = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Export CSV' }).click()
        const file = await Bun.file(await (await saving).path()).text()
        expect(file.split('\r\n')[0]).toBe('Short link,Destination,Title,Status,Clicks,Created')
        expect(file).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
      },
      clipboard,
    )
  })
})
