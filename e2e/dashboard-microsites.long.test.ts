// Microsites in the dashboard, rarer cases: plan limits, other people's pages, and every variant of the page.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/browser/dashboard.ts'
import { onEachEngine } from '../test/instance.ts'
import { microsite } from '../test/microsites.ts'

const section = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

onEachEngine('microsites in the dashboard, rarer cases', (instance) => {
  test('state the plan’s limit when it is reached, and create nothing', async () => {
    const account = await instance.account({ plan: 'free' })
    await microsite(account)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/microsites')
      await page.getByRole('button', { name: 'New microsite' }).click()
      await page.getByRole('textbox', { name: 'Title' }).fill('One too many')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('alert').waitFor()
      expect((await account.call('GET /microsites')).body.data).toHaveLength(1)
    })
  })

  test('can’t be hidden on a plan that does not include it, and say so', async () => {
    const account = await instance.account({ plan: 'free' })
    const { slug } = await microsite(account)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await section(page, 'Settings').click()
      await page.getByRole('switch', { name: 'Hide microsite' }).click()
      await page.getByText('Your plan doesn’t include hiding microsites.').waitFor()
      expect(await page.getByRole('switch', { name: 'Hide microsite' }).isChecked()).toBe(false)
    })
  })

  test('of other accounts are shown as not found', async () => {
    const { slug } = await microsite(await instance.account())
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await page.getByText('This microsite no longer exists.').waitFor()
    })
  })

  test('have no axe-core violations in their list and form, in light mode on a phone and in dark mode on a desktop', async () => {
    const account = await instance.account()
    await microsite(account, { title: `A long title ${'w'.repeat(35)}`, draft: true })
    await microsite(account, { title: 'כותרת', theme: 'sunset' })
    for (const window of [{ ...phone, colorScheme: 'light' }, { colorScheme: 'dark' }] as const)
      await inDashboard(
        chrome,
        instance,
        account,
        async ({ page, open }) => {
          await open('/microsites')
          expect(await axeFindings(page)).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
          await page.getByRole('button', { name: 'New microsite' }).click()
          await page.getByRole('textbox', { name: 'Title' }).waitFor()
          expect(await axeFindings(page)).toEqual([])
        },
        window,
      )
  })

  test('say if an address is taken, keep what was typed after an error, and have no axe-core violations', async () => {
    const account = await instance.account()
    const taken = await microsite(account, { title: `A long title ${'w'.repeat(35)}`, draft: true })
    await microsite(account, { title: 'כותרת', theme: 'sunset' })
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/microsites')
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
        await page.getByRole('button', { name: 'New microsite' }).click()
        await page.getByRole('textbox', { name: 'Title' }).fill('Second')
        await page.getByLabel('Slug').fill(taken.slug)
        await page.getByText(`${taken.slug} isn\u2019t available. Choose another one.`).waitFor()
        await page.getByRole('button', { name: 'Create' }).click()
        await page.getByRole('alert').filter({ hasText: 'already in use' }).waitFor()
        expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Second')
        expect(await axeFindings(page)).toEqual([])
        expect((await account.call('GET /microsites')).body.data).toHaveLength(2)
      },
      { ...phone, colorScheme: 'light' },
    )
  })
})
