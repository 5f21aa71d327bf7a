// The administration in the dashboard: people and their plans, invitations, reports of abuse, blocks and appeals, and the
// server's health.
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { password } from '../test/accounts/sign-in.ts'
import { button, dialog, reportInWindow, sharedAdministration } from '../test/browser/administration.ts'
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
          await page.getByText('There is no page at this address.').waitFor()
        }
        expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0)
      })
      await administering(async ({ page, open }) => {
        await open('/administration/nothing')
        await page.getByText('There is no page at this address.').waitFor()
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
          await page.getByLabel('Search by e-mail or name').fill(account.email)
          const rows = page.locator('tbody tr')
          await page.waitForURL(/search=/)
          await rows.nth(1).waitFor({ state: 'detached' })
          expect(await rows.innerText()).toContain(account.email)
          await page.getByLabel('Show').selectOption('administrators')
          await page.getByText('Nobody fits').waitFor()
          await page.reload()
          await page.getByText('Nobody fits').waitFor()
          expect(await page.getByLabel('Search by e-mail or name').inputValue()).toBe(account.email)
          await button(page, 'Show everybody').click()
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
          await page.getByText(`${account.email} now has the plan tiny`).waitFor()
          expect(await limit()).toBe(3)
          await button(page, 'Undo').click()
          await page.getByText(`${account.email} now has the plan roomy`).waitFor()
          expect(await limit()).toBeNull()
          await page.keyboard.press('Escape')
          await page.waitForURL(/administration\?search=/)
        })
      })

      test('become administrators after a confirmation, and the last one stays one', async () => {
        const account = await instance.account()
        await administering(async ({ page, open }) => {
          await open(`/administration/people/${account.userId}`)
          const toggle = page.getByRole('switch', { name: 'Administers this server' })
          await toggle.click()
          await button(page, 'Make administrator').click()
          await page.getByText(`${account.email} administers this server now`).waitFor()
          await page.getByText('cannot be blocked').waitFor()
          await toggle.click()
          await button(page, 'End it').click()
          await page.getByText(`${account.email} administers this server no more`).waitFor()
          await button(page, 'Block the account').waitFor()

          await open(`/administration/people/${administrator().userId}`)
          await toggle.click()
          await page.getByText('You will not see these pages any more.').waitFor()
          await button(page, 'End it').click()
          await page.getByRole('dialog').getByRole('alert').waitFor()
          expect(await toggle.getAttribute('aria-checked')).toBe('true')
        })
      })

      test('who are blocked are signed out and told why, and their links answer 410 until the block is lifted', async () => {
        const account = await instance.account()
        const link = await account.link()
        const status = async () => (await instance.visit(`/${link.short}`)).status
        await inDashboard(chrome, instance, account, async ({ page: theirs, open: openTheirs }) => {
          await openTheirs('/links')
          await administering(async ({ page, open }) => {
            await open(`/administration/people/${account.userId}`)
            await button(page, 'Block the account').click()
            await dialog(page)
              .getByLabel('Reason, which the owner is told')
              .fill('It sent spam to everybody.')
            await dialog(page).getByRole('button', { name: 'Block the account' }).click()
            await page.getByText(`${account.email} is blocked`).waitFor()
            await page.getByText('It sent spam to everybody.').waitFor()
            expect(await status()).toBe(410)

            // What was open there asks to sign in again, and says why that does not help.
            await theirs.getByLabel('Destination URL').fill('https://example.com/more')
            await theirs.keyboard.press('Enter')
            const again = theirs.getByRole('dialog', { name: 'You have been signed out' })
            await again.getByLabel('Password').fill(password)
            await again.getByRole('button', { name: 'Sign in', exact: true }).click()
            await again.getByText('It sent spam to everybody.').waitFor()
            expect(await theirs.getByLabel('Destination URL').inputValue()).toBe('https://example.com/more')
            await openSignIn(theirs, instance, account)
            await theirs.getByText('It sent spam to everybody.').waitFor()

            await button(page, 'Unblock').click()
            await page.getByText(`${account.email} is blocked no more`).waitFor()
            await button(page, 'Block the account').waitFor()
            expect(await status()).toBe(302)
          })
        })
      })

      test('are invited: the URL is shown once, and stops working when the invitation is revoked', async () => {
        await administering(async ({ page, open }) => {
          await open('/administration')
          await button(page, 'Invite').click()
          await page.getByLabel('E-mail', { exact: true }).fill('eva@example.com')
          await page.getByLabel('Language of the e-mail').selectOption('id')
          await dialog(page).getByRole('button', { name: 'Invite' }).click()
          const address = await page.getByLabel('Address of the invitation').inputValue()
          const { pathname, search } = new URL(address)
          expect((await instance.ask(`GET ${pathname}${search}`)).status).toBe(200)
          expect(instance.messageTo('eva@example.com').text).toContain(address)
          expect(instance.messageTo('eva@example.com').subject).toContain('undang')
          await button(page, 'Done').click()
          await button(page, 'Withdraw the invitation of eva@example.com').click()
          await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
          await page.getByText('The invitation of eva@example.com works no more').waitFor()
          expect((await instance.ask(`GET ${pathname}${search}`)).status).toBe(410)
          await page.getByText('Invitations that nobody used yet').waitFor({ state: 'detached' })
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
          // Nothing on the card leads to what was reported, or loads it.
          for (const anchor of await report.getByRole('link').all())
            expect(await anchor.getAttribute('href')).toStartWith('/dashboard/administration/')
          expect(await report.locator('img, iframe').count()).toBe(0)

          await report.getByRole('button', { name: 'Block the link' }).click()
          const reason = dialog(page).getByLabel('Reason, which the owner is told')
          expect(await reason.inputValue()).toBe('It was reported by a visitor: phishing.')
          expect(await axeFindings(page)).toEqual([])
          await reason.fill('')
          await dialog(page).getByRole('button', { name: 'Block the link' }).click()
          expect(await status()).toBe(302)
          await reason.fill('It asks for passwords.')
          await dialog(page).getByLabel('Note for administrators (optional)').fill('Seen in my own mail.')
          await dialog(page).getByRole('button', { name: 'Block the link' }).click()
          await page.getByText('No open reports').waitFor()
          expect(await status()).toBe(410)
          expect((await account.call(`GET /links/${link.short}`)).body.data.blocked_reason).toBe(
            'It asks for passwords.',
          )

          await button(page, 'Closed').click()
          await report.getByText('Seen in my own mail.').waitFor()
          await report.getByText('by you').waitFor()
          await report.getByRole('button', { name: 'Unblock the link' }).click()
          await page.getByText(`${link.short_url} is blocked no more`).waitFor()
          expect(await status()).toBe(302)

          await report.getByRole('link', { name: account.email }).click()
          await page.getByRole('dialog').getByText('Was blocked').waitFor()
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
            await form.getByLabel('Why that is a mistake').fill('It asks for none.\n<b>Look</b> again.')
            await form.getByRole('button', { name: 'Send the appeal' }).click()
            await theirs.getByText('You will be told by e-mail what is decided.').waitFor()
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
            await button(page, 'Decided').click()
            await appeal.getByText('Block lifted').waitFor()

            await openTheirs(`/links?link=${link.id}`)
            await theirs.getByLabel('Destination', { exact: true }).waitFor()
            expect(await theirs.getByText('It asks for passwords.').count()).toBe(0)
          })
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
