// Images in the dashboard: uploaded, cropped, chosen for a page and deleted; and the catalogue of the shop.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { componentsOf, microsite } from '../test/microsites.ts'
import { chooseEntry } from './menus.ts'

// 780 by 1688 pixels.
const picture = 'docs/themes/ocean.webp'
const choose = (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('input[type="file"]').setInputFiles(file)
const uploaded = (page: Page) => page.getByText('Image uploaded').waitFor()

onOneEngine('images in the dashboard', (instance) => {
  test('that can’t be used are refused with advice, others are cropped to a shape, and shop items can be created, edited and deleted', async () => {
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open, session }) => {
      const items = async () => (await session.call('GET /shop-items')).body.data
      await open('/images')
      await page.getByText('No images yet').waitFor()
      const file = (mimeType: string, buffer: Buffer) => ({ name: 'file', mimeType, buffer })
      await choose(page, file('application/pdf', Buffer.from('%PDF')))
      await page.getByText('This file isn’t a supported image.').waitFor()
      // Created in the browser, because transferring it takes ten seconds.
      await page.locator('input[type="file"]').evaluate((input: HTMLInputElement) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'file', { type: 'image/png' }))
        input.files = data.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
      })
      await page.getByText('This image is larger than 10 MB.').waitFor()
      await choose(page, file('image/gif', Buffer.from('no picture')))
      await page.getByRole('button', { name: 'Use whole image' }).click()
      await page.getByRole('dialog').getByRole('alert').waitFor()
      expect((await session.call('GET /assets')).body.data).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await choose(page, picture)
      await page.getByRole('group', { name: 'Crop area', exact: true }).waitFor()
      expect(await axeFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Square' }).click()
      await page.getByLabel('Image name').fill('My <b>square</b>')
      await page.getByRole('button', { name: 'Crop and upload' }).click()
      await uploaded(page)
      const [image] = (await session.call('GET /assets')).body.data
      expect(image.title).toBe('My <b>square</b>')
      expect(image.width).toBe(image.height)
      await page.getByRole('img', { name: 'My <b>square</b>' }).waitFor()
      await page.getByRole('button', { name: 'Shop', exact: true }).click()
      await page.getByRole('button', { name: 'Add item' }).click()
      await page.getByLabel('Title').fill('Blue bowl')
      // A click outside the form discards nothing.
      await page.mouse.click(20, 300)
      expect(await page.getByLabel('Title').inputValue()).toBe('Blue bowl')
      await page.getByLabel('Price').fill('150000')
      await page.getByLabel('Currency').fill('idr')
      await page.getByLabel('URL', { exact: true }).fill('javascript:alert(1)')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('alert').filter({ hasText: 'Enter a link that starts with' }).waitFor()
      expect(await items()).toEqual([])
      await page.getByLabel('URL', { exact: true }).fill('example.com/bowl')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Item saved').waitFor()
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
      await page.getByRole('switch', { name: 'Show on microsites' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Hidden').waitFor()
      expect(await items()).toMatchObject([{ title: 'Red bowl', active: false }])
      await page.getByRole('button', { name: 'More actions for Red bowl' }).click()
      await chooseEntry(page, 'Delete')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('No items yet').waitFor()
      expect(await items()).toEqual([])
    })
  })

  test('are uploaded from the editor, shown on the page, and deleted with a warning that they are in use', async () => {
    const account = await instance.account()
    const { slug } = await microsite(account, { title: 'Shown here' })
    const components = componentsOf(account, slug)
    await components.add('IMAGE', {})
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await page.getByRole('button', { name: 'Image Empty' }).click()
      await page.getByRole('button', { name: 'Image: Choose an image' }).click()
      await choose(page, picture)
      await page.getByRole('button', { name: 'Use whole image' }).click()
      await page.frameLocator('iframe').getByRole('main').locator('img').waitFor()
      await page
        .getByRole('status')
        .filter({ hasText: /^Saved$/ })
        .waitFor()
      const [{ data }] = await components.all()
      expect(data.image).toMatch(/^\/assets\/\w+\.webp$/)
      await open('/images')
      await page.getByRole('button', { name: 'More actions for ocean' }).click()
      await chooseEntry(page, 'Delete')
      await page.getByText('It\u2019s used on Shown here.').waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('No images yet').waitFor()
    })
  })
})
