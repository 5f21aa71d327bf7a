// Placements in the dashboard: planned in a link's panel, printed on a sheet of QR codes, and broken down in statistics.
import { expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, desk, inDashboard, phone, settled } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { scanPng } from '../test/pictures/qr-pixels.ts'
import { openSection, panel } from './link-panel.ts'
import { chooseEntry, downloadFromMenu } from './menus.ts'

/** The sizes of a PDF's pages in points, which are a 72nd of an inch. */
function pageSizes(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString('latin1')
  const pages = [...text.matchAll(/\/Type \/Page\n[\s\S]*?\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  return pages.map(([, width, height]) => `${Math.round(Number(width))}x${Math.round(Number(height))}`)
}

onOneEngine('placements in the dashboard', (instance) => {
  test('are planned in a link’s panel, with their addresses, QR codes and clicks', async () => {
    const account = await instance.account()
    const { id, short, short_url } = await account.link({ custom_slug: 'autumn' })
    await instance.visit(`/${short}?via=<b>`)
    await instance.visit(`/${short}?via=%00`)
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open(`/links?link=${id}`)
        await openSection(page, 'Placements')
        const list = page.getByRole('list', { name: 'Placements of this link' })
        const rows = list.getByRole('listitem')
        await rows.filter({ hasText: 'Other names' }).getByText('1 click').waitFor()
        await rows.filter({ hasText: '<b>' }).getByText('From visitors').waitFor()
        const name = page.getByLabel('New placement')
        const add = async (placement: string) => {
          await name.fill(placement)
          await name.press('Enter')
        }
        await add('Poster 3')
        await rows.filter({ hasText: 'Poster 3' }).getByText('0 clicks').waitFor()
        await add('poster 3')
        await page.getByText('This placement is already in the list.').waitFor()
        await add('other')
        await page.getByText('Choose another name: “other” stands for all other names.').first().waitFor()
        await add('Newsletter')
        await rows.filter({ hasText: 'Newsletter' }).waitFor()
        expect(await axeFindings(page)).toEqual([])
        const entry = { button: 'More actions for Poster 3', entry: 'Download QR code as PNG' }
        const download = await downloadFromMenu(page, entry)
        expect(download.suggestedFilename()).toBe('autumn-Poster-3.png')
        const png = await Bun.file(await download.path()).bytes()
        expect(scanPng(png)).toBe(`${short_url}?qr&via=Poster%203`)
        await page.getByRole('button', { name: 'More actions for Newsletter' }).click()
        await chooseEntry(page, 'Remove from the list')
        await rows.filter({ hasText: 'Newsletter' }).waitFor({ state: 'detached' })
        expect(await panel(page).evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
      },
      { ...phone, colorScheme: 'dark' },
    )
    const { data } = (await account.call(`GET /links/${short}/placements`)).body
    expect(data.placements.map((one: { name: string; planned: boolean }) => [one.name, one.planned])).toEqual(
      [
        ['Poster 3', true],
        ['<b>', false],
      ],
    )
  })

  test('are printed on A4 or Letter, with the chosen number of codes per page, which can be scanned', async () => {
    const account = await instance.account()
    const { id, short, short_url } = await account.link({ custom_slug: 'sheet', title: 'Autumn <sale>' })
    const names = ['Bus stop – Üñï', ...Array.from({ length: 6 }, (_, number) => `Poster ${number + 1}`)]
    await account.call(`PUT /links/${short}/placements`, { body: { names } })
    await instance.visit(`/${short}?via=unplanned`)
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open(`/links?link=${id}`)
        await openSection(page, 'Placements')
        await page.getByRole('link', { name: 'Print a sheet' }).click()
        await settled(page)
        await page.getByText('2 pages', { exact: true }).waitFor()
        expect(await axeFindings(page)).toEqual([])
        const printed = () => page.pdf({ preferCSSPageSize: true })
        expect(pageSizes(await printed())).toEqual(['595x842', '595x842'])
        await page.getByRole('button', { name: 'US Letter' }).click()
        await page.getByLabel('Codes per page').selectOption('1')
        await page.getByText('7 pages', { exact: true }).waitFor()
        expect(pageSizes(await printed())).toEqual(Array(7).fill('612x792'))
        await page.getByLabel('Codes per page').selectOption('30')
        await page.getByText('1 page', { exact: true }).waitFor()
        expect(pageSizes(await printed())).toEqual(['612x792'])
        // As it is printed, without anything else of the page.
        await page.emulateMedia({ media: 'print' })
        expect(await page.getByRole('heading').count()).toBe(0)
        const codes = page.locator('#print-sheet li')
        expect(await codes.count()).toBe(7)
        expect(await codes.first().innerText()).toBe(
          ['Bus stop – Üñï', `${new URL(short_url).host}/sheet`, 'Autumn <sale>'].join('\n'),
        )
        const read = []
        for (const code of await codes.locator('img').all()) read.push(scanPng(await code.screenshot()))
        expect(read).toEqual(names.map((name) => `${short_url}?qr&via=${encodeURIComponent(name)}`))
      },
      desk,
    )
  })

  test('break down the clicks of a link, and filter them', async () => {
    const account = await instance.account()
    const { id, short } = await account.link()
    for (const name of ['Mail', 'Mail', 'Lainnya', 'other']) await instance.visit(`/${short}?via=${name}`)
    await instance.visit(`/${short}`)
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open(`/statistics?link=${id}`)
        const bars = page.getByRole('list', { name: 'Placements' }).getByRole('listitem')
        await bars.first().waitFor()
        expect((await bars.allInnerTexts()).map((bar) => bar.split('\n')[0])).toEqual([
          'Mail',
          'Lainnya',
          'Other names',
        ])
        await bars.filter({ hasText: 'Mail' }).getByRole('button').click()
        await page.getByRole('button', { name: 'Remove filter: Placement: Mail' }).waitFor()
        expect(new URL(page.url()).searchParams.get('placement')).toBe('Mail')
        expect(await axeFindings(page)).toEqual([])
      },
      phone,
    )
  })
})
