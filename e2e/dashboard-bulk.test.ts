// Many links at once in a real browser: pasted lines and realistic files, invalid rows, lost connections and limits.
import { expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { choose, create, lines, rows } from './bulk-page.ts'

onOneEngine('creating many links', (instance) => {
  test('takes pasted lines, shows errors for each before anything is sent, and the results afterwards', async () => {
    const account = await instance.account()
    const mark = account.userId.slice(-6)
    await account.link({ custom_slug: `taken-${mark}` })
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/links/bulk')
        await lines(page).fill(
          [
            'https://example.com/one',
            `example.com/two,own-${mark},Second`,
            'not an address',
            `https://example.com/four,taken-${mark}`,
            'javascript:alert(1)',
            `https://example.com/six,own-${mark}`,
          ].join('\n'),
        )
        await page.getByText('3 ready · 3 with problems').waitFor()
        expect(await axeFindings(page)).toStrictEqual([])
        await rows(page).nth(2).getByText('Not a valid web address').waitFor()
        await rows(page).nth(5).getByText('An earlier row has the same short code').waitFor()
        await create(page, 'Create 3 links').click()
        await page.getByText('Done: 2 links created').waitFor()
        await rows(page).nth(3).getByText('taken', { exact: false }).last().waitFor()
        const saving = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Download results' }).click()
        const file = await Bun.file(await (await saving).path()).text()
        expect(file).toContain(`/own-${mark},`)
        expect(file).toContain('Not a valid web address')
        expect((await account.call('GET /links')).body.total).toBe(3)
        await page.getByRole('button', { name: 'Fix failed rows' }).click()
        await lines(page).waitFor()
        expect(await lines(page).inputValue()).toStartWith('destination,code,title')
        await page.getByText('2 ready · 2 with problems').waitFor()
      },
      { ...phone, colorScheme: 'light' },
    )
  })

  test('reads a file, continues after a reload with the rows that are missing, and creates none of them twice', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      let sent = 0
      const made = Promise.withResolvers<void>()
      await page.route('**/api/links/bulk', async (route) => {
        sent++
        if (sent !== 2) return route.continue()
        // It is created, and the page no longer waits for the response.
        await route.fetch()
        made.resolve()
      })
      page.on('dialog', (question) => void question.accept())
      await open('/links/bulk')
      const all = Array.from({ length: 250 }, (_, n) => `https://example.com/${n};Café ${n}`)
      // With a byte order mark, as spreadsheet programs write one.
      await choose(page, 'links.csv', Buffer.from(`\u{feff}Tujuan;Judul\n${all.join('\n')}`, 'utf16le'))
      await page.getByText('Encoding: UTF-16LE').waitFor()
      await rows(page).first().getByText('Café 0').waitFor()
      await create(page, 'Create 250 links').click()
      await made.promise
      await page.reload()
      await page.getByText('150 ready').waitFor()
      await create(page, 'Create 150 links').click()
      await page.getByText('Done: 150 links created').waitFor()
      expect((await account.call('GET /links')).body.total).toBe(250)
    })
  })

  test('is undone with one button, which deletes the links of all requests and restores the rows', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'stays' })
    const total = async () => (await account.call('GET /links')).body.total
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/links/bulk')
      const all = Array.from({ length: 130 }, (_, n) => `https://example.com/${n}`)
      await lines(page).fill(all.join('\n'))
      await create(page, 'Create 130 links').click()
      await page.getByText('Done: 130 links created').waitFor()
      expect(await total()).toBe(131)
      expect(await axeFindings(page)).toStrictEqual([])
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await page.getByRole('region', { name: 'Notifications' }).getByText('Undone').waitFor()
      expect(await total()).toBe(1)
      await page.getByText('130 ready').waitFor()
      await create(page, 'Create 130 links').click()
      await page.getByText('Done: 130 links created').waitFor()
      expect(await total()).toBe(131)
    })
  })

  test('reads settings from columns, and adds the parameters of a UTM template to every destination', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, open, session }) => {
      await session.call('POST /utm-templates', { body: { name: 'Mailing', source: 'mail' } })
      await open('/links/bulk')
      await lines(page).fill(
        [
          'destination,title,note,starts_at,max_clicks,ended_url,forward_query,forward_path',
          'https://example.com/a,First,For Ana,2030-01-31 18:00,100,example.com/later,yes,no',
          'https://example.com/b,Second,,,many,,,',
        ].join('\n'),
      )
      await rows(page).nth(1).getByText('Maximum clicks must be a whole number, at least 1').waitFor()
      await page.getByLabel('UTM template').selectOption('Mailing')
      await create(page, 'Create 1 link').click()
      await page.getByText('Done: 1 links created').waitFor()
      const { data } = (await account.call('GET /links')).body
      expect(data).toMatchObject([
        {
          long_url: 'https://example.com/a?utm_source=mail',
          note: 'For Ana',
          // 18:00 in Jakarta, where this browser is.
          starts_at: Date.UTC(2030, 0, 31, 11) / 1000,
          max_clicks: 100,
          ended_url: 'https://example.com/later',
          forward_query: true,
          forward_path: false,
        },
      ])
    })
  })
})
