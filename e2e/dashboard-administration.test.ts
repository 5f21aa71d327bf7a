// The administration in the dashboard: people and their plans, invitations, reports of abuse, blocks and appeals, and the
// server's health.
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { password, signIn } from '../test/accounts/sign-in.ts'
import {
  button,
  dialog,
  reportInWindow,
  reportOf,
  sharedAdministration,
} from '../test/browser/administration.ts'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard } from '../test/browser/dashboard.ts'
import { type Account, type Instance, onOneEngine } from '../test/instance.ts'

onOneEngine(
  'the administration',
  (instance) => {
    const { administrator, administering } = sharedAdministration(instance)

    test('does not exist for other users: neither in the menu nor at its URLs', async () => {
      await inDashboard(chrome, instance, await instance.account(), async ({ page, open }) => {
        for (const path of ['', `/people/${administrator().userId}`]) {
          await open(`/administration${path}`)
          await page.getByText('There’s no page at this URL.').waitFor()
        }
        expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0)
      })
      await administering(async ({ page, open }) => {
        await open('/administration/nothing')
        await page.getByText('There’s no page at this URL.').waitFor()
        await open('/links')
        await page.getByRole('link', { name: 'Administration' }).click()
        await page.getByRole('heading', { name: 'Administration' }).waitFor()
      })
    })

    describe('people', () => {
      test('are found by part of the e-mail, filtered, and the URL keeps the search', async () => {
        const account = await instance.account()
        await administering(async ({ page, open }) => {
          await open('/administration')
          await page.getByLabel('Search by e-mail address or name').fill(account.email)
          const rows = page.locator('tbody tr')
          await page.waitForURL(/search=/)
          await rows.nth(1).waitFor({ state: 'detached' })
          expect(await rows.innerText()).toContain(account.email)
          await page.getByLabel('Filter people').selectOption('administrators')
          await page.getByText('No matching people').waitFor()
          await page.reload()
          await page.getByText('No matching people').waitFor()
          expect(await page.getByLabel('Search by e-mail address or name').inputValue()).toBe(account.email)
          await button(page, 'Show all').click()
          await rows.filter({ hasText: administrator().email }).waitFor()
        })
      })

      test('get another plan, which takes effect at once, and the change can be undone', async () => {
        const account = await instance.account({ plan: 'roomy' })
        const limit = async () => (await account.call('GET /quota')).body.data.links.limit
        expect(await limit()).toBeNull()
        await administering(async ({ page, open }) => {
          await open(`/administration?search=${account.email}`)
          await page.getByRole('link', { name: account.email }).click()
          await page.getByLabel('Plan').selectOption('tiny')
          await page.getByText(`${account.email} is now on the tiny plan`).waitFor()
          expect(await limit()).toBe(3)
          await button(page, 'Undo').click()
          await page.getByText(`${account.email} is now on the roomy plan`).waitFor()
          expect(await limit()).toBeNull()
          await page.keyboard.press('Escape')
          await page.waitForURL(/administration\?search=/)
        })
      })

      test('become administrators after a confirmation, and the last administrator remains one', async () => {
        const account = await instance.account()
        await administering(async ({ page, open }) => {
          await open(`/administration/people/${account.userId}`)
          const toggle = page.getByRole('switch', { name: 'Administrator' })
          await toggle.click()
          await button(page, 'Make administrator').click()
          await page.getByText(`${account.email} is now an administrator`).waitFor()
          await page.getByText('can’t be blocked').waitFor()
          await toggle.click()
          await button(page, 'Remove administrator').click()
          await page.getByText(`${account.email} is no longer an administrator`).waitFor()
          await button(page, 'Block account').waitFor()

          await open(`/administration/people/${administrator().userId}`)
          await toggle.click()
          await page.getByText('You’ll lose access to these pages.').waitFor()
          await button(page, 'Remove administrator').click()
          await page.getByRole('dialog').getByRole('alert').waitFor()
          expect(await toggle.getAttribute('aria-checked')).toBe('true')
        })
      })

      test('who are blocked are signed out and see the reason, and their links answer 410 until the block is lifted', async () => {
        const account = await instance.account()
        const link = await account.link()
        const status = async () => (await instance.visit(`/${link.short}`)).status
        await inDashboard(chrome, instance, account, async ({ page: theirs, open: openTheirs }) => {
          await openTheirs('/links')
          await administering(async ({ page, open }) => {
            await open(`/administration/people/${account.userId}`)
            await button(page, 'Block account').click()
            await dialog(page).getByLabel('Reason (shown to the owner)').fill('It sent spam to everybody.')
            await dialog(page).getByRole('button', { name: 'Block account' }).click()
            await page.getByText(`${account.email} blocked`).waitFor()
            await page.getByText('It sent spam to everybody.').waitFor()
            expect(await status()).toBe(410)

            // An open page asks to sign in again, and says why that doesn't help.
            await theirs.getByLabel('Destination URL').fill('https://example.com/more')
            await theirs.keyboard.press('Enter')
            const again = theirs.getByRole('dialog', { name: 'You’ve been signed out' })
            await again.getByLabel('Password').fill(password)
            await again.getByRole('button', { name: 'Sign in', exact: true }).click()
            await again.getByText('It sent spam to everybody.').waitFor()
            expect(await theirs.getByLabel('Destination URL').inputValue()).toBe('https://example.com/more')
            await openSignIn(theirs, instance, account)
            await theirs.getByText('It sent spam to everybody.').waitFor()

            await button(page, 'Unblock').click()
            await page.getByText(`${account.email} unblocked`).waitFor()
            await button(page, 'Block account').waitFor()
            expect(await status()).toBe(302)
          })
        })
      })

      test('are invited: the URL is shown once, and stops working when the invitation is withdrawn', async () => {
        await administering(async ({ page, open }) => {
          await open('/administration')
          await button(page, 'Invite').click()
          await page.getByLabel('E-mail address', { exact: true }).fill('eva@example.com')
          await page.getByLabel('E-mail language').selectOption('id')
          await dialog(page).getByRole('button', { name: 'Send invitation' }).click()
          const address = await page.getByLabel('Invitation link').inputValue()
          const { pathname, search } = new URL(address)
          expect((await instance.ask(`GET ${pathname}${search}`)).status).toBe(200)
          expect(instance.messageTo('eva@example.com').text).toContain(address)
          expect(instance.messageTo('eva@example.com').subject).toContain('undang')
          await button(page, 'Done').click()
          await button(page, 'Withdraw invitation for eva@example.com').click()
          await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
          await page.getByText('Invitation for eva@example.com withdrawn').waitFor()
          expect((await instance.ask(`GET ${pathname}${search}`)).status).toBe(410)
          await page.getByText('Pending invitations').waitFor({ state: 'detached' })
        })
      })
    })

    describe('reports', () => {
      test('by visitors arrive; the link is blocked, and redirects again once unblocked', async () => {
        const account = await instance.account()
        const link = await account.link({ long_url: 'https://bad.example/<b>login</b>', title: 'A prize' })
        const status = async () => (await instance.visit(`/${link.short}`)).status
        await reportInWindow(instance, link.short_url, 'It asked for my password.')
        await administering(async ({ page, open }) => {
          await open('/administration/reports')
          await page.getByRole('link', { name: 'Reports (1)' }).waitFor()
          const report = page.getByRole('region', { name: link.short_url })
          await report.getByText('It asked for my password.').waitFor()
          await report.getByText('https://bad.example/<b>login</b>').waitFor()
          // Nothing on the card links to the reported page, or loads it.
          for (const anchor of await report.getByRole('link').all())
            expect(await anchor.getAttribute('href')).toStartWith('/dashboard/administration/')
          expect(await report.locator('img, iframe').count()).toBe(0)

          await report.getByRole('button', { name: 'Block link' }).click()
          const reason = dialog(page).getByLabel('Reason (shown to the owner)')
          expect(await reason.inputValue()).toBe('Reported by a visitor: phishing.')
          expect(await axeFindings(page)).toEqual([])
          await reason.fill('')
          await dialog(page).getByRole('button', { name: 'Block link' }).click()
          expect(await status()).toBe(302)
          await reason.fill('It asks for passwords.')
          await dialog(page).getByLabel('Note for administrators (optional)').fill('Seen in my own mail.')
          await dialog(page).getByRole('button', { name: 'Block link' }).click()
          await page.getByText('No open reports').waitFor()
          expect(await status()).toBe(410)
          expect((await account.call(`GET /links/${link.short}`)).body.data.blocked_reason).toBe(
            'It asks for passwords.',
          )

          await button(page, 'Closed').click()
          await report.getByText('Seen in my own mail.').waitFor()
          await report.getByText('by you').waitFor()
          await report.getByRole('button', { name: 'Unblock link' }).click()
          await page.getByText(`${link.short_url} unblocked`).waitFor()
          expect(await status()).toBe(302)

          await report.getByRole('link', { name: account.email }).click()
          await page.getByRole('dialog').getByText('Blocked', { exact: true }).waitFor()
        })
      })
    })

    describe('appeals', () => {
      test('are sent by the owner of a blocked link; if granted, visitors are redirected again', async () => {
        const account = await instance.account()
        const link = await account.link()
        const status = async () => (await instance.visit(`/${link.short}`)).status
        await administering(async ({ page, open, session }) => {
          const body = { reason: 'It asks for passwords.' }
          await session.call(`POST /administration/links/${link.id}/block`, { body })
          expect(await status()).toBe(410)

          await inDashboard(chrome, instance, account, async ({ page: theirs, open: openTheirs }) => {
            await openTheirs(`/links?link=${link.id}`)
            await theirs.getByText('Reason: It asks for passwords.').waitFor()
            await button(theirs, 'Appeal').click()
            const form = dialog(theirs)
            await form.getByLabel('Why the block is a mistake').fill('It asks for none.\n<b>Look</b> again.')
            await form.getByRole('button', { name: 'Send appeal' }).click()
            await theirs.getByText('You’ll get the decision by e-mail.').waitFor()
            expect(await button(theirs, 'Appeal').count()).toBe(0)

            await open('/administration')
            await page.getByRole('link', { name: 'Appeals (1)' }).click()
            const appeal = page.getByRole('region', { name: link.short_url })
            await appeal.getByText('It asks for passwords.').waitFor()
            await appeal.getByText('<b>Look</b> again.').waitFor()
            await appeal.getByText(link.long_url).waitFor()
            for (const anchor of await appeal.getByRole('link').all())
              expect(await anchor.getAttribute('href')).toStartWith('/dashboard/administration/')
            await appeal.getByRole('button', { name: 'Lift the block' }).click()
            await dialog(page).getByRole('button', { name: 'Lift the block' }).click()
            await page.getByText('No open appeals').waitFor()
            await page.getByRole('link', { name: 'Appeals', exact: true }).waitFor()
            expect(await status()).toBe(302)
            await button(page, 'Closed').click()
            await appeal.getByText('Block lifted').waitFor()

            await openTheirs(`/links?link=${link.id}`)
            await theirs.getByLabel('Destination', { exact: true }).waitFor()
            expect(await theirs.getByText('It asks for passwords.').count()).toBe(0)
          })
        })
      })
    })

    describe('every place that a link leads to', () => {
      const good = 'https://good.example/'
      const bad = 'https://bad.example/bank'
      const rules = [
        { when: { country: ['ID'] }, to: [{ long_url: bad }] },
        { to: [1, 2, 3].map((at) => ({ long_url: `https://good.example/${at}` })) },
      ]

      test('is on the card of a report, with what its owner has changed since', async () => {
        const account = await instance.account()
        const link = await account.link({ long_url: good, rules })
        await reportOf(instance, link.short_url)
        await administering(async ({ page, open }) => {
          await open('/administration/reports')
          const report = page.getByRole('region', { name: link.short_url })
          const others = report.locator('div', { has: page.getByText('Other destinations') }).last()
          expect(await others.getByRole('listitem').allInnerTexts()).toEqual([
            bad,
            'https://good.example/1',
            'https://good.example/2',
          ])
          await others.getByText('1 more').click()
          await others.getByText('https://good.example/3').waitFor()
          expect(await axeFindings(page)).toEqual([])
          expect(await report.getByText('Destinations when reported').count()).toBe(0)

          await account.call(`PUT /links/${link.short}`, { body: { rules: [] } })
          await page.reload()
          const former = report.locator('div', { has: page.getByText('Destinations when reported') }).last()
          await former.getByText('2 more').click()
          const listed = await former.getByRole('listitem').allInnerTexts()
          expect(listed[0]).toStartWith(bad)
          expect(listed.map((item) => item.includes('Removed since'))).toEqual([
            true,
            true,
            true,
            true,
            false,
          ])
          expect(await report.getByText('Other destinations').count()).toBe(0)
          for (const anchor of await report.getByRole('link').all())
            expect(await anchor.getAttribute('href')).toStartWith('/dashboard/administration/')
        })
      })

      test('is on the card of an appeal, with what was removed after the block', async () => {
        const account = await instance.account()
        const link = await account.link({ long_url: good, rules: [rules[0]] })
        await administering(async ({ page, open, session }) => {
          await session.call(`POST /administration/links/${link.id}/block`, { body: { reason: 'Phishing.' } })
          await account.call(`PUT /links/${link.short}`, { body: { rules: [] } })
          const { call } = await signIn(instance, account)
          await call('POST /appeals', { body: { about: 'link', id: link.id, message: 'It is harmless.' } })
          await open('/administration/appeals')
          const appeal = page.getByRole('region', { name: link.short_url })
          const former = appeal
            .locator('div', { has: page.getByText('Destinations when reported or blocked') })
            .last()
          await former.getByText(bad).waitFor()
          expect((await former.getByRole('listitem').allInnerTexts())[0]).toContain('Removed since')
        })
      })
    })
  },
  { TRUST_PROXY: '127.0.0.1,::1' },
)

/** Signs in on the sign-in page, as for a new visit to the dashboard. */
async function openSignIn(page: Page, instance: Instance, { email }: Account): Promise<void> {
  await page.goto(`${instance.url}/dashboard/links`)
  await page.getByLabel(/e-mail/i).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
