// QR codes in the dashboard, rarer cases: every size, unsaved changes, missing links, and every variant of the page.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, desk, inDashboard, phone } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { microsite } from '../test/microsites.ts'
import { uploader } from '../test/pictures/images.ts'
import { type LogoServer, startLogoServer } from '../test/pictures/qr.ts'
import { scanPng } from '../test/pictures/qr-pixels.ts'
import { downloaded, square } from './qr-page.ts'

let logos: LogoServer
beforeAll(async () => {
  logos = await startLogoServer()
})
afterAll(async () => {
  logos.stop()
})

/** Width and height of a PNG; throws for other files. */
function sizeOf(png: Uint8Array): [number, number] {
  const bytes = Buffer.from(png)
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG')
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

onOneEngine(
  'QR codes in the dashboard, rarer cases',
  (instance) => {
    test('are downloaded in every size, and each scans as the short URL', async () => {
      const account = await instance.account()
      const { id, short_url } = await account.link({ custom_slug: 'poster', title: 'Poster' })
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        await open(`/qr?link=${id}`)
        await page.getByRole('img', { name: 'QR code of Poster' }).waitFor()
        expect(await page.getByLabel('QR destination').inputValue()).toBe(`${short_url}?qr`)
        for (const size of [256, 512, 1024, 2048]) {
          const file = await downloaded(page, `PNG, ${size.toLocaleString('en')} pixels`)
          expect(file.name).toBe(`poster-qr-${size}.png`)
          expect(sizeOf(file.bytes)).toEqual([size, size])
          // Decoding a large one takes seconds.
          if (size <= 512) expect(scanPng(file.bytes)).toBe(`${short_url}?qr`)
        }
        const file = await downloaded(page, /^SVG/)
        expect(file.name).toBe('poster-qr.svg')
        expect(new TextDecoder().decode(file.bytes)).toStartWith('<svg xmlns="http://www.w3.org/2000/svg"')
      })
    })

    test('keep unsaved settings of one while another one is open', async () => {
      const account = await instance.account()
      const { id, short } = await account.link({ title: 'Mine' })
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        await open(`/qr?link=${id}`)
        const color = page.getByLabel('Colour', { exact: true })
        await color.fill('#14532d')
        await page.getByRole('link', { name: 'Default style' }).click()
        await page.getByRole('link', { name: /^Mine/ }).click()
        await page.getByText('Unsaved changes').waitFor()
        expect(await color.inputValue()).toBe('#14532d')
        const logo = logos.put('/meanwhile.svg', square, 'image/svg+xml')
        await account.call(`PUT /links/${short}/qr`, { body: { logo } })
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByText('Unsaved changes').waitFor({ state: 'hidden' })
        // Changes made elsewhere meanwhile are kept.
        expect((await account.call(`GET /links/${short}/qr`)).body.data).toMatchObject({
          color: '#14532d',
          logo,
        })
      })
    })

    test('of a link are found by part of its title; those of a microsite use the account’s design', async () => {
      const account = await instance.account()
      for (let number = 0; number < 7; number++) await account.link({ title: `Menu ${number}` })
      await microsite(account, { slug: 'cafe', title: 'Café' })
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        await open('/qr')
        await page.getByLabel('Find a link').fill('menu 0')
        await page.getByRole('link', { name: /Menu 0/ }).click()
        await page.getByRole('heading', { name: 'Menu 0' }).waitFor()
        expect(page.url()).toContain('/dashboard/qr?link=lnk_')
        await open('/qr?microsite=cafe')
        await page.getByText('QR codes of microsites use the default style.').waitFor()
        expect(scanPng((await downloaded(page, 'PNG, 512 pixels')).bytes)).toBe(`${instance.url}/cafe?qr`)
        await open('/qr?link=lnk_nothing')
        await page.getByRole('alert').waitFor()
        await page.getByRole('link', { name: 'Edit default style' }).click()
        await page.getByRole('heading', { name: 'Default style' }).waitFor()
      })
    })

    test.each([
      ['a phone', { ...phone, colorScheme: 'light' }],
      ['a desk', { ...desk, colorScheme: 'dark' }],
    ] as const)('are accessible on %s', async (_where, options) => {
      const account = await instance.account()
      const { id } = await account.link({ title: 'Seen' })
      await inDashboard(
        chrome,
        instance,
        account,
        async ({ page, open }) => {
          await open('/qr')
          await page.getByRole('img', { name: /^QR code/ }).waitFor()
          expect(await axeFindings(page)).toEqual([])
          await open(`/qr?link=${id}`)
          await page.getByLabel('Colour', { exact: true }).fill('#ffd700')
          await page.getByRole('button', { name: 'Use a darker colour' }).waitFor()
          expect(await axeFindings(page)).toEqual([])
        },
        options,
      )
    })

    test('take a logo by URL or from the account’s images and show its status; a microsite’s code uses the account’s design', async () => {
      const { account, upload } = await uploader(instance)
      const uploaded = await upload(new TextEncoder().encode(square), '?title=Bird')
      const { id, short_url } = await account.link({ title: 'Branded' })
      for (let number = 0; number < 7; number++) await account.link({ title: `Menu ${number}` })
      await microsite(account, { slug: 'kitchen', title: 'Kitchen' })
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        await open('/qr')
        await page.getByRole('button', { name: 'Use Bird' }).click()
        expect(await page.getByLabel('Logo').inputValue()).toBe(instance.url + uploaded.path)
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText('The logo is in the QR code.').waitFor()

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
        await page.getByText('The logo couldn’t be fetched').waitFor()
        await page.getByLabel('Logo').fill('ftp://example.com/logo.png')
        await page.getByRole('button', { name: 'Save' }).click()
        await page
          .getByRole('alert')
          .filter({ hasText: 'Enter a web address that starts with http' })
          .waitFor()
        expect(await page.getByLabel('Logo').inputValue()).toBe('ftp://example.com/logo.png')
        expect((await account.call(`GET /links/${id}/qr`)).body.data.logo).toBe(`${logos.url}/broken.png`)
        await open('/qr?microsite=kitchen')
        await page.getByText('QR codes of microsites use the default style.').waitFor()
        expect(scanPng((await downloaded(page, 'PNG, 256 pixels')).bytes)).toBe(`${instance.url}/kitchen?qr`)
      })
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
