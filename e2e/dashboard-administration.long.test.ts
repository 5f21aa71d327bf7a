// The administration in the dashboard, whole: each page is not there for others, and axe-core finds nothing in any of them.
import { beforeAll, expect, test } from 'bun:test'
import { button, dialog, reportOf } from '../test/administration.ts'
import { chrome } from '../test/browser-window.ts'
import { axeFindings, desk, inDashboard, phone } from '../test/dashboard.ts'
import { type Account, onOneEngine } from '../test/instance.ts'

onOneEngine(
  'the administration',
  (instance) => {
    let root: Account
    beforeAll(async () => {
      root = await instance.account({ administrator: true })
    })

    test('is not there for others at any of its addresses', async () => {
      await inDashboard(chrome, instance, await instance.account(), async ({ page, open }) => {
        for (const path of ['', '/people', `/people/${root.userId}`, '/reports', '/appeals', '/health']) {
          await open(`/administration${path}`)
          await page.getByText('There is no page at this address.').waitFor()
        }
        expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0)
      })
    })

    test.each([
      ['in light on a phone', { ...phone, colorScheme: 'light' }],
      ['in the dark on a desk', { ...desk, colorScheme: 'dark' }],
    ] as const)('has nothing that axe-core finds, %s', async (_, options) => {
      const account = await instance.account()
      await reportOf(instance, (await account.link()).short_url)
      const paths = [
        '',
        `/people/${account.userId}`,
        '/plans',
        '/sign-ups',
        '/reports',
        '/appeals',
        '/health',
      ]
      await inDashboard(
        chrome,
        instance,
        root,
        async ({ page, open }) => {
          for (const path of paths) {
            await open(`/administration${path}`)
            await page.waitForLoadState('networkidle')
            expect([path, await axeFindings(page)]).toEqual([path, []])
          }
          await open('/administration/reports')
          await button(page, 'Block the account').first().click()
          await dialog(page).getByLabel('Reason, which the owner is told').waitFor()
          expect(await axeFindings(page)).toEqual([])
        },
        options,
      )
    })
  },
  { TRUST_PROXY: '127.0.0.1,::1' },
)
