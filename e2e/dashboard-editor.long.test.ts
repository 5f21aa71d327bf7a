// The editor of a microsite, whole: every field of every kind, numbers key by key, and its forms and sections in light and dark.
import { beforeAll, describe, expect, test } from 'bun:test'
import { componentKinds } from '@linnet/contract'
import type { Page } from 'playwright-core'
import { formOf } from '../packages/dashboard/src/features/microsites/schema-fields.ts'
import { chrome } from '../test/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/dashboard.ts'
import { type Account, onOneEngine } from '../test/instance.ts'
import {
  addPart,
  fill,
  folds,
  giveKnown,
  type Known,
  preview,
  row,
  saved,
  siteWith,
} from '../test/microsite-editor.ts'

onOneEngine('the editor of a microsite', (instance) => {
  describe('every kind', () => {
    let account: Account
    let known: Known
    beforeAll(async () => {
      account = await instance.account()
      known = await giveKnown(instance, account)
    })

    // What several kinds share is filled in where it comes first: that it is in all their forms is tested beside the forms.
    const shared = new Map([
      ['PROFILE', 'background'],
      ['LINK', 'button'],
      ['TEXT', 'spoiler'],
      ['MAPS', 'password'],
    ])
    const parts = [0, 5, 10, 14].map((from, index, all) => componentKinds.slice(from, all[index + 1]))
    test.each(parts.map((kinds) => [kinds.join(', '), kinds] as const))(
      'can be added, and its form saves every field as the API has it: %s',
      async (_names, kinds) => {
        const { slug, components } = await siteWith(account, [])
        await inDashboard(chrome, instance, account, async ({ page, open }) => {
          await open(`/microsites/${slug}`)
          for (const kind of kinds) {
            await addPart(page, kind)
            const expected: Record<string, unknown> = {}
            for (const { part, fields } of formOf(kind)) {
              if (part !== 'content' && shared.get(kind) !== part) continue
              if (part !== 'content') await page.locator('summary', { hasText: folds[part] }).click()
              for (const field of fields)
                if (field.control !== 'password') expected[field.name] = await fill(page, kind, field, known)
            }
            await saved(page)
            const { data, ...last } = (await components.all()).at(-1)
            expect(last).toMatchObject({ kind, active: true })
            expect(data).toEqual({ ...expected, ...('hasPassword' in data ? { hasPassword: false } : {}) })
          }
        })
      },
    )
  })

  test('takes numbers key by key, with the zeros and signs that are not yet a number of their own', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, [['MAPS', { name: 'Pontianak' }]])
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await row(page, 'Pontianak Map').click()
      const typed = async (label: string, text: string) => {
        const field = page.getByLabel(label, { exact: true })
        await field.fill('')
        await field.pressSequentially(text)
        expect(await field.inputValue()).toBe(text)
      }
      await typed('Latitude', '-0.05')
      await typed('Longitude', '109.0305')
      await saved(page)
      expect((await components.all())[0].data).toMatchObject({ lat: -0.05, lng: 109.0305 })
      await typed('Latitude', '1.10')
    })
  })

  const some: [string, object][] = [
    ['PROFILE', { title: 'Ana' }],
    ['LINK', { value: 'One', href: 'https://example.com/' }],
    ['HORIZONTAL_LINK', { links: [{ icon: 'github', url: 'https://github.com/' }] }],
    ['IMAGE', {}],
  ]
  const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  async function unfold(page: Page, name: string) {
    await row(page, name).click()
    for (const fold of await page.locator('main details > summary').all()) await fold.click()
    await page.evaluate(() => scrollTo(0, 0))
  }
  test('has forms and a preview in which axe finds nothing, light on a phone', async () => {
    const account = await instance.account()
    const { slug } = await siteWith(account, some)
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open(`/microsites/${slug}`)
        await unfold(page, 'One Link')
        expect(await axeFindings(page)).toEqual([])
        expect(await fits(page)).toBe(true)
        await unfold(page, '× 1 Row of icons')
        expect(await fits(page)).toBe(true)
        await page.getByRole('button', { name: 'Preview' }).click()
        await preview(page).getByRole('link', { name: 'One' }).waitFor()
        expect(await axeFindings(page)).toEqual([])
      },
      { ...phone, colorScheme: 'light' },
    )
  })

  test('has forms and sections in which axe finds nothing, dark on a desk', async () => {
    const account = await instance.account()
    const { slug } = await siteWith(account, some)
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open(`/microsites/${slug}`)
        await unfold(page, '× 1 Row of icons')
        expect(await axeFindings(page)).toEqual([])
        for (const name of ['Look', 'Settings', 'Statistics']) {
          await page.getByRole('button', { name, exact: true }).click()
          expect(await axeFindings(page)).toEqual([])
        }
        await page.getByRole('button', { name: 'Content', exact: true }).click()
        await page.getByRole('button', { name: 'Add a part' }).click()
        await page.getByRole('dialog').waitFor()
        expect(await axeFindings(page)).toEqual([])
      },
      { colorScheme: 'dark' },
    )
  })
})
