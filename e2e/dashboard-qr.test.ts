// QR codes in the dashboard: styled, checked for contrast, and downloaded as files that scan.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, desk, inDashboard } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { type LogoServer, startLogoServer } from '../test/pictures/qr.ts'
import { scanPng } from '../test/pictures/qr-pixels.ts'
import { downloaded } from './qr-page.ts'

let logos: LogoServer
beforeAll(async () => {
  logos = await startLogoServer()
})
afterAll(async () => {
  logos.stop()
})

onOneEngine(
  'QR codes in the dashboard',
  (instance) => {
    test('are downloaded as files that scan as the short URL, and warn of a pale colour, with a button that picks a darker one', async () => {
      const account = await instance.account()
      const { id, short, short_url } = await account.link({ custom_slug: 'poster', title: 'Pale' })
      await inDashboard(
        chrome,
        instance,
        account,
        async ({ page, open }) => {
          await open(`/qr?link=${id}`)
          const color = page.getByLabel('Colour', { exact: true })
          const picture = page.getByRole('img', { name: 'QR code of Pale' })
          await picture.waitFor()
          expect(await page.getByLabel('QR destination').inputValue()).toBe(`${short_url}?qr`)
          const png = await downloaded(page, 'PNG, 256 pixels')
          expect(png.name).toBe('poster-qr-256.png')
          expect(scanPng(png.bytes)).toBe(`${short_url}?qr`)
          const svg = await downloaded(page, /^SVG/)
          expect(svg.name).toBe('poster-qr.svg')
          expect(new TextDecoder().decode(svg.bytes)).toStartWith('<svg xmlns="http://www.w3.org/2000/svg"')
          await color.fill('#ffd700')
          await page.getByText('contrast with white is below 3:1').waitFor()
          // The choice is previewed before it is saved, and not visible to others yet.
          await page.getByText('Unsaved changes').waitFor()
          expect(await axeFindings(page)).toEqual([])
          expect(decodeURIComponent((await picture.getAttribute('src')) ?? '')).toContain('#ffd700')
          expect((await account.call(`GET /links/${short}/qr`)).body.data.color).toBe('#000000')

          await page.getByRole('button', { name: 'Use a darker colour' }).click()
          await page.getByText('contrast with white is below 3:1').waitFor({ state: 'detached' })
          const darker = await color.inputValue()
          await page.getByRole('button', { name: 'Save' }).click()
          await page.getByText('Style saved').waitFor()
          await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
          expect((await account.call(`GET /links/${short}/qr`)).body.data).toMatchObject({
            color: darker,
            scannable: true,
          })

          await page.getByRole('button', { name: 'Reset to default' }).click()
          await page.getByText('Reset to the default style').waitFor()
          expect(await color.inputValue()).toBe('#000000')
          await color.fill('red')
          await page.getByRole('button', { name: 'Save' }).click()
          await page.getByText('Use the format #rgb or #rrggbb').waitFor()
          expect(await color.inputValue()).toBe('red')
        },
        { ...desk, colorScheme: 'dark' },
      )
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
