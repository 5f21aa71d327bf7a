// Images in the dashboard: uploaded, cropped, chosen for a page and deleted; and the catalogue of the shop.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { chrome } from '../test/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/dashboard.ts'
import { inTheBrowser } from '../test/instance.ts'
import { componentsOf, microsite } from '../test/microsites.ts'

// 780 by 1688 pixels.
const picture = 'docs/themes/ocean.webp'
const choose = (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('input[type="file"]').setInputFiles(file)
const uploaded = (page: Page) => page.getByText('The image is ready').waitFor()

inTheBrowser('images in the dashboard', (instance) => {
  test('are cropped to a shape before they are uploaded', async () => {
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open, session }) => {
      await open('/images')
      await page.getByText('No images yet').waitFor()
      await choose(page, picture)
      await page.getByRole('button', { name: 'Square' }).click()
      await page.getByLabel('Name of the image').fill('My <b>square</b>')
      await page.getByRole('button', { name: 'Upload this part' }).click()
      await uploaded(page)
      const [image] = (await session.call('GET /assets')).body.data
      expect(image.title).toBe('My <b>square</b>')
      expect(image.width).toBe(image.height)
      await page.getByRole('img', { name: 'My <b>square</b>' }).waitFor()
    })
  })

  test('are cropped by the arrow keys too', async () => {
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open }) => {
      await open('/images')
      await choose(page, picture)
      // An image that comes later would put the selection back to its beginning.
      await page.locator('.ReactCrop img').evaluate((image: HTMLImageElement) => image.decode())
      // The dialog has the focus by then, and the selection its size.
      await page.getByRole('button', { name: 'Free' }).click()
      const selection = page.getByRole('group', { name: 'Selected part of the image', exact: true })
      await selection.focus()
      const before = await selection.boundingBox()
      for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowRight')
      await page.waitForFunction(
        (x) => (document.querySelector('.ReactCrop__crop-selection')?.getBoundingClientRect().x ?? 0) > x,
        before?.x ?? Number.POSITIVE_INFINITY,
      )
    })
  })

  test('are uploaded whole, dropped or pasted, and drawings as they are', async () => {
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open, session }) => {
      await open('/images')
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
      await page.evaluate((text) => {
        const data = new DataTransfer()
        data.items.add(new File([text], 'pasted.svg', { type: 'image/svg+xml' }))
        dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }))
      }, svg)
      await page.getByRole('button', { name: 'Use the whole image' }).click()
      await uploaded(page)
      const dropped = await page.evaluateHandle((text) => {
        const data = new DataTransfer()
        data.items.add(new File([text], 'dropped.svg', { type: 'image/svg+xml' }))
        return data
      }, svg)
      await page
        .getByRole('group', { name: 'Upload an image' })
        .dispatchEvent('drop', { dataTransfer: dropped })
      await page.getByRole('button', { name: 'Use the whole image' }).click()
      await page.getByRole('listitem').getByRole('img', { name: 'dropped' }).waitFor()
      const { data } = (await session.call('GET /assets')).body
      expect(data.map(({ title, width }: { title: string; width: number }) => [title, width])).toEqual([
        ['dropped', 40],
        ['pasted', 40],
      ])
    })
  })

  test('that are none, too large or broken are refused with what to do, and nothing is kept of them', async () => {
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open, session }) => {
      await open('/images')
      const file = (mimeType: string, buffer: Buffer) => ({ name: 'file', mimeType, buffer })
      await choose(page, file('application/pdf', Buffer.from('%PDF')))
      await page.getByText('This is no image that can be used here.').waitFor()
      await choose(page, file('image/png', Buffer.alloc(10 * 1024 * 1024 + 1)))
      await page.getByText('This image is larger than 10 MB.').waitFor()
      await choose(page, file('image/gif', Buffer.from('no picture')))
      await page.getByRole('button', { name: 'Use the whole image' }).click()
      await page.getByRole('dialog').getByRole('alert').waitFor()
      expect((await session.call('GET /assets')).body.data).toEqual([])
    })
  })

  test('are uploaded from where a page needs one, shown on it, and deleted knowing where', async () => {
    const account = await instance.account()
    const { slug } = await microsite(account, { title: 'Shown here' })
    const components = componentsOf(account, slug)
    await components.add('IMAGE', {})
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await page.getByRole('button', { name: 'Image Still empty' }).click()
      await page.getByRole('button', { name: 'Image: Choose an image' }).click()
      await choose(page, picture)
      await page.getByRole('button', { name: 'Use the whole image' }).click()
      await page.frameLocator('iframe').getByRole('main').locator('img').waitFor()
      await page
        .getByRole('status')
        .filter({ hasText: /^Saved$/ })
        .waitFor()
      const [{ data }] = await components.all()
      expect(data.image).toMatch(/^\/assets\/\w+\.webp$/)
      await open('/images')
      await page.getByRole('button', { name: 'More for ocean' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByText('It is used on Shown here.').waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('No images yet').waitFor()
    })
  })

  test('stand beside a catalogue, whose items are created, refused, changed and deleted', async () => {
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open, session }) => {
      const items = async () => (await session.call('GET /shop-items')).body.data
      await open('/images')
      await page.getByRole('button', { name: 'Shop', exact: true }).click()
      await page.getByRole('button', { name: 'Add an item' }).click()
      await page.getByLabel('Title').fill('Blue bowl')
      // A press beside the form takes nothing away.
      await page.mouse.click(20, 300)
      expect(await page.getByLabel('Title').inputValue()).toBe('Blue bowl')
      await page.getByLabel('Price').fill('150000')
      await page.getByLabel('Currency').fill('idr')
      await page.getByLabel('Leads to').fill('javascript:alert(1)')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('alert').filter({ hasText: 'must be a link' }).waitFor()
      expect(await items()).toEqual([])
      await page.getByLabel('Leads to').fill('example.com/bowl')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The item is saved').waitFor()
      expect(await items()).toMatchObject([
        {
          title: 'Blue bowl',
          price: 150000,
          currency: 'IDR',
          href: 'https://example.com/bowl',
          active: true,
        },
      ])
      await page.getByRole('button', { name: /^Blue bowl/ }).click()
      await page.getByLabel('Title').fill('Red bowl')
      await page.getByRole('switch', { name: 'Show it on pages' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Not shown').waitFor()
      expect(await items()).toMatchObject([{ title: 'Red bowl', active: false }])
      await page.getByRole('button', { name: 'More for Red bowl' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('Nothing in the catalogue yet').waitFor()
      expect(await items()).toEqual([])
    })
  })

  test('have pages in which axe finds nothing, light on a phone and dark on a desk', async () => {
    const account = await instance.account()
    for (const window of [{ ...phone, colorScheme: 'light' }, { colorScheme: 'dark' }] as const)
      await inDashboard(
        chrome,
        instance,
        account,
        async ({ page, open, session }) => {
          await open('/images')
          expect(await axeFindings(page)).toEqual([])
          await choose(page, picture)
          await page.getByRole('group', { name: 'Selected part of the image', exact: true }).waitFor()
          expect(await axeFindings(page)).toEqual([])
          await page.getByRole('button', { name: 'Close' }).click()
          await page.getByRole('dialog').waitFor({ state: 'hidden' })
          await session.call('POST /shop-items', { body: { title: 'w'.repeat(140), price: 0 } })
          await page.getByRole('button', { name: 'Shop', exact: true }).click()
          await page.getByText('w'.repeat(140)).first().waitFor()
          expect(await axeFindings(page)).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
        },
        window,
      )
  })
})
