// The panel of one link in a real browser: every field, and what happens when two edit it, the connection goes, or the session ends.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { giveCookie, launchBrowser } from '../test/browser-window.ts'
import { axeFindings, desk, inDashboard, phone } from '../test/dashboard.ts'
import { inTheBrowser } from '../test/instance.ts'
import { password, signIn } from '../test/sign-in.ts'

let chrome: Browser
beforeAll(async () => {
  chrome = await launchBrowser()
})
afterAll(() => chrome.close())

const panel = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByLabel('Destination', { exact: true }) })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()

inTheBrowser('the panel of a link', (instance) => {
  test('sets every field, sends what was changed alone, and the list shows it at once', async () => {
    const account = await instance.account()
    const mark = account.userId.slice(-6).toLowerCase()
    await account.domain(`go-${mark}.example`)
    const link = await account.link({ title: 'Before', expired_at: null })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/links')
      await page.getByRole('list', { name: 'Links' }).getByRole('link').first().click()
      await field(page, 'Destination').fill('example.com/after?a=1#part')
      await page.getByText('Campaign parameters (UTM)').click()
      await field(page, 'Source').fill('news letter')
      await field(page, 'Campaign').fill('spring')
      expect(await field(page, 'Destination').inputValue()).toBe(
        'example.com/after?a=1&utm_source=news%20letter&utm_campaign=spring#part',
      )
      await field(page, 'Title').fill('Sesudah — بعد 🌱')
      await field(page, 'Domain').selectOption(`go-${mark}.example`)
      await field(page, 'Short code').fill(`panel-${mark}`)
      await panel(page).getByText('Free', { exact: true }).waitFor()
      await field(page, 'Expires').fill('2030-01-02T03:04')
      await field(page, 'Archive on').fill('2031-01-01')
      await field(page, 'Password').fill('open sesame')
      await page.getByRole('switch', { name: 'One click only' }).click()
      await page.getByRole('switch', { name: 'Adult content' }).click()
      const sending = page.waitForRequest((request) => request.method() === 'PUT')
      await save(page)
      await saved(page)
      expect(Object.keys((await sending).postDataJSON()).sort()).toStrictEqual([
        'adult',
        'archive_at',
        'custom_slug',
        'disposable',
        'domain_alias',
        'expired_at',
        'long_url',
        'password',
        'title',
      ])
      const { data } = (await account.call(`GET /links/${link.id}`)).body
      expect(data).toMatchObject({
        long_url: 'https://example.com/after?a=1&utm_source=news%20letter&utm_campaign=spring#part',
        title: 'Sesudah — بعد 🌱',
        short: `panel-${mark}`,
        domain: `go-${mark}.example`,
        // 03:04 in Jakarta, where this browser is.
        expired_at: Date.UTC(2030, 0, 1, 20, 4) / 1000,
        archive_at: '2031-01-01',
        has_password: true,
        disposable: true,
        adult: true,
      })
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await field(page, 'Expires').fill('')
      const again = page.waitForResponse((answer) => answer.request().method() === 'PUT')
      await save(page)
      await again
      await panel(page).getByText('Not saved yet').waitFor({ state: 'detached' })
      expect((await account.call(`GET /links/${link.id}`)).body.data).toMatchObject({
        has_password: false,
        expired_at: null,
        archive_at: '2031-01-01',
      })
      await page.keyboard.press('Escape')
      await panel(page).waitFor({ state: 'detached' })
      await page.getByRole('list', { name: 'Links' }).getByText('Sesudah').waitFor()
    })
  })

  test('says while one types that a code is taken, and what is wrong with a field that was refused', async () => {
    const account = await instance.account()
    const taken = `taken-${account.userId.slice(-6)}`
    await account.link({ custom_slug: taken })
    const link = await account.link()
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      await field(page, 'Short code').fill(taken)
      await panel(page).getByRole('alert').filter({ hasText: 'taken' }).waitFor()
      await field(page, 'Short code').fill(link.short)
      await field(page, 'Destination').fill('https://user:secret@example.com/')
      await save(page)
      await panel(page).getByText('must not contain a user name or password').waitFor()
      expect(await field(page, 'Destination').inputValue()).toBe('https://user:secret@example.com/')
      expect((await account.call(`GET /links/${link.id}`)).body.data.updated_at).toBe(link.updated_at)
    })
  })

  test('asks which value is to stay where two tabs changed one field, and takes over what only the other changed', async () => {
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
      await other.getByRole('switch', { name: 'Adult content' }).click()
      await save(other)
      await saved(other)
      await page.bringToFront()
      await save(page)
      const choice = page.getByRole('dialog', { name: 'This was changed elsewhere' })
      await choice.getByText('Theirs', { exact: true }).first().waitFor()
      expect((await account.call(`GET /links/${link.id}`)).body.data.title).toBe('Theirs')
      await choice.getByRole('group', { name: 'Title' }).getByRole('button', { name: 'Theirs' }).click()
      await choice.getByRole('button', { name: 'Save what is chosen' }).click()
      await saved(page)
      // Whether the window or the save noticed it first.
      await page.getByRole('switch', { name: 'Adult content', checked: true }).waitFor()
      expect((await account.call(`GET /links/${link.id}`)).body.data).toMatchObject({
        title: 'Theirs',
        long_url: 'https://example.com/mine',
        adult: true,
      })
    })
  })

  test('keeps what was typed when the connection is lost while saving, and saves when it is back', async () => {
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
        await panel(page).getByText('No answer came.').waitFor()
        expect(await field(page, 'Title').inputValue()).toBe('Written in a tunnel')
        await context.setOffline(false)
        await save(page)
        await saved(page)
        expect((await account.call(`GET /links/${link.id}`)).body.data.title).toBe('Written in a tunnel')
      },
      { unsaid: /ERR_INTERNET_DISCONNECTED/ },
    )
  })

  test('keeps what was typed over a reload and an ended session, and saves after signing in again', async () => {
    const account = await instance.account()
    const link = await account.link()
    await inDashboard(chrome, instance, account, async ({ page, open, session }) => {
      await open(`/links?link=${link.id}`)
      await field(page, 'Title').fill('Not lost')
      page.on('dialog', (dialog) => void dialog.accept())
      await page.reload()
      await panel(page).getByText('These are your changes from before.').waitFor()
      expect(await field(page, 'Title').inputValue()).toBe('Not lost')
      await session.call('DELETE /session')
      await save(page)
      const again = page.getByRole('dialog', { name: 'You have been signed out' })
      await again.getByLabel('Password', { exact: true }).fill(password)
      await again.getByRole('button', { name: 'Sign in', exact: true }).click()
      await again.waitFor({ state: 'detached' })
      expect(await field(page, 'Title').inputValue()).toBe('Not lost')
      await save(page)
      await saved(page)
      expect((await account.call(`GET /links/${link.id}`)).body.data.title).toBe('Not lost')
    })
  })

  test('asks before it is left with changes, which can be kept, thrown away or gone on with', async () => {
    const account = await instance.account()
    const link = await account.link({ title: 'As it was' })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      await field(page, 'Title').fill('Half done')
      await page.keyboard.press('Escape')
      const question = page.getByRole('dialog', { name: 'Leave without saving?' })
      await question.getByRole('button', { name: 'Stay' }).click()
      expect(await field(page, 'Title').inputValue()).toBe('Half done')
      await panel(page).getByRole('button', { name: 'Close' }).click()
      await question.getByRole('button', { name: 'Leave and keep' }).click()
      await panel(page).waitFor({ state: 'detached' })
      await page.getByRole('list', { name: 'Links' }).getByRole('link').first().click()
      await panel(page).getByText('These are your changes from before.').waitFor()
      await panel(page).getByRole('button', { name: 'Close' }).click()
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await panel(page).waitFor({ state: 'detached' })
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
      expect((await account.call(`GET /links/${link.id}`)).body.data.title).toBe('As it was')
    })
  })

  test('keeps what is typed while a slow save is under way, and saves it next', async () => {
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
      await panel(page).getByText('These are your changes from before').waitFor()
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

  test('says that a date is entered in part alone, rather than taking it for none', async () => {
    const account = await instance.account()
    const link = await account.link({ expired_at: Math.floor(instance.clock.now() / 1000) + 500_000 })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      await field(page, 'Title').fill('Another')
      await field(page, 'Expires').focus()
      // Takes the month away, and leaves the rest.
      await page.keyboard.press('Backspace')
      await save(page)
      await panel(page).getByRole('alert').filter({ hasText: 'Only a part of the date is entered' }).waitFor()
      expect(await field(page, 'Expires').evaluate((field) => field === document.activeElement)).toBe(true)
      expect((await account.call(`GET /links/${link.id}`)).body.data).toMatchObject({
        title: link.title,
        expired_at: link.expired_at,
      })
    })
  })

  test('shows where what was refused is to be mended, and what else went wrong beside the button', async () => {
    const account = await instance.account()
    const link = await account.link()
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, context, open }) => {
        await open(`/links?link=${link.id}`)
        await field(page, 'Destination').fill('ftp://example.com/')
        await page.getByRole('switch', { name: 'Adult content' }).click()
        await save(page)
        await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
        await context.setOffline(true)
        await save(page)
        const lost = panel(page).getByText('No answer came.')
        await lost.waitFor()
        const { bottom, height } = await lost.evaluate((message) => ({
          bottom: message.getBoundingClientRect().bottom,
          height: innerHeight,
        }))
        expect(bottom).toBeLessThan(height)
        expect(await lost.evaluate((message) => message.closest('footer') !== null)).toBe(true)
      },
      { ...phone, unsaid: /ERR_INTERNET_DISCONNECTED/ },
    )
  })

  test('reads campaign parameters without a value as empty, and shows nobody the templates of another', async () => {
    const [one, other] = [await instance.account(), await instance.account()]
    const link = await one.link({ long_url: 'https://example.com/?utm_source&utm_medium=a=b' })
    const theirs = await other.link({ long_url: 'https://example.com/?utm_source=x' })
    await inDashboard(chrome, instance, one, async ({ page, context, open }) => {
      await open(`/links?link=${link.id}`)
      await page.getByText('Campaign parameters (UTM)').click()
      expect(await field(page, 'Source').inputValue()).toBe('')
      expect(await field(page, 'Medium').inputValue()).toBe('a=b')
      await field(page, 'Name of a template').fill('Secret launch')
      await page.getByRole('button', { name: 'Save as template' }).click()
      await panel(page).getByRole('option', { name: 'Secret launch' }).waitFor({ state: 'attached' })
      const { cookie } = await signIn(instance, other)
      await giveCookie(context, instance.url, cookie)
      await open(`/links?link=${theirs.id}`)
      await page.getByText('Campaign parameters (UTM)').click()
      await field(page, 'Name of a template').waitFor()
      expect(await panel(page).getByText('Secret launch').count()).toBe(0)
    })
  })

  test('writes no password into any storage', async () => {
    const account = await instance.account()
    const link = await account.link()
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      await field(page, 'Title').fill('A title that is kept')
      await field(page, 'Password').fill('a secret of visitors')
      await page.waitForFunction(() => JSON.stringify({ ...sessionStorage }).includes('A title that is kept'))
      expect(
        await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])),
      ).not.toContain('a secret of visitors')
    })
  })

  test('keeps templates of campaign parameters in this browser', async () => {
    const account = await instance.account()
    const link = await account.link({ long_url: 'https://example.com/?utm_source=mail&keep=1' })
    const other = await account.link({ long_url: 'https://example.com/other' })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      await page.getByText('Campaign parameters (UTM)').click()
      await field(page, 'Name of a template').fill('Mailing')
      await page.getByRole('button', { name: 'Save as template' }).click()
      await open(`/links?link=${other.id}`)
      await page.getByText('Campaign parameters (UTM)').click()
      await field(page, 'Template').selectOption('Mailing')
      expect(await field(page, 'Destination').inputValue()).toBe('https://example.com/other?utm_source=mail')
    })
  })

  test('archives and restores, and says what to do about a link that is not there', async () => {
    const account = await instance.account()
    const link = await account.link()
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      await panel(page).getByRole('button', { name: 'Archive', exact: true }).click()
      await panel(page).getByRole('button', { name: 'Restore', exact: true }).click()
      await panel(page).getByRole('button', { name: 'Archive', exact: true }).waitFor()
      expect((await account.call(`GET /links/${link.id}`)).body.data.status).toBe('active')
      await open('/links?link=lnk_00000000000000000000000000')
      await page.getByRole('dialog').getByRole('alert').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    })
  })

  test('has nothing that axe-core finds', async () => {
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
