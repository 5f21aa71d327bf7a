// Microsites in the dashboard, rarer cases: plan limits, other people's pages, and every variant of the page.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { chrome } from '../test/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/dashboard.ts'
import { onEachEngine } from '../test/instance.ts'
import { microsite } from '../test/microsites.ts'

const section = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

onEachEngine('microsites in the dashboard, rarer cases', (instance) => {
  test('tell at the limit of the plan what it is, and create nothing', async () => {
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

  test('cannot be hidden without a plan that includes it, which is said', async () => {
    const account = await instance.account({ plan: 'free' })
    const { slug } = await microsite(account)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await section(page, 'Settings').click()
      await page.getByRole('switch', { name: 'Hide the page' }).click()
      await page.getByText('Your plan does not include hiding pages.').waitFor()
      expect(await page.getByRole('switch', { name: 'Hide the page' }).isChecked()).toBe(false)
    })
  })

  test('of others are told to be not there', async () => {
    const { slug } = await microsite(await instance.account())
    await inDashboard(chrome, instance, await instance.account(), async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await page.getByText('There is no microsite at this address any more.').waitFor()
    })
  })

  test('have a list and a form in which axe finds nothing, light on a phone and dark on a desk', async () => {
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
        await page.getByLabel('Address').fill(taken.slug)
        await page.getByText(`${taken.slug} is taken, or cannot be used`).waitFor()
        await page.getByRole('button', { name: 'Create' }).click()
        await page.getByRole('alert').filter({ hasText: 'taken' }).waitFor()
        expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Second')
        expect(await axeFindings(page)).toEqual([])
        expect((await account.call('GET /microsites')).body.data).toHaveLength(2)
      },
      { ...phone, colorScheme: 'light' },
    )
  })
})
