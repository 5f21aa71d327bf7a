// Administration in the dashboard, rarer cases: other outcomes of reports and appeals, and every variant of its pages.
import { expect, test } from 'bun:test'
import { button, dialog, reportOf, sharedAdministration } from '../test/browser/administration.ts'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, desk, inDashboard, phone } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { microsite } from '../test/microsites.ts'

onOneEngine(
  'the administration',
  (instance) => {
    const { administrator, administering } = sharedAdministration(instance)

    test('is not found by other accounts at any of its URLs', async () => {
      await inDashboard(chrome, instance, await instance.account(), async ({ page, open }) => {
        for (const path of [
          '',
          '/people',
          `/people/${administrator().userId}`,
          '/reports',
          '/appeals',
          '/health',
        ]) {
          await open(`/administration${path}`)
          await page.getByText('There’s no page at this URL.').waitFor()
        }
        expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0)
      })
    })

    test('does not invite people who have an account, and keeps the address that was typed', async () => {
      await administering(async ({ page, open }) => {
        await open('/administration')
        await button(page, 'Invite').click()
        await page.getByLabel('E-mail address', { exact: true }).fill(administrator().email)
        await dialog(page).getByRole('button', { name: 'Send invitation' }).click()
        await dialog(page).getByRole('alert').waitFor()
        expect(await page.getByLabel('E-mail address', { exact: true }).inputValue()).toBe(
          administrator().email,
        )
      })
    })

    test('dismisses reports, also of a microsite, and nothing changes for visitors', async () => {
      const site = await microsite(await instance.account())
      await reportOf(instance, site.url)
      await administering(async ({ page, open }) => {
        await open('/administration/reports')
        const report = page.getByRole('region', { name: site.url })
        await report.getByRole('button', { name: 'Block microsite' }).waitFor()
        await report.getByRole('button', { name: 'Dismiss' }).click()
        await dialog(page).getByRole('button', { name: 'Dismiss' }).click()
        await page.getByText('Report dismissed').waitFor()
        expect((await instance.visit(`/${site.slug}`)).status).toBe(200)
      })
    })

    test('blocks a whole account after a report; a report that somebody else closed meanwhile says so', async () => {
      const account = await instance.account()
      const [one, other] = [await account.link(), await account.link()]
      await reportOf(instance, one.short_url)
      await administering(async ({ page, open, session }) => {
        await open('/administration/reports')
        const report = page.getByRole('region', { name: one.short_url })
        await report.getByRole('button', { name: 'Block account' }).click()
        await dialog(page).getByRole('button', { name: 'Block account' }).click()
        await page.getByText(`${account.email} blocked`).waitFor()
        expect((await instance.visit(`/${other.short}`)).status).toBe(410)

        const link = await (await instance.account()).link()
        await reportOf(instance, link.short_url)
        await open('/administration/reports')
        await page
          .getByRole('region', { name: link.short_url })
          .getByRole('button', { name: 'Dismiss' })
          .click()
        const [{ id }] = (await session.call('GET /administration/reports')).body.data
        await session.call(`POST /administration/reports/${id}/close`, { body: { action: 'dismiss' } })
        await dialog(page).getByRole('button', { name: 'Dismiss' }).click()
        await page.getByText('This report has already been closed').first().waitFor()
        await page.getByText('No open reports').waitFor()
      })
    })

    test('allows three appeals: the owner reads each rejection, and can’t appeal a fourth time', async () => {
      const account = await instance.account()
      const link = await account.link()
      await administering(async ({ page, open, session }) => {
        const path = `/administration/links/${link.id}/block`
        await session.call(`POST ${path}`, { body: { reason: 'It is spam.' } })
        await inDashboard(chrome, instance, account, async (own) => {
          const appeal = (message: string) =>
            own.session.call('POST /appeals', { body: { about: 'link', id: link.id, message } })
          for (const answer of ['Not the first time.', 'Not the second time.']) {
            const { id } = (await appeal('Look again.')).body.data
            const body = { outcome: 'upheld', answer }
            await session.call(`POST /administration/appeals/${id}/decide`, { body })
          }
          await own.open(`/links?link=${link.id}`)
          await own.page.getByText('Response: Not the second time.').waitFor()
          expect(await button(own.page, 'Appeal').count()).toBe(1)
          await appeal('For the third time')
          await open('/administration/appeals')
          const card = page.getByRole('region', { name: link.short_url })
          await card.getByText('For the third time').waitFor()
          await card.getByRole('button', { name: 'Keep the block' }).click()
          await dialog(page).getByLabel('Response (shown to the owner)').fill('Not the third time.')
          await dialog(page).getByRole('button', { name: 'Keep the block' }).click()
          await page.getByText('No open appeals').waitFor()
          await own.open(`/links?link=${link.id}`)
          await own.page.getByText('Response: Not the third time.').waitFor()
          expect(await button(own.page, 'Appeal').count()).toBe(0)
        })
        expect((await instance.visit(`/${link.short}`)).status).toBe(410)
      })
    })

    test('shows plans, sign-ups and health', async () => {
      await administering(async ({ page, open }) => {
        await open('/administration/plans')
        const row = page.getByRole('row', { name: /^Links per month/ })
        expect(await row.innerText()).toContain('100')
        await open('/administration/sign-ups')
        await page.getByRole('heading', { name: 'Only invited people can sign up' }).waitFor()
        await page
          .getByText(/in the last 30 days/)
          .first()
          .waitFor()
        await open('/administration/health')
        await page.getByText('All systems operational.').waitFor()
        await page.getByText(instance.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL').waitFor()
      })
    })

    test('says in plain words what is wrong with the server', async () => {
      await administering(async ({ page, open }) => {
        await page.route('**/api/administration/health', async (route) => {
          const answer = await route.fetch()
          const health = await answer.json()
          Object.assign(health.data.clicks, { uncounted: 7, waiting: 20_000 })
          await route.fulfill({ response: answer, json: health })
        })
        await open('/administration/health')
        await page.getByText('7 clicks were redirected but couldn’t be saved').waitFor()
        await page.getByText('20,000 clicks are waiting to be counted').waitFor()
        expect(await page.getByText('All systems operational.').count()).toBe(0)
        await page.unroute('**/api/administration/health')
      })
    })

    test.each([
      ['in light on a phone', { ...phone, colorScheme: 'light' }],
      ['in the dark on a desk', { ...desk, colorScheme: 'dark' }],
    ] as const)('has no axe-core violations, %s', async (_, options) => {
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
        administrator(),
        async ({ page, open }) => {
          for (const path of paths) {
            await open(`/administration${path}`)
            await page.waitForLoadState('networkidle')
            expect([path, await axeFindings(page)]).toEqual([path, []])
          }
          await open('/administration/reports')
          await button(page, 'Block account').first().click()
          await dialog(page).getByLabel('Reason (shown to the owner)').waitFor()
          expect(await axeFindings(page)).toEqual([])
        },
        options,
      )
    })
  },
  { TRUST_PROXY: '127.0.0.1,::1' },
)
