// QR codes in the dashboard: designed, warned of, and downloaded as files that scanners read.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chrome } from '../test/browser-window.ts'
import { axeFindings, desk, inDashboard } from '../test/dashboard.ts'
import { uploader } from '../test/images.ts'
import { onOneEngine } from '../test/instance.ts'
import { microsite } from '../test/microsites.ts'
import { type LogoServer, startLogoServer } from '../test/qr.ts'
import { scanPng } from '../test/qr-pixels.ts'
import { downloaded, square } from './qr-page.ts'

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
    test('are downloaded as files that are read as the address that is scanned, and warn of a pale colour, for which a press takes a darker one', async () => {
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
          expect(await page.getByLabel('Address that is scanned').inputValue()).toBe(`${short_url}?qr`)
          const png = await downloaded(page, 'PNG, 256 pixels')
          expect(png.name).toBe('poster-qr-256.png')
          expect(scanPng(png.bytes)).toBe(`${short_url}?qr`)
          const svg = await downloaded(page, /^SVG/)
          expect(svg.name).toBe('poster-qr.svg')
          expect(new TextDecoder().decode(svg.bytes)).toStartWith('<svg xmlns="http://www.w3.org/2000/svg"')
          await color.fill('#ffd700')
          await page.getByText('contrast with white is under 3:1').waitFor()
          // What is chosen is seen before it is saved, and is nobody else's yet.
          await page.getByText('Not saved yet').waitFor()
          expect(await axeFindings(page)).toEqual([])
          expect(decodeURIComponent((await picture.getAttribute('src')) ?? '')).toContain('#ffd700')
          expect((await account.call(`GET /links/${short}/qr`)).body.data.color).toBe('#000000')

          await page.getByRole('button', { name: 'Use a darker colour' }).click()
          await page.getByText('contrast with white is under 3:1').waitFor({ state: 'detached' })
          const darker = await color.inputValue()
          await page.getByRole('button', { name: 'Save' }).click()
          await page.getByText('The look is saved').waitFor()
          await page.getByText('Not saved yet').waitFor({ state: 'detached' })
          expect((await account.call(`GET /links/${short}/qr`)).body.data).toMatchObject({
            color: darker,
            scannable: true,
          })

          await page.getByRole('button', { name: 'As the account' }).click()
          await page.getByText('It looks as the account’s codes').waitFor()
          expect(await color.inputValue()).toBe('#000000')
          await color.fill('red')
          await page.getByRole('button', { name: 'Save' }).click()
          await page.getByText('Write it as #rgb or #rrggbb').waitFor()
          expect(await color.inputValue()).toBe('red')
        },
        { ...desk, colorScheme: 'dark' },
      )
    })

    test('take a logo by its address or of the own images, say what became of it, and of a microsite are drawn as the account’s', async () => {
      const { account, upload } = await uploader(instance)
      const uploaded = await upload(new TextEncoder().encode(square), '?title=Bird')
      const { id, short_url } = await account.link({ title: 'Branded' })
      for (let number = 0; number < 7; number++) await account.link({ title: `Menu ${number}` })
      await microsite(account, { slug: 'cafe', title: 'Café' })
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        await open('/qr')
        await page.getByRole('button', { name: 'Use Bird' }).click()
        expect(await page.getByLabel('Logo').inputValue()).toBe(instance.url + uploaded.path)
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText('The logo is in the code.').waitFor()

        await page.getByLabel('Find a link').fill('brand')
        await page.getByRole('link', { name: /Branded/ }).click()
        const picture = page.getByRole('img', { name: 'QR code of Branded' })
        await picture.waitFor()
        expect(decodeURIComponent((await picture.getAttribute('src')) ?? '')).toContain(
          'data:image/png;base64,',
        )
        expect(scanPng((await downloaded(page, 'PNG, 512 pixels')).bytes)).toBe(`${short_url}?qr`)

        await page.getByLabel('Logo').fill(logos.put('/broken.png', 'no picture at all', 'image/png'))
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText('The logo could not be fetched').waitFor()
        await page.getByLabel('Logo').fill('ftp://example.com/logo.png')
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('alert').filter({ hasText: 'must' }).waitFor()
        expect(await page.getByLabel('Logo').inputValue()).toBe('ftp://example.com/logo.png')
        expect((await account.call(`GET /links/${id}/qr`)).body.data.logo).toBe(`${logos.url}/broken.png`)
        await open('/qr?microsite=cafe')
        await page.getByText('Codes of microsites look as those of the account.').waitFor()
        expect(scanPng((await downloaded(page, 'PNG, 256 pixels')).bytes)).toBe(`${instance.url}/cafe?qr`)
      })
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
