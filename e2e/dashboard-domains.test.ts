// Custom domains in the dashboard: from adding one to creating links on it, with the state of its DNS records.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { startNameServer } from '../test/servers/name-server.ts'

const nameServer = await startNameServer()
nameServer.publishAddresses('localhost', '192.0.2.7')
beforeAll(async () => {})
afterAll(async () => {
  nameServer.stop()
})

onOneEngine(
  'a custom domain in the dashboard',
  (instance) => {
    const named = (word: string) => `${word}.${instance.engine}.example.com`

    test('is added, shows the required DNS records, is checked until they exist, and is removed unless it has links', async () => {
      const account = await instance.account()
      const [used, unused] = [named('go'), named('unused')]
      const domain = used
      await inDashboard(
        chrome,
        instance,
        account,
        async ({ page, context, open, session }) => {
          await open('/workspace/domains')
          const name = page.getByLabel('Domain name')
          await name.fill('https://example.com/path')
          await page.getByRole('button', { name: 'Add', exact: true }).click()
          await page.getByText('Enter a domain name that you own').waitFor()
          expect(await name.inputValue()).toBe('https://example.com/path')
          await name.fill(` ${domain.toUpperCase()} `)
          await page.keyboard.press('Enter')
          const card = page.getByRole('region', { name: domain })
          await card.getByText('Waiting for DNS records').waitFor()
          const [{ record }] = (await session.call('GET /domains')).body.data
          for (const text of [record.name, record.value, 'localhost'])
            await card.getByText(text, { exact: true }).waitFor()
          await card.getByRole('button', { name: 'Copy value: TXT' }).click()
          expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(record.value)

          const check = card.getByRole('button', { name: 'Check DNS records' })
          await check.click()
          await card.getByText('The TXT record wasn’t found.').waitFor()
          expect(await card.getByText('Not found yet').count()).toBe(2)
          expect(await axeFindings(page)).toStrictEqual([])
          nameServer.publish(record.name, 'linnet-verification=<b>another</b>')
          await check.click()
          await card.getByText('Found instead: linnet-verification=<b>another</b>').waitFor()
          nameServer.publish(record.name, record.value)
          await check.click()
          await card.getByText('Verified', { exact: true }).waitFor()
          await card.getByText('doesn’t seem to point to this server yet').waitFor()
          nameServer.publishAddresses(domain, '192.0.2.7')
          await check.click()
          await card.getByText('All records are correct.').waitFor()
          expect((await account.link({ domain_alias: domain })).domain).toBe(domain)
          await context.clearPermissions()

          await account.domain(unused)
          await open('/workspace/domains')
          const remove = async (domain: string) => {
            await page.getByRole('button', { name: `Remove: ${domain}` }).click()
            const dialog = page.getByRole('alertdialog', { name: `Remove ${domain}?` })
            await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
            return dialog
          }
          const refused = await remove(used)
          await refused.getByText('This domain still has links.').waitFor()
          await refused.getByRole('button', { name: 'Cancel' }).click()
          await refused.waitFor({ state: 'detached' })
          await remove(unused)
          await page.getByText(`${unused} removed`).waitFor()
          const left = (await session.call('GET /domains')).body.data
          expect(left.map(({ domain }: { domain: string }) => domain)).toStrictEqual([used])
        },
        { permissions: ['clipboard-read', 'clipboard-write'] },
      )
    })

    test('has settings in folded sections: root, look and files, with errors where they belong', async () => {
      const account = await instance.account()
      const domain = named('set')
      await account.domain(domain)
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        await open('/workspace/domains')
        const card = page.getByRole('region', { name: domain })
        await card.getByRole('button', { name: `Settings: ${domain}` }).click()
        const form = page.getByRole('form', { name: `Settings of ${domain}` })
        await form.getByText('Root and unknown codes').click()
        await form.getByLabel('Root redirects to').fill('https://example.com/front')
        await form.getByText('Branding').click()
        await form.getByLabel('Name').fill('Ana & Co')
        await form.getByLabel('Colour', { exact: true }).fill('#00aa77')
        await form.getByText('Files', { exact: true }).click()
        await form.getByLabel('assetlinks.json').fill('{"not": "a list"}')
        expect(await axeFindings(page)).toStrictEqual([])
        await form.getByRole('button', { name: 'Save settings' }).click()
        await form.getByText('Use the format that Apple or Google documents.').waitFor()
        expect((await instance.visit('/', { host: domain })).status).toBe(200)
        await form.getByLabel('assetlinks.json').fill('[]')
        await form.getByRole('button', { name: 'Save settings' }).click()
        await page.getByText(`Settings of ${domain} saved`).waitFor()
        expect((await instance.visit('/', { host: domain })).headers.get('location')).toBe(
          'https://example.com/front',
        )
        expect((await instance.visit('/nobody', { host: domain })).text).toContain('Ana &amp; Co')
        if (process.env.PICTURES)
          for (const [width, scheme] of [
            [390, 'light'],
            [390, 'dark'],
            [1440, 'light'],
            [1440, 'dark'],
          ] as const) {
            await page.setViewportSize({ width, height: 900 })
            await page.emulateMedia({ colorScheme: scheme })
            await page.screenshot({
              path: `${process.env.PICTURES}/domains-${width}-${scheme}.png`,
              fullPage: true,
            })
          }
      })
    })

    test('of the service has settings for administrators alone', async () => {
      const host = new URL(instance.url).host
      const shown = async (administrator: boolean) => {
        const account = await instance.account({ administrator })
        let count = -1
        await inDashboard(chrome, instance, account, async ({ page, open }) => {
          await open('/workspace/domains')
          await page.getByLabel('Domain name').waitFor()
          count = await page.getByRole('region', { name: `${host} (default domain)` }).count()
          if (!administrator) return
          await page.getByRole('button', { name: `Settings: ${host}` }).click()
          const form = page.getByRole('form', { name: `Settings of ${host}` })
          await form.getByText('Links', { exact: true }).click()
          await form.getByRole('switch', { name: 'Forward query parameters' }).click()
          await form.getByRole('button', { name: 'Save settings' }).click()
          await page.getByText(`Settings of ${host} saved`).waitFor()
        })
        return count
      }
      expect([await shown(false), await shown(true)]).toStrictEqual([0, 1])
    })

    test('is added as it was typed last, even if the form is sent before the browser has drawn that', async () => {
      const account = await instance.account()
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        await open('/workspace/domains')
        const domain = named('quick')
        await page.getByLabel('Domain name').evaluate(async (field: HTMLInputElement, domain) => {
          field.value = domain
          field.dispatchEvent(new Event('input', { bubbles: true }))
          // The state has been rendered by now, in a microtask.
          await Promise.resolve()
          field.form?.requestSubmit()
        }, domain)
        await page.getByRole('region', { name: domain }).waitFor()
      })
    })
  },
  { DNS_SERVERS: nameServer.address },
)
