// Images in the dashboard, rarer cases: keyboard, drag and drop, pasting, and every variant of the page.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'

// 780 by 1688 pixels.
const picture = 'docs/themes/ocean.webp'
const choose = (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('input[type="file"]').setInputFiles(file)
const uploaded = (page: Page) => page.getByText('Image uploaded').waitFor()

onOneEngine('images in the dashboard, rarer cases', (instance) => {
  test('can be cropped with the arrow keys too', async () => {
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open }) => {
      await open('/images')
      await choose(page, picture)
      // An image that loads later would reset the selection.
      await page.locator('.ReactCrop img').evaluate((image: HTMLImageElement) => image.decode())
      // The dialog has the focus by then, and the selection its size.
      await page.getByRole('button', { name: 'Free' }).click()
      const selection = page.getByRole('group', { name: 'Crop area', exact: true })
      await selection.focus()
      const before = await selection.boundingBox()
      for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowRight')
      await page.waitForFunction(
        (x) => (document.querySelector('.ReactCrop__crop-selection')?.getBoundingClientRect().x ?? 0) > x,
        before?.x ?? Number.POSITIVE_INFINITY,
      )
    })
  })

  test('are uploaded uncropped by dropping or pasting, and SVGs as they are', async () => {
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open, session }) => {
      await open('/images')
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
      await page.evaluate((text) => {
        const data = new DataTransfer()
        data.items.add(new File([text], 'pasted.svg', { type: 'image/svg+xml' }))
        dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }))
      }, svg)
      await page.getByRole('button', { name: 'Use whole image' }).click()
      await uploaded(page)
      const dropped = await page.evaluateHandle((text) => {
        const data = new DataTransfer()
        data.items.add(new File([text], 'dropped.svg', { type: 'image/svg+xml' }))
        return data
      }, svg)
      await page.getByRole('group', { name: 'Upload image' }).dispatchEvent('drop', { dataTransfer: dropped })
      await page.getByRole('button', { name: 'Use whole image' }).click()
      await page.getByRole('listitem').getByRole('img', { name: 'dropped' }).waitFor()
      const { data } = (await session.call('GET /assets')).body
      expect(data.map(({ title, width }: { title: string; width: number }) => [title, width])).toEqual([
        ['dropped', 40],
        ['pasted', 40],
      ])
    })
  })

  test('have no axe-core violations, in light mode on a phone and in dark mode on a desktop', async () => {
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
          await page.getByRole('group', { name: 'Crop area', exact: true }).waitFor()
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
