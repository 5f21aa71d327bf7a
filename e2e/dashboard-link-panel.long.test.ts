// The link panel in a real browser, rarer cases: two tabs, a lost connection, an expired session, a slow save, every
// variant.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { password, signIn } from '../test/accounts/sign-in.ts'
import { chrome, giveCookie } from '../test/browser/browser-window.ts'
import { axeFindings, desk, inDashboard, phone } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { png } from '../test/pictures/image-files.ts'
import { field, openSection, panel, save, saveByKey, saved } from './link-panel.ts'

onOneEngine('the link panel, rarer cases', (instance) => {
  test('asks which value to keep if two tabs changed the same field, and takes over other changes', async () => {
    const account = await instance.account()
    const link = await account.link({ title: 'Old', long_url: 'https://example.com/old' })
    await inDashboard(chrome, instance, account, async ({ page, context, open }) => {
      await open(`/links?link=${link.id}`)
      await field(page, 'Title').fill('Mine')
      await field(page, 'Destination').fill('https://example.com/mine')
      const other = await context.newPage()
      await other.goto(page.url())
      await field(other, 'Title').fill('Theirs')
      await field(other, 'Destination').fill('https://example.com/theirs')
      await openSection(other, 'Protection')
      await other.getByRole('switch', { name: 'Adult content' }).click()
      await save(other)
      await saved(other)
      await page.bringToFront()
      await save(page)
      const choice = page.getByRole('dialog', { name: 'This link was changed elsewhere' })
      await choice.getByText('Theirs', { exact: true }).first().waitFor()
      expect((await account.call(`GET /links/${link.id}`)).body.data.title).toBe('Theirs')
      await choice.getByRole('group', { name: 'Title' }).getByRole('button', { name: 'Theirs' }).click()
      await choice.getByRole('button', { name: 'Save selected values' }).click()
      await saved(page)
      // Whether the window or the save noticed it first.
      await openSection(page, 'Protection')
      await page.getByRole('switch', { name: 'Adult content', checked: true }).waitFor()
      expect((await account.call(`GET /links/${link.id}`)).body.data).toMatchObject({
        title: 'Theirs',
        long_url: 'https://example.com/mine',
        adult: true,
      })
    })
  })

  test('keeps what was typed if the connection is lost while saving, and saves when it is back', async () => {
    const account = await instance.account()
    const link = await account.link()
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, context, open }) => {
        await open(`/links?link=${link.id}`)
        await field(page, 'Title').fill('Written in a tunnel')
        await context.setOffline(true)
        await save(page)
        await panel(page).getByText('No response from the server.').waitFor()
        expect(await field(page, 'Title').inputValue()).toBe('Written in a tunnel')
        await context.setOffline(false)
        await save(page)
        await saved(page)
        expect((await account.call(`GET /links/${link.id}`)).body.data.title).toBe('Written in a tunnel')
      },
      { ignoredMessages: /ERR_INTERNET_DISCONNECTED/ },
    )
  })

  test('keeps what was typed across a reload and an expired session, and saves after signing in again', async () => {
    const account = await instance.account()
    const link = await account.link()
    await inDashboard(chrome, instance, account, async ({ page, open, session }) => {
      await open(`/links?link=${link.id}`)
      await field(page, 'Title').fill('Not lost')
      page.on('dialog', (dialog) => void dialog.accept())
      // Nothing may be loading when the session ends: it would notice before the save does.
      await page.reload({ waitUntil: 'networkidle' })
      await panel(page).getByText('You have unsaved changes from earlier.').waitFor()
      expect(await field(page, 'Title').inputValue()).toBe('Not lost')
      await session.call('DELETE /session')
      await save(page)
      const again = page.getByRole('dialog', { name: 'You’ve been signed out' })
      await again.getByLabel('Password', { exact: true }).fill(password)
      await again.getByRole('button', { name: 'Sign in', exact: true }).click()
      await again.waitFor({ state: 'detached' })
      expect(await field(page, 'Title').inputValue()).toBe('Not lost')
      await saveByKey(page)
      await saved(page)
      expect((await account.call(`GET /links/${link.id}`)).body.data.title).toBe('Not lost')
    })
  })

  test('keeps the form while the link can’t be loaded again', async () => {
    const account = await instance.account()
    const link = await account.link()
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        const typed = Promise.withResolvers<void>()
        const refusal = { error: { code: 'forbidden', message: 'Not now.' } }
        await page.route(
          ({ pathname }) => pathname === `/api/links/${link.id}`,
          async (route) => {
            await typed.promise
            await route.fulfill({ status: 403, json: refusal })
          },
          { times: 1 },
        )
        await open(`/links?link=${link.id}`)
        await field(page, 'Title').fill('Typed early')
        const refused = page.waitForResponse((response) => response.status() === 403)
        typed.resolve()
        await (await refused).finished()
        await page.getByText('Clicks, last 30 days').waitFor()
        await field(page, 'Title').fill('Typed early, and late')
        await save(page)
        await saved(page)
        expect((await account.call(`GET /links/${link.id}`)).body.data.title).toBe('Typed early, and late')
      },
      { ignoredMessages: /status of 403/ },
    )
  })

  test('keeps what is typed during a slow save, and saves it next', async () => {
    const account = await instance.account()
    const link = await account.link({ title: 'Before' })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      const answer = Promise.withResolvers<void>()
      await page.route('**/api/links/*', async (route) => {
        if (route.request().method() === 'PUT') await answer.promise
        await route.continue()
      })
      await field(page, 'Title').fill('First')
      await field(page, 'Destination').fill('example.com/first')
      const sending = page.waitForRequest((request) => request.method() === 'PUT')
      await save(page)
      await sending
      await field(page, 'Title').fill('Second')
      answer.resolve()
      await saved(page)
      expect(await field(page, 'Title').inputValue()).toBe('Second')
      await page.reload()
      await panel(page).getByText('You have unsaved changes from earlier').waitFor()
      expect(await field(page, 'Title').inputValue()).toBe('Second')
      const again = page.waitForRequest((request) => request.method() === 'PUT')
      await save(page)
      expect((await again).postDataJSON()).toStrictEqual({ title: 'Second' })
      await saved(page)
      expect((await account.call(`GET /links/${link.id}`)).body.data).toMatchObject({
        title: 'Second',
        long_url: 'https://example.com/first',
      })
    })
  })

  test('reports a partly entered date instead of treating it as empty', async () => {
    const account = await instance.account()
    const link = await account.link({ expired_at: Math.floor(instance.clock.now() / 1000) + 500_000 })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      await field(page, 'Title').fill('Another')
      await openSection(page, 'Schedule and limits')
      await field(page, 'Expires').focus()
      // The earliest moment that the field offers must not change meanwhile: the browser would clear the whole field.
      await page.clock.setFixedTime(Date.now() + 60_000)
      // Clears the month, and keeps the rest.
      await page.keyboard.press('Backspace')
      await openSection(page, 'Schedule and limits')
      await save(page)
      await panel(page).getByRole('alert').filter({ hasText: 'The date is incomplete' }).waitFor()
      expect(await field(page, 'Expires').evaluate((field) => field === document.activeElement)).toBe(true)
      expect((await account.call(`GET /links/${link.id}`)).body.data).toMatchObject({
        title: link.title,
        expired_at: link.expired_at,
      })
    })
  })

  test('shows validation errors at their fields, and other errors beside the button', async () => {
    const account = await instance.account()
    const link = await account.link()
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, context, open }) => {
        await open(`/links?link=${link.id}`)
        await field(page, 'Destination').fill('ftp://example.com/')
        await openSection(page, 'Protection')
        await page.getByRole('switch', { name: 'Adult content' }).click()
        await save(page)
        await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
        await context.setOffline(true)
        await save(page)
        const lost = panel(page).getByText('No response from the server.')
        await lost.waitFor()
        const { bottom, height } = await lost.evaluate((message) => ({
          bottom: message.getBoundingClientRect().bottom,
          height: innerHeight,
        }))
        expect(bottom).toBeLessThan(height)
        expect(await lost.evaluate((message) => message.closest('footer') !== null)).toBe(true)
      },
      { ...phone, ignoredMessages: /ERR_INTERNET_DISCONNECTED/ },
    )
  })

  test('reads campaign parameters without a value as empty, and keeps templates private to their owner', async () => {
    const [one, other] = [await instance.account(), await instance.account()]
    const link = await one.link({ long_url: 'https://example.com/?utm_source&utm_medium=a=b' })
    const theirs = await other.link({ long_url: 'https://example.com/?utm_source=x' })
    await inDashboard(chrome, instance, one, async ({ page, context, open }) => {
      await open(`/links?link=${link.id}`)
      await page.getByText('Campaign parameters (UTM)').click()
      expect(await field(page, 'Source').inputValue()).toBe('')
      expect(await field(page, 'Medium').inputValue()).toBe('a=b')
      await field(page, 'Template name').fill('Secret launch')
      await page.getByRole('button', { name: 'Save as template' }).click()
      await panel(page).getByRole('option', { name: 'Secret launch' }).waitFor({ state: 'attached' })
      const { cookie } = await signIn(instance, other)
      await giveCookie(context, instance.url, cookie)
      await open(`/links?link=${theirs.id}`)
      await page.getByText('Campaign parameters (UTM)').click()
      await field(page, 'Template name').waitFor()
      expect(await panel(page).getByText('Secret launch').count()).toBe(0)
    })
  })

  test('saves templates of campaign parameters in the workspace, with those that this browser still had', async () => {
    const account = await instance.account()
    const link = await account.link({ long_url: 'https://example.com/?utm_source=mail&keep=1' })
    const other = await account.link({ long_url: 'https://example.com/other?utm_medium=kept' })
    await inDashboard(chrome, instance, account, async ({ page, open, session }) => {
      await open('/links')
      const { data: me } = (await session.call('GET /me')).body
      await page.evaluate(([name, content]) => localStorage.setItem(name, content), [
        `utm templates ${me.user.id}`,
        JSON.stringify({ Former: { utm_source: 'before' } }),
      ] as const)
      await open(`/links?link=${link.id}`)
      await openSection(page, 'Campaign parameters (UTM)')
      await panel(page).getByRole('option', { name: 'Former' }).waitFor({ state: 'attached' })
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Former')
      await field(page, 'Template name').fill('Mailing')
      await page.getByRole('button', { name: 'Save as template' }).click()
      await panel(page).getByRole('option', { name: 'Mailing' }).waitFor({ state: 'attached' })
      await page.evaluate(() => localStorage.clear())
      await open(`/links?link=${other.id}`)
      await openSection(page, 'Campaign parameters (UTM)')
      await field(page, 'Template').selectOption('Mailing')
      expect(await field(page, 'Destination').inputValue()).toBe(
        'https://example.com/other?utm_medium=kept&utm_source=mail',
      )
      await page.getByRole('button', { name: 'Delete template' }).click()
      await panel(page).getByRole('option', { name: 'Mailing' }).waitFor({ state: 'detached' })
    })
  })

  test('a card gets one of the uploaded images, and asks for what is blank from the destination once', async () => {
    const account = await instance.account()
    const link = await account.link()
    const read = async () => (await account.call(`GET /links/${link.id}`)).body.data.preview
    await inDashboard(chrome, instance, account, async ({ page, open, session }) => {
      const { data: image } = (await session.call('POST /assets?title=Poster', { body: await png(60, 30) }))
        .body
      await open(`/links?link=${link.id}`)
      await openSection(page, 'Preview card')
      await page.getByRole('button', { name: 'Card image: Choose image' }).click()
      await page
        .getByRole('dialog', { name: 'Choose image' })
        .getByRole('button', { name: /Poster/ })
        .click()
      await page.getByText('How it looks in a messenger').waitFor()
      await page.getByRole('switch', { name: 'Fill in from the destination' }).click()
      const sending = page.waitForRequest((request) => request.method() === 'PUT')
      await save(page)
      expect((await sending).postDataJSON()).toMatchObject({ fetch_preview: true })
      await saved(page)
      await page.getByRole('switch', { name: 'Fill in from the destination', checked: false }).waitFor()
      expect((await read()).image).toBe(image.id)
      expect(await panel(page).getByText('Unsaved changes').count()).toBe(0)
      await page.getByRole('button', { name: 'Remove image' }).click()
      const again = page.waitForResponse((response) => response.request().method() === 'PUT')
      await saveByKey(page)
      await again
      expect((await read())?.image ?? null).toBeNull()
    })
  })

  test('saves again while the list is still being refreshed after the last save', async () => {
    const account = await instance.account()
    const link = await account.link()
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      await field(page, 'Title').fill('First')
      const list = Promise.withResolvers<void>()
      await page.route(
        ({ pathname }) => pathname.endsWith('/links'),
        async (route) => {
          await list.promise
          await route.continue().catch(() => undefined)
        },
      )
      const refreshing = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/links'))
      await save(page)
      await saved(page)
      await refreshing
      await field(page, 'Title').fill('Second')
      const again = page.waitForResponse((response) => response.request().method() === 'PUT')
      await saveByKey(page)
      await again
      expect((await account.call(`GET /links/${link.id}`)).body.data.title).toBe('Second')
      list.resolve()
    })
  })

  test('archives and restores, and says what to do about a missing link', async () => {
    const account = await instance.account()
    const link = await account.link()
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      await panel(page).getByRole('button', { name: 'Archive', exact: true }).click()
      await panel(page).getByRole('button', { name: 'Restore', exact: true }).click()
      await panel(page).getByRole('button', { name: 'Archive', exact: true }).waitFor()
      expect((await account.call(`GET /links/${link.id}`)).body.data.status).toBe('active')
      await open('/links?link=lnk_00000000000000000000000000')
      await page.getByRole('dialog').getByText('This link is no longer here').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    })
  })

  test('has no axe-core violations', async () => {
    const account = await instance.account()
    const link = await account.link({ password: 'x', title: 'A'.repeat(255) })
    const look = async ({ page, open }: { page: Page; open(path: string): Promise<void> }) => {
      await open(`/links?link=${link.id}`)
      await panel(page).waitFor()
      await page.getByText('Campaign parameters (UTM)').click()
      expect(await axeFindings(page)).toStrictEqual([])
    }
    await inDashboard(chrome, instance, account, look, { ...phone, colorScheme: 'light' })
    await inDashboard(chrome, instance, account, look, { ...desk, colorScheme: 'dark' })
  })
})
