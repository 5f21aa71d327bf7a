// Creating many links in a real browser, rarer cases: all kinds of files, lost connections, limits, every variant of the
// page.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, desk, inDashboard, phone } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { choose, create, lines, rows } from './bulk-page.ts'

onOneEngine('creating many links, rarer cases', (instance) => {
  test('reads files of all common encodings and separators, with quoted lines, and headers in both languages', async () => {
    const account = await instance.account()
    const text =
      'Judul;Tujuan;Kode\r\n"Dua\r\nbaris";https://example.com/é;\r\nCafé;https://example.com/b;\r\n'
    const utf16 = (order: 'le' | 'be') => {
      const units = Buffer.from(`\u{feff}${text}`, 'utf16le')
      return order === 'le' ? units : units.swap16()
    }
    const files: [string, Buffer][] = [
      ['UTF-8', Buffer.from(`\u{feff}${text}`)],
      ['UTF-8', Buffer.from(text)],
      ['UTF-16LE', utf16('le')],
      ['UTF-16BE', utf16('be')],
      ['WINDOWS-1252', Buffer.from(text, 'latin1')],
      [
        'UTF-8',
        Buffer.from('Title\tDestination URL\nCafé\thttps://example.com/é\nCafé\thttps://example.com/b\n'),
      ],
    ]
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/links/bulk')
      for (const [encoding, content] of files) {
        await choose(page, 'links.csv', content)
        await page.getByText(`Encoding: ${encoding}`).waitFor()
        await page.getByText('2 ready').waitFor()
        await rows(page).first().getByText('example.com/é').waitFor()
        await rows(page).nth(1).getByText('Café').waitFor()
        await page.getByRole('button', { name: 'Choose another source' }).click()
      }
      // A wrong guess can be corrected.
      await lines(page).fill('first,https://example.com/a,b\nsecond,https://example.com/c,d')
      await page.getByLabel('Separator').selectOption('none')
      await page.getByText('0 ready').waitFor()
      await page.getByLabel('Separator').selectOption(',')
      await page.getByLabel('Short code', { exact: true }).selectOption('2')
      await page.getByLabel('Title', { exact: true }).selectOption('0')
      await page.getByText('2 ready').waitFor()
      await create(page, 'Create 2 links').click()
      await page.getByText('Done: 2 links created').waitFor()
      const { data } = (await account.call('GET /links?search=second')).body
      expect(data[0]).toMatchObject({ title: 'second', long_url: 'https://example.com/c', short: 'd' })
    })
  })

  test('keeps commas in URLs, and extracts URLs from a pasted page', async () => {
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open }) => {
      await open('/links/bulk')
      await lines(page).fill('https://example.com/@-6.2,106.8,15z\nhttps://example.com/plain')
      await rows(page).first().getByText('example.com/@-6.2,106.8,15z').waitFor()
      await page.getByText('2 ready').waitFor()
      await lines(page).fill('')
      await lines(page).evaluate((element) => {
        const data = new DataTransfer()
        data.setData('text/plain', 'One and Two')
        data.setData(
          'text/html',
          '<a class=x style="color:red" href="https://example.com/1?a=1&amp;b=2">One</a> and <a href="https://example.com/2">Two</a><img src=x onerror=alert(1)>',
        )
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
      })
      expect(await lines(page).inputValue()).toBe('https://example.com/1?a=1&b=2\nhttps://example.com/2\n')
    })
  })

  test('continues after a lost response without creating anything twice, and waits when the server says so', async () => {
    const account = await instance.account()
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        let sent = 0
        await page.route('**/api/links/bulk', async (route) => {
          sent++
          if (sent === 1) {
            // It is created, and the response is lost.
            await route.fetch()
            await route.abort('connectionreset')
          } else if (sent === 3) {
            const error = { code: 'rate_limited', message: 'Slower.' }
            await route.fulfill({ status: 429, headers: { 'retry-after': '30' }, json: { error } })
          } else await route.continue()
        })
        await open('/links/bulk')
        await lines(page).fill(Array.from({ length: 150 }, (_, n) => `https://example.com/${n}`).join('\n'))
        await create(page, 'Create 150 links').click()
        await page.getByText(/No link will be created twice/).waitFor()
        await page.getByRole('button', { name: 'Retry now' }).click()
        await page.getByText(/The server is busy. Resuming in (30|29|28) s/).waitFor()
        await page.getByText('100 of 150').waitFor()
        await page.getByRole('button', { name: 'Pause' }).click()
        await page.getByText('Paused.').waitFor()
        await page.getByRole('button', { name: 'Resume' }).click()
        await page.getByText('Done: 150 links created').waitFor()
        expect((await account.call('GET /links')).body.total).toBe(150)
      },
      { ignoredMessages: /ERR_CONNECTION_RESET/ },
    )
  })

  test('returns the rows that are missing if it is stopped or left, and creates none of them twice', async () => {
    const account = await instance.account()
    const mark = account.userId.slice(-6)
    await account.link({ custom_slug: `taken-${mark}` })
    const urls = Array.from({ length: 250 }, (_, n) => `https://example.com/${n}`)
    urls[3] = `https://example.com/3,taken-${mark}`
    urls[4] = 'not an address'
    const rest = async (page: Page) => (await lines(page).inputValue()).split(/\r?\n/)
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        let sent = 0
        await page.route('**/api/links/bulk', async (route) => {
          sent++
          // The second is created, and its response is lost.
          if (sent === 2) await route.fetch()
          if (sent === 2) await route.abort('connectionreset')
          else await route.continue()
        })
        await open('/links/bulk')
        await lines(page).fill(urls.join('\n'))
        await create(page, 'Create 249 links').click()
        await page.getByText(/No link will be created twice/).waitFor()
        await page.getByRole('button', { name: 'Pause' }).click()
        await page.getByRole('button', { name: 'Stop' }).click()
        await page.getByText('150 ready · 1 with problems').waitFor()
        const [head, first, ...others] = await rest(page)
        expect([head, first]).toStrictEqual(['destination,code,title', 'https://example.com/101,,'])
        expect(others.slice(-2)).toStrictEqual([
          `https://example.com/3,taken-${mark},`,
          'https://not an address,,',
        ])
        await create(page, 'Create 150 links').click()
        await page.getByText('Done: 149 links created').waitFor()
        expect((await account.call('GET /links')).body.total).toBe(249)
      },
      { ignoredMessages: /ERR_CONNECTION_RESET/ },
    )
  })

  test('sends no more at once than the server accepts', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/links/bulk')
      const long = 'あ'.repeat(8000)
      const content = Array.from({ length: 60 }, (_, n) => `https://example.com/${n}?${long}`).join('\n')
      await choose(page, 'long.csv', Buffer.from(content))
      await create(page, 'Create 60 links').click()
      await page.getByText('Done: 60 links created').waitFor()
    })
  })

  test('stays fast with 10,000 rows, and keeps them across a reload until they are sent', async () => {
    const content = Array.from({ length: 10_000 }, (_, n) =>
      n % 100 === 7 ? `broken row ${n}` : `https://example.com/${n},,"Title ${n}"`,
    )
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open }) => {
      await open('/links/bulk')
      await choose(page, 'many.csv', Buffer.from(content.join('\n')))
      await page.getByText('9,900 ready · 100 with problems').waitFor()
      expect(await rows(page).count()).toBeLessThan(60)
      await page.reload()
      await page.getByText('9,900 ready · 100 with problems').waitFor()
      await page.getByRole('button', { name: 'Problems' }).click()
      await rows(page).first().getByText('Not a valid web address').waitFor()
      await page.route('**/api/links/bulk', (route) =>
        route.fulfill({ json: { data: { total: 100, success: 100, failed: 0, items: [] } } }),
      )
      await create(page, 'Create 9,900 links').click()
      await page.getByRole('button', { name: 'Start over' }).waitFor()
    })
  })

  test('says up front if the plan has no bulk shortening, and how much of the plan is left', async () => {
    await inDashboard(chrome, instance, await instance.account({ plan: 'free' }), async ({ page, open }) => {
      await open('/links/bulk')
      await page.getByText('Your plan doesn’t include bulk creation.').waitFor()
      expect(await page.getByRole('textbox').count()).toBe(1)
    })
    await inDashboard(chrome, instance, await instance.account({ plan: 'tiny' }), async ({ page, open }) => {
      await open('/links/bulk')
      await lines(page).fill(Array.from({ length: 5 }, (_, n) => `https://example.com/${n}`).join('\n'))
      await page.getByText('You can create 3 more links this month on your plan.').waitFor()
      await create(page, 'Create 5 links').click()
      await page.getByText('Done: 3 links created').waitFor()
      await page.getByText('2 failed').waitFor()
    })
  })

  test('has no axe-core violations', async () => {
    const account = await instance.account()
    const look = async ({ page, open }: { page: Page; open(path: string): Promise<void> }) => {
      await open('/links/bulk')
      await lines(page).fill('https://example.com/1,a-b,Title\nbroken row')
      await page.getByText('1 ready · 1 with problems').waitFor()
      expect(await axeFindings(page)).toStrictEqual([])
      await create(page, 'Create 1 link').click()
      await page.getByText(/^Done/).waitFor()
      expect(await axeFindings(page)).toStrictEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    }
    await inDashboard(chrome, instance, account, look, { ...phone, colorScheme: 'light' })
    await inDashboard(chrome, instance, account, look, { ...desk, colorScheme: 'dark' })
  })
})
