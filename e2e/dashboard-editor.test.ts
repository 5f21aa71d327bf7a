// The editor of a microsite: every control, order by mouse and keys, the preview, and what happens when saving does not work.
import { expect, test } from 'bun:test'
import { componentKinds } from '@linnet/contract'
import { type FormField, formOf } from '../packages/dashboard/src/features/microsites/schema-fields.ts'
import { chrome } from '../test/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import {
  addPart,
  fill,
  folds,
  giveKnown,
  notSaved,
  preview,
  row,
  saved,
  siteWith,
  three,
} from '../test/microsite-editor.ts'
import { password } from '../test/sign-in.ts'

/** The controls of a field, and of the entries of a list. */
const controlsOf = ({ control, entry }: FormField): string[] => {
  const entries = Array.isArray(entry) ? entry : entry ? [entry] : []
  return [control, ...(Array.isArray(entry) ? ['entry of several'] : []), ...entries.flatMap(controlsOf)]
}
const everyControl = new Set(
  componentKinds.flatMap((kind) => formOf(kind).flatMap(({ fields }) => fields.flatMap(controlsOf))),
)

onOneEngine('the editor of a microsite', (instance) => {
  test('adds parts, whose forms save what every sort of control holds as the API has it', async () => {
    const account = await instance.account()
    const known = await giveKnown(instance, account)
    const { slug, components } = await siteWith(account, [])
    // It has a test of its own: who reads it back gets nothing.
    const done = new Set(['password'])
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      for (const kind of [
        'LINK',
        'MAPS',
        'HORIZONTAL_LINK',
        'COUNTDOWN',
        'CALENDAR',
        'MEDIA',
        'SHOP_LISTING',
      ]) {
        await addPart(page, kind)
        const expected: Record<string, unknown> = {}
        for (const { part, fields } of formOf(kind as (typeof componentKinds)[number])) {
          const isNew = (field: FormField) => controlsOf(field).some((control) => !done.has(control))
          if (part !== 'content' && fields.some(isNew))
            await page.locator('summary', { hasText: folds[part] }).click()
          for (const field of fields.filter(isNew)) {
            // A field before it may have had the same control.
            if (!isNew(field)) continue
            expected[field.name] = await fill(page, kind, field, known)
            for (const control of controlsOf(field)) done.add(control)
          }
        }
        if (kind === 'MAPS') {
          // Key by key, with the zeros and signs that are not yet a number of their own.
          const latitude = page.getByLabel('Latitude', { exact: true })
          await latitude.fill('')
          await latitude.pressSequentially('-0.050')
          expect(await latitude.inputValue()).toBe('-0.050')
          expected.lat = -0.05
        }
        await saved(page)
        const last = (await components.all()).at(-1)
        expect(last).toMatchObject({ kind, active: true, data: expected })
      }
      expect([...done].toSorted()).toEqual([...everyControl].toSorted())
    })
  })

  test('puts parts in another order by keys, telling where they are, and by mouse', async () => {
    const account = await instance.account()
    const { slug, components, ids } = await siteWith(account, three)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      const answer = () => page.waitForResponse((answer) => answer.url().endsWith('/components/order'))
      await page.getByRole('button', { name: 'Move: One' }).focus()
      await page.keyboard.press('Space')
      await page.getByText('Picked up One.').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.getByText('One is at place 2 of 3.').waitFor()
      const byKeys = answer()
      await page.keyboard.press('Space')
      await byKeys
      expect(await components.ids()).toEqual([ids[1], ids[0], ids[2]] as string[])
      await page.getByText('Put down One at place 2 of 3.').waitFor()

      const from = await page.getByRole('button', { name: 'Move: Three' }).boundingBox()
      const to = await page.getByRole('button', { name: 'Move: Two' }).boundingBox()
      if (!from || !to) throw new Error('the handles are not there')
      const byMouse = answer()
      await page.mouse.move(from.x + 10, from.y + 10)
      await page.mouse.down()
      await page.mouse.move(from.x + 10, from.y - 20, { steps: 4 })
      await page.mouse.move(to.x + 10, to.y + 4, { steps: 8 })
      await page.mouse.up()
      await byMouse
      expect(await components.ids()).toEqual([ids[2], ids[1], ids[0]] as string[])
    })
  })

  test('hides, doubles and deletes parts, brings back what was deleted, and makes one of two presses in one breath', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, three)
    const values = async () =>
      (await components.all()).map(({ data }: { data: { value: string } }) => data.value)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await page.getByRole('switch', { name: 'Show to visitors: One' }).click()
      await saved(page)
      expect((await components.all())[0].active).toBe(false)
      expect(await preview(page).getByRole('link', { name: 'One' }).count()).toBe(0)
      await page.getByRole('button', { name: 'More for Two' }).click()
      await page.getByRole('menuitem', { name: 'Duplicate' }).click()
      await page.getByRole('button', { name: 'More for Two' }).nth(1).waitFor()
      await page.getByRole('button', { name: 'More for Three' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByText('Deleted: Three').waitFor()
      expect(await values()).toEqual(['One', 'Two', 'Two'])
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('button', { name: 'More for Three' }).waitFor()
      expect(await values()).toEqual(['One', 'Two', 'Two', 'Three'])
      await page.getByRole('button', { name: 'Add a part' }).click()
      await page.locator('button[value="LINK"]').dblclick()
      await page.locator('[id^="form-cmp_"]').waitFor()
      expect(await components.ids()).toHaveLength(5)
      expect(await page.getByRole('button', { name: /^Move: / }).count()).toBe(5)
    })
  })

  test('sets a password that is asked for, of a copy too, and removes it', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, [['TEXT', { content: 'Secret words' }]])
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await row(page, 'Secret words Text').click()
      await page.locator('summary', { hasText: folds.password }).click()
      await page.getByLabel('Password', { exact: true }).fill('sesame')
      await page.getByRole('button', { name: 'Set the password' }).click()
      await page.getByText('A password is set.').waitFor()
      await saved(page)
      expect((await components.all())[0].data).toEqual({ content: 'Secret words', hasPassword: true })
      await preview(page).getByText('Secret words').waitFor()
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('sesame')
      await page.getByRole('button', { name: 'More for Secret words' }).click()
      await page.getByRole('menuitem', { name: 'Duplicate' }).click()
      await page.getByText('Duplicated: Secret words').waitFor()
      expect((await instance.visit(`/${slug}`)).text).not.toContain('Secret words')
      await page.getByRole('button', { name: 'Remove the password' }).click()
      await page.getByText('No password is set.').waitFor()
      expect((await components.all()).map(({ data }: { data: object }) => data)).toMatchObject([
        { hasPassword: false },
        { passwordActive: true },
      ])
    })
  })

  test('says at its field what is wrong with it, saves nothing of it, shows the rest, and asks before its tab is closed', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, three.slice(0, 1))
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await row(page, 'One Link').click()
      await page.getByLabel('Leads to').fill('javascript:alert(1)')
      await page.getByLabel('Button text').fill('One more')
      await page.getByText('must be a link that begins with https:, http:, mailto: or tel:').waitFor()
      await page.getByText('Not saved: some fields need mending').waitFor()
      await preview(page).getByText('One more').waitFor()
      expect((await components.all())[0].data).toMatchObject({ value: 'One', href: 'https://example.com/1' })

      const asked = page.waitForEvent('dialog')
      await page.close({ runBeforeUnload: true })
      const question = await asked
      expect(question.type()).toBe('beforeunload')
      await question.dismiss()
      expect(await page.getByLabel('Leads to').inputValue()).toBe('javascript:alert(1)')

      await page.getByLabel('Leads to').fill('https://example.com/mended')
      await saved(page)
      expect((await components.all())[0].data).toMatchObject({ value: 'One more' })
    })
  })

  test('keeps what is typed without a connection, over a reload too, and without a session, and saves it when it may', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, three.slice(0, 1))
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, context, open, session }) => {
        await open(`/microsites/${slug}`)
        await row(page, 'One Link').click()
        await context.setOffline(true)
        await page.getByLabel('Button text').fill('Typed on a train')
        await page.getByText('Not saved: No answer came.').waitFor()
        await preview(page).getByText('Typed on a train').waitFor()
        expect((await components.all())[0].data.value).toBe('One')
        // Nothing reaches the API after the reload either, until it may.
        await context.route('**/api/microsites/*/components?*', (route) => route.abort())
        await context.setOffline(false)
        await open(`/microsites/${slug}`)
        await row(page, 'Typed on a train Link').waitFor()
        await notSaved(page)
        await context.unroute('**/api/microsites/*/components?*')
        await page.getByRole('button', { name: 'Try again' }).click()
        await saved(page)
        expect((await components.all())[0].data.value).toBe('Typed on a train')

        await row(page, 'Typed on a train Link').click()
        await session.call('DELETE /session')
        await page.getByLabel('Button text').fill('Typed too late')
        const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
        await dialog.getByLabel('Password').fill(password)
        await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
        await dialog.waitFor({ state: 'hidden' })
        await saved(page)
        expect((await components.all())[0].data.value).toBe('Typed too late')
      },
      { unsaid: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ },
    )
  })

  test('knows its own change again where the answer to it was lost, and asks what to keep where another window made one', async () => {
    const account = await instance.account()
    const { slug, components, ids } = await siteWith(account, three)
    const value = async (place: number) => (await components.all())[place].data.value
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open(`/microsites/${slug}`)
        await row(page, 'Three Link').click()
        // The server does what it is asked, and nobody hears of it.
        await page.route('**/api/microsites/*/components/*', async (route) => {
          await route.fetch()
          await route.abort()
        })
        await page.getByLabel('Button text').fill('On the way')
        await page.getByText('Not saved: No answer came.').waitFor()
        expect(await value(2)).toBe('On the way')
        await page.unroute('**/api/microsites/*/components/*')
        await page.getByLabel('Button text').fill('On the way and further')
        await saved(page)
        expect(await value(2)).toBe('On the way and further')

        for (const [place, name] of ['One', 'Two'].entries()) {
          await components.update(ids[place] as string, 'LINK', { value: `${name} elsewhere` })
          await row(page, `${name} Link`).click()
          await page.getByLabel('Button text').fill(`${name} here`)
          await page.getByText('This part was changed elsewhere while you were typing here.').nth(1).waitFor()
          expect(await value(place)).toBe(`${name} elsewhere`)
          await page.getByRole('button', { name: place ? 'Take the other one' : 'Keep what is here' }).click()
          await saved(page)
        }
        expect(await value(0)).toBe('One here')
        expect(await value(1)).toBe('Two elsewhere')
        expect(await page.getByLabel('Button text').inputValue()).toBe('Two elsewhere')
      },
      { unsaid: /ERR_FAILED/ },
    )
  })

  test('ends with the theme that was chosen last, however slow the first one is, and keeps a title that is being typed', async () => {
    const account = await instance.account()
    const { slug } = await siteWith(account, three.slice(0, 1))
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
      await section('Look')
      const radios = page.getByRole('radio')
      for (const place of [1, 2, 3]) await radios.nth(place).click()
      held.resolve()
      await page.waitForResponse((answer) => answer.request().method() === 'PUT')
      await page.waitForResponse((answer) => answer.request().method() === 'PUT')
      expect(sent).toHaveLength(2)
      expect(await radios.nth(3).isChecked()).toBe(true)
      expect((await microsite()).theme).toBe((sent[1] as { theme: string }).theme)

      // While somebody looks at another section, or reloads.
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

  test('takes pasted HTML, right-to-left and very long texts as the texts that they are, lets nothing out of its preview, and needs no storage', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, [
      ['TEXT', { content: 'Here' }],
      ...three.slice(0, 1),
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

  test('has forms, sections and a preview in which axe finds nothing, in the dark on a phone', async () => {
    const account = await instance.account()
    const { slug } = await siteWith(account, [
      ['LINK', { value: 'One', href: 'https://example.com/' }],
      ['HORIZONTAL_LINK', { links: [{ icon: 'github', url: 'https://github.com/' }] }],
    ])
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open(`/microsites/${slug}`)
        await row(page, 'One Link').click()
        for (const fold of await page.locator('main details > summary').all()) await fold.click()
        await page.evaluate(() => scrollTo(0, 0))
        expect(await axeFindings(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
        for (const name of ['Look', 'Settings', 'Statistics', 'Preview']) {
          await page.getByRole('button', { name, exact: true }).click()
          if (name === 'Preview') await preview(page).getByRole('link', { name: 'One' }).waitFor()
          expect(await axeFindings(page)).toEqual([])
        }
      },
      { ...phone, colorScheme: 'dark' },
    )
  })
})
