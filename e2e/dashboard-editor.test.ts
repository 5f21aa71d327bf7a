// The microsite editor: reordering by mouse and keyboard, the preview, and failed saves.
import { expect, test } from 'bun:test'
import { password } from '../test/accounts/sign-in.ts'
import { chrome } from '../test/browser/browser-window.ts'
import { inDashboard } from '../test/browser/dashboard.ts'
import { notSaved, preview, row, saved, siteWith, threeLinks } from '../test/browser/microsite-editor.ts'
import { onOneEngine } from '../test/instance.ts'
import { chooseEntry } from './menus.ts'
import { pickUp } from './sortable-list.ts'

onOneEngine('the editor of a microsite', (instance) => {
  test('reorders components by keyboard, announcing their position, and by mouse', async () => {
    const account = await instance.account()
    const { slug, components, ids } = await siteWith(account, threeLinks)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      const answer = () => page.waitForResponse((answer) => answer.url().endsWith('/components/order'))
      await pickUp(page, 'One')
      await page.keyboard.press('ArrowDown')
      await page.getByText('One is at position 2 of 3.').waitFor()
      const byKeys = answer()
      await page.keyboard.press('Space')
      await byKeys
      expect(await components.ids()).toEqual([ids[1], ids[0], ids[2]] as string[])
      await page.getByText('Dropped One at position 2 of 3.').waitFor()

      const from = await page.getByRole('button', { name: 'Move Three' }).boundingBox()
      const to = await page.getByRole('button', { name: 'Move Two' }).boundingBox()
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

  test('hides, duplicates and deletes components, undoes a deletion, and adds one component on a double press', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, threeLinks)
    const values = async () =>
      (await components.all()).map(({ data }: { data: { value: string } }) => data.value)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await page.getByRole('switch', { name: 'Show One to visitors' }).click()
      await saved(page)
      expect((await components.all())[0].active).toBe(false)
      expect(await preview(page).getByRole('link', { name: 'One' }).count()).toBe(0)
      await page.getByRole('button', { name: 'More actions for Two' }).click()
      await chooseEntry(page, 'Duplicate')
      await page.getByRole('button', { name: 'More actions for Two' }).nth(1).waitFor()
      await page.getByRole('button', { name: 'More actions for Three' }).click()
      await chooseEntry(page, 'Delete')
      await page.getByText('Three deleted').waitFor()
      expect(await values()).toEqual(['One', 'Two', 'Two'])
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('button', { name: 'More actions for Three' }).waitFor()
      expect(await values()).toEqual(['One', 'Two', 'Two', 'Three'])
      await page.getByRole('button', { name: 'Add component' }).click()
      await page.locator('button[value="LINK"]').dblclick()
      await page.locator('[id^="form-cmp_"]').waitFor()
      expect(await components.ids()).toHaveLength(5)
      expect(await page.getByRole('button', { name: /^Move / }).count()).toBe(5)
    })
  })

  test('shows an error at its field, does not save that field, shows the rest, and asks before its tab is closed', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, threeLinks.slice(0, 1))
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await row(page, 'One Link').click()
      await page.getByLabel('URL', { exact: true }).fill('javascript:alert(1)')
      await page.getByLabel('Button text').fill('One more')
      await page.getByText('Enter a link that starts with https:, http:, mailto: or tel:.').waitFor()
      await page.getByText('Not saved: fix the highlighted fields').waitFor()
      await preview(page).getByText('One more').waitFor()
      expect((await components.all())[0].data).toMatchObject({ value: 'One', href: 'https://example.com/1' })

      const asked = page.waitForEvent('dialog')
      await page.close({ runBeforeUnload: true })
      const question = await asked
      expect(question.type()).toBe('beforeunload')
      await question.dismiss()
      expect(await page.getByLabel('URL', { exact: true }).inputValue()).toBe('javascript:alert(1)')

      await page.getByLabel('URL', { exact: true }).fill('https://example.com/mended')
      await saved(page)
      expect((await components.all())[0].data).toMatchObject({ value: 'One more' })
    })
  })

  test('keeps what is typed offline, across a reload and without a session, and saves it once it can', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, threeLinks.slice(0, 1))
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, context, open, session }) => {
        await open(`/microsites/${slug}`)
        await row(page, 'One Link').click()
        await context.setOffline(true)
        await page.getByLabel('Button text').fill('Typed on a train')
        await page.getByText('Not saved: No response from the server.').waitFor()
        await preview(page).getByText('Typed on a train').waitFor()
        expect((await components.all())[0].data.value).toBe('One')
        // After the reload the API is still blocked at first.
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
        const dialog = page.getByRole('dialog', { name: 'You’ve been signed out' })
        await dialog.getByLabel('Password').fill(password)
        await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
        await dialog.waitFor({ state: 'hidden' })
        await saved(page)
        expect((await components.all())[0].data.value).toBe('Typed too late')
      },
      { ignoredMessages: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ },
    )
  })

  test('recognizes its own change if the response was lost, and asks which to keep if another window made one', async () => {
    const account = await instance.account()
    const { slug, components, ids } = await siteWith(account, threeLinks)
    const value = async (place: number) => (await components.all())[place].data.value
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open(`/microsites/${slug}`)
        await row(page, 'Three Link').click()
        // The server carries out the request, and the response is lost.
        await page.route('**/api/microsites/*/components/*', async (route) => {
          await route.fetch()
          await route.abort()
        })
        await page.getByLabel('Button text').fill('On the way')
        await page.getByText('Not saved: No response from the server.').waitFor()
        expect(await value(2)).toBe('On the way')
        await page.unroute('**/api/microsites/*/components/*')
        await page.getByLabel('Button text').fill('On the way and further')
        await saved(page)
        expect(await value(2)).toBe('On the way and further')

        for (const [place, name] of ['One', 'Two'].entries()) {
          await components.update(ids[place] as string, 'LINK', { value: `${name} elsewhere` })
          await row(page, `${name} Link`).click()
          await page.getByLabel('Button text').fill(`${name} here`)
          await page
            .getByText('This component was changed elsewhere while you were editing it.')
            .nth(1)
            .waitFor()
          expect(await value(place)).toBe(`${name} elsewhere`)
          await page
            .getByRole('button', { name: place ? 'Use the other version' : 'Keep your version' })
            .click()
          await saved(page)
        }
        expect(await value(0)).toBe('One here')
        expect(await value(1)).toBe('Two elsewhere')
        expect(await page.getByLabel('Button text').inputValue()).toBe('Two elsewhere')
      },
      { ignoredMessages: /ERR_FAILED/ },
    )
  })
})
