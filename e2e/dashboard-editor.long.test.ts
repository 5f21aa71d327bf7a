// The microsite editor in full: every field of every kind, passwords, hostile texts, slow responses, and every variant of
// it.
import { beforeAll, describe, expect, test } from 'bun:test'
import { componentKinds } from '@linnet/contract'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { formOf } from '../packages/dashboard/src/features/microsites/editor/controls/schema-fields.ts'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/browser/dashboard.ts'
import {
  addComponent,
  type EditorRecords,
  fill,
  giveEditorRecords,
  preview,
  row,
  saved,
  sectionTitles,
  siteWith,
  threeLinks,
} from '../test/browser/microsite-editor.ts'
import { type Account, onOneEngine } from '../test/instance.ts'
import { chooseEntry } from './menus.ts'

onOneEngine('the editor of a microsite', (instance) => {
  describe('every kind', () => {
    let account: Account
    let known: EditorRecords
    beforeAll(async () => {
      account = await instance.account()
      known = await giveEditorRecords(instance, account)
    })

    // Shared fields are only filled in for the first kind: tests beside the forms check that all forms have them.
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
            await addComponent(page, kind)
            const expected: Record<string, unknown> = {}
            for (const { section, fields } of formOf(kind)) {
              if (section !== 'content' && shared.get(kind) !== section) continue
              if (section !== 'content')
                await page.locator('summary', { hasText: sectionTitles[section] }).click()
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

  test('accepts numbers key by key, with the zeros and signs that are not yet a number', async () => {
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
  /** Opens a new microsite with these components in the editor. */
  async function inEditor(
    parts: [string, object][],
    options: BrowserContextOptions,
    work: (page: Page) => Promise<void>,
  ): Promise<void> {
    const account = await instance.account()
    const { slug } = await siteWith(account, parts)
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open(`/microsites/${slug}`)
        await work(page)
      },
      options,
    )
  }
  const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  async function unfold(page: Page, name: string) {
    await row(page, name).click()
    for (const fold of await page.locator('main details > summary').all()) await fold.click()
    await page.evaluate(() => scrollTo(0, 0))
  }
  test('has no axe-core violations in its forms and preview, in light mode on a phone', async () => {
    await inEditor(some, { ...phone, colorScheme: 'light' }, async (page) => {
      await unfold(page, 'One Link')
      expect(await axeFindings(page)).toEqual([])
      expect(await fits(page)).toBe(true)
      await unfold(page, '× 1 Social icons')
      expect(await fits(page)).toBe(true)
      await page.getByRole('button', { name: 'Preview' }).click()
      await preview(page).getByRole('link', { name: 'One' }).waitFor()
      expect(await axeFindings(page)).toEqual([])
    })
  })

  test('has no axe-core violations in its forms and sections, in dark mode on a desktop', async () => {
    await inEditor(some, { colorScheme: 'dark' }, async (page) => {
      await unfold(page, '× 1 Social icons')
      expect(await axeFindings(page)).toEqual([])
      for (const name of ['Design', 'Settings', 'Statistics']) {
        await page.getByRole('button', { name, exact: true }).click()
        expect(await axeFindings(page)).toEqual([])
      }
      await page.getByRole('button', { name: 'Content', exact: true }).click()
      await page.getByRole('button', { name: 'Add component' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await axeFindings(page)).toEqual([])
    })
  })

  test('sets a password that visitors must enter, also on a copy, and removes it', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, [['TEXT', { content: 'Secret words' }]])
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await row(page, 'Secret words Text').click()
      await page.locator('summary', { hasText: sectionTitles.password }).click()
      await page.getByLabel('Password', { exact: true }).fill('sesame')
      await page.getByRole('button', { name: 'Set password' }).click()
      await page.getByText('A password is set.').waitFor()
      await saved(page)
      expect((await components.all())[0].data).toEqual({ content: 'Secret words', hasPassword: true })
      await preview(page).getByText('Secret words').waitFor()
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('sesame')
      await page.getByRole('button', { name: 'More actions for Secret words' }).click()
      await chooseEntry(page, 'Duplicate')
      await page.getByText('Secret words duplicated').waitFor()
      expect((await instance.visit(`/${slug}`)).text).not.toContain('Secret words')
      await page.getByRole('button', { name: 'Remove password' }).click()
      await page.getByText('No password is set.').waitFor()
      expect((await components.all()).map(({ data }: { data: object }) => data)).toMatchObject([
        { hasPassword: false },
        { passwordActive: true },
      ])
    })
  })

  test('keeps the theme that was chosen last, however slow the first one is, and a title that is being typed', async () => {
    const account = await instance.account()
    const { slug } = await siteWith(account, threeLinks.slice(0, 1))
    const microsite = async () => (await account.call(`GET /microsites/${slug}`)).body.data
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      const section = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const held = Promise.withResolvers<void>()
      const sent: unknown[] = []
      await page.route(`**/api/microsites/${slug}`, async (route) => {
        if (route.request().method() === 'PUT' && sent.push(route.request().postDataJSON()) === 1)
          await held.promise
        await route.continue()
      })
      await section('Design')
      const radios = page.getByRole('radio')
      for (const place of [1, 2, 3]) await radios.nth(place).click()
      held.resolve()
      await page.waitForResponse((answer) => answer.request().method() === 'PUT')
      await page.waitForResponse((answer) => answer.request().method() === 'PUT')
      expect(sent).toHaveLength(2)
      expect(await radios.nth(3).isChecked()).toBe(true)
      expect((await microsite()).theme).toBe((sent[1] as { theme: string }).theme)

      // While the user looks at another section, or reloads.
      await section('Settings')
      await page.getByLabel('Title').fill('A better title')
      await section('Content')
      await section('Settings')
      expect(await page.getByLabel('Title').inputValue()).toBe('A better title')
      await open(`/microsites/${slug}`)
      await section('Settings')
      expect(await page.getByLabel('Title').inputValue()).toBe('A better title')
      // Meanwhile the other field was changed elsewhere.
      await account.call(`PUT /microsites/${slug}`, { body: { description: 'From elsewhere' } })
      await section('Save')
      await page.getByRole('heading', { level: 1, name: 'A better title' }).waitFor()
      expect(await microsite()).toMatchObject({ title: 'A better title', description: 'From elsewhere' })
    })
  })

  test('treats pasted HTML, right-to-left and very long texts as plain text, isolates its preview, and works without storage', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, [
      ['TEXT', { content: 'Here' }],
      ...threeLinks.slice(0, 1),
    ])
    const hostile = `<img src=x onerror="document.title='hit'"><script>document.title='hit'</script> مرحبا ${'long'.repeat(500)}`
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await preview(page).getByRole('link', { name: 'One' }).click()
      await preview(page).getByRole('link', { name: 'One' }).waitFor()
      expect(page.url()).toEndWith(`/dashboard/microsites/${slug}`)
      const policy = (await instance.ask('GET /dashboard/preview')).headers.get('content-security-policy')
      expect(policy).not.toContain('script-src')

      await page.evaluate(() => {
        let size = 4 * 1024 * 1024
        for (let count = 0; size >= 1; count++)
          try {
            sessionStorage.setItem(`full ${count}`, 'x'.repeat(size))
          } catch {
            size = Math.floor(size / 2)
          }
      })
      await row(page, 'Here Text').click()
      const field = page.getByLabel('Text', { exact: true })
      await field.fill(hostile)
      await saved(page)
      expect((await components.all())[0].data.content).toBe(hostile)
      await preview(page).getByText('<img src=x').waitFor()
      expect(await preview(page).locator('img, script').count()).toBe(0)
      expect(await page.title()).not.toBe('hit')
      expect(await field.getAttribute('dir')).toBe('auto')
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })
  })

  test('has no axe-core violations in its forms, sections and preview, in dark mode on a phone', async () => {
    const parts = some.filter(([kind]) => kind === 'LINK' || kind === 'HORIZONTAL_LINK')
    await inEditor(parts, { ...phone, colorScheme: 'dark' }, async (page) => {
      await unfold(page, 'One Link')
      expect(await axeFindings(page)).toEqual([])
      expect(await fits(page)).toBe(true)
      for (const name of ['Design', 'Settings', 'Statistics', 'Preview']) {
        await page.getByRole('button', { name, exact: true }).click()
        if (name === 'Preview') await preview(page).getByRole('link', { name: 'One' }).waitFor()
        expect(await axeFindings(page)).toEqual([])
      }
    })
  })
})
