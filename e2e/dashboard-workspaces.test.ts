// Workspaces in a real browser: creating one, inviting a colleague who creates a link there, switching, moving links, and losing
// access.
import { expect, test } from 'bun:test'
import { password, signIn } from '../test/accounts/sign-in.ts'
import { shareWorkspace } from '../test/accounts/workspaces.ts'
import { chrome, inNewWindow } from '../test/browser/browser-window.ts'
import { axeFindings, desk, inDashboard, phone, settled } from '../test/browser/dashboard.ts'
import { addressIn } from '../test/browser/form-browser.ts'
import { browser, onOneEngine } from '../test/instance.ts'
import { row } from './links-page.ts'
import { chooseEntry } from './menus.ts'
import { inPath, switchByKeys, switcher, typeToFind } from './workspaces-page.ts'

onOneEngine('workspaces in the dashboard', (instance) => {
  test('are created, and a colleague who is invited with a link signs up, joins and creates a link in the shared workspace', async () => {
    const owner = await instance.account()
    let invitation = ''
    await inDashboard(chrome, instance, owner, async ({ page, open }) => {
      await open('/links')
      await page.keyboard.press('g')
      await page.keyboard.press('t')
      await page.getByRole('heading', { name: 'Your personal workspace is for you alone' }).waitFor()
      expect(await axeFindings(page)).toEqual([])
      await page.getByRole('main').getByRole('button', { name: 'Create workspace' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Create workspace' }).click()
      await dialog.getByText('Enter a name').waitFor()
      await dialog.getByLabel('Name').fill('Marketing')
      await dialog.getByRole('button', { name: 'Create workspace' }).click()
      await page.waitForURL(/\/dashboard\/wsp_\w+\/workspace$/)
      await settled(page)
      await switcher(page).getByText('Marketing').waitFor()

      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      await dialog.getByRole('button', { name: 'With a link' }).click()
      expect(await axeFindings(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Create link' }).click()
      invitation = await dialog.getByLabel('Invitation link', { exact: true }).inputValue()
      // Escape doesn't lose it.
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.getByText('Anyone with the link').waitFor()
    })

    await inNewWindow(chrome, { ...desk, userAgent: browser }, async (page) => {
      await page.goto(invitation)
      await page.getByRole('heading', { name: 'Join “Marketing”' }).waitFor()
      await page.getByRole('link', { name: 'Create account' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Budi')
      await page.getByLabel('E-mail address', { exact: true }).fill('budi@example.com')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.locator('button[type=submit]').click()
      await page.getByText('budi@example.com').waitFor()
      await page.goto(addressIn(instance.messageTo('budi@example.com')))
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.locator('button[type=submit]').click()
      await page.waitForURL(/\/dashboard\/wsp_\w+\/links$/)
      await settled(page)
      await page.getByLabel('Destination URL').fill('example.com/together')
      await page.keyboard.press('Enter')
      await page.getByRole('list', { name: 'Links' }).getByText('example.com/together').waitFor()
    })

    // The new tab opens the workspace that was used last, where the colleague's link is.
    await inDashboard(chrome, instance, owner, async ({ page, context, open }) => {
      await open('/links')
      expect(await page.getByText('example.com/together').count()).toBe(0)
      await switchByKeys(page, 'mark')
      await page.getByText('example.com/together').waitFor()
      const next = await context.newPage()
      await next.goto(`${instance.url}/dashboard`)
      await next.waitForURL(/\/dashboard\/wsp_\w+\/links$/)
      await next.getByText('example.com/together').waitFor()
      // The other tab keeps its own.
      await switchByKeys(next, 'personal')
      await next.waitForURL(`${instance.url}/dashboard/links`)
      await page.reload()
      await page.getByText('example.com/together').waitFor()
      // A link to a page of a workspace, as in an e-mail.
      const { pathname } = new URL(page.url())
      const id = pathname.split('/')[2]
      await next.goto(`${instance.url}/dashboard/links?status=all&workspace=${id}`)
      await next.waitForURL(`${instance.url}/dashboard/${id}/links?status=all`)
      await next.goBack()
      await next.waitForURL(`${instance.url}/dashboard/links`)
      await settled(next)
      expect(await next.getByText('example.com/together').count()).toBe(0)
    })
  })

  test('are switched by keyboard and on a phone, the focus returns, and hundreds are found by typing', async () => {
    const person = await instance.account()
    await shareWorkspace(instance, person, 'Alpha team')
    const session = await signIn(instance, person)
    for (let number = 0; number < 70; number++)
      await session.call('POST /workspaces', { body: { name: `Client ${String(number).padStart(3, '0')}` } })
    await inDashboard(chrome, instance, person, async ({ page, open }) => {
      await open('/statistics')
      await switcher(page).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Switch workspace' })
      await dialog.getByText('50 of 72. Type to find the others.').waitFor()
      expect(await axeFindings(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await switcher(page).evaluate((button) => button === document.activeElement)).toBe(true)

      await switchByKeys(page, 'client 069')
      await page.waitForURL(/\/dashboard\/wsp_\w+\/statistics$/)
      await switcher(page).getByText('Client 069').waitFor()
      await settled(page)
      await page.keyboard.press('g')
      await page.keyboard.press('w')
      await dialog.getByRole('option', { name: /^Personal/ }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await switcher(page).getByText('Alpha team').waitFor()

      // The palette offers the same.
      await settled(page)
      await page.keyboard.press('Control+k')
      await typeToFind(page, 'switch to personal')
      await page.getByRole('option', { name: 'Switch to Personal' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`${instance.url}/dashboard/links`)
    })
    await inDashboard(
      chrome,
      instance,
      person,
      async ({ page, open }) => {
        await open('/links')
        await page.getByRole('button', { name: 'Menu' }).tap()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Workspace: Personal/ })
          .tap()
        const dialog = page.getByRole('dialog', { name: 'Switch workspace' })
        await dialog.getByRole('option', { name: /^Alpha team/ }).tap()
        await page.waitForURL(/\/dashboard\/wsp_\w+\/links$/)
      },
      phone,
    )
  })

  test('answers that are loaded in advance are those of the workspace in the address', async () => {
    const owner = await instance.account()
    await owner.link({ long_url: 'https://example.com/personal' })
    const shared = await shareWorkspace(instance, owner)
    await shared.call('POST /links', { body: { long_url: 'https://example.com/shared' } })
    await inDashboard(chrome, instance, owner, async ({ page, open }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url().slice(instance.url.length)))
      await open(inPath(shared, '/links'))
      await page.getByText('example.com/shared').waitFor()
      const api = asked.filter((path) => path.startsWith('/api/'))
      expect(api.filter((path) => !path.includes(`workspace=${shared.id}`))).toEqual([])
      expect(api.filter((path) => path.startsWith('/api/me'))).toHaveLength(1)
      expect(api.filter((path) => path.startsWith('/api/links?'))).toHaveLength(1)
      expect(await page.getByText('example.com/personal').count()).toBe(0)
    })
  })

  test('links are moved to another one, and those that can’t be are listed', async () => {
    const owner = await instance.account()
    const shared = await shareWorkspace(instance, owner, 'Shop')
    await owner.domain('go.move.example')
    const [first, second] = [await owner.link(), await owner.link()]
    const bound = await owner.link({ domain_alias: 'go.move.example', custom_slug: 'bound' })
    await inDashboard(chrome, instance, owner, async ({ page, open }) => {
      await open('/links')
      await row(page, first.short)
        .getByRole('button', { name: /^More actions/ })
        .click()
      await chooseEntry(page, 'Move to workspace…')
      const targets = page.getByRole('dialog', { name: 'Move 1 link to…' })
      expect(await axeFindings(page)).toEqual([])
      await targets.getByRole('option', { name: 'Shop' }).click()
      await page.getByText('Link moved to Shop').first().waitFor()
      await row(page, first.short).waitFor({ state: 'detached' })

      await row(page, second.short).getByRole('checkbox').check()
      await row(page, bound.short).getByRole('checkbox').check()
      await page.getByRole('toolbar').getByRole('button', { name: 'Move to workspace…' }).click()
      await page.getByRole('option', { name: 'Shop' }).click()
      const outcome = page.getByRole('dialog', { name: '1 link wasn’t moved' })
      await outcome.getByText('go.move.example/bound').waitFor()
      await outcome.getByRole('button', { name: 'Done' }).click()
      await row(page, second.short).waitFor({ state: 'detached' })
      await open(inPath(shared, '/links'))
      await row(page, first.short).waitFor()
      await row(page, second.short).waitFor()
    })
  })

  test('a draft in one isn’t in another', async () => {
    const owner = await instance.account()
    const shared = await shareWorkspace(instance, owner)
    await inDashboard(chrome, instance, owner, async ({ page, open }) => {
      await open('/links/bulk')
      const field = page.getByRole('main').getByRole('textbox').first()
      await field.fill('https://example.com/draft')
      await page.waitForFunction(() => JSON.stringify({ ...sessionStorage }).includes('example.com/draft'))
      await open(inPath(shared, '/links/bulk'))
      expect(await field.inputValue()).toBe('')
      await open('/links/bulk')
      expect(await field.inputValue()).toBe('https://example.com/draft')
    })
  })

  test('who leaves one, or is removed from one, gets back to their own, which says so', async () => {
    const [owner, member] = [await instance.account(), await instance.account()]
    const [kept, left] = [
      await shareWorkspace(instance, owner, 'Kept'),
      await shareWorkspace(instance, owner, 'Left'),
    ]
    await kept.join(member, 'editor')
    await left.join(member, 'viewer')
    await inDashboard(chrome, instance, member, async ({ page, open }) => {
      await open(inPath(left, '/workspace/settings'))
      await page.getByRole('button', { name: 'Leave workspace' }).click()
      expect(await axeFindings(page)).toEqual([])
      await page.getByRole('alertdialog').getByRole('button', { name: 'Leave workspace' }).click()
      await page.waitForURL(`${instance.url}/dashboard/links`)
      await page.getByText('You left “Left”. This is your personal workspace.').first().waitFor()
      await open(inPath(left, '/links'))
      await page.waitForURL(`${instance.url}/dashboard/links`)
      await page.getByText('You no longer have access to that workspace').first().waitFor()

      await open(inPath(kept, '/links'))
      await switcher(page).getByText('Kept').waitFor()
      const removed = await kept.call(`DELETE /workspace/members/${member.userId}`)
      expect(removed.status).toBe(200)
      await page.getByLabel('Destination URL').fill('example.com/too-late')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${instance.url}/dashboard/links`)
      await page.getByText('You no longer have access to “Kept”').first().waitFor()
      // The next tab doesn't open it.
      await page.goto(`${instance.url}/dashboard`)
      await page.waitForURL(`${instance.url}/dashboard/links`)
      await settled(page)
    })
    expect((await kept.call('GET /links')).body.total).toBe(0)
  })

  test('one is deleted once its name is typed and the password confirmed', async () => {
    const owner = await instance.account()
    const shared = await shareWorkspace(instance, owner, 'Old shop')
    instance.clock.move(11 * 60 * 1000)
    await inDashboard(chrome, instance, owner, async ({ page, open }) => {
      instance.clock.move(11 * 60 * 1000)
      await open(inPath(shared, '/workspace/settings'))
      await page.getByRole('button', { name: 'Delete workspace' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete “Old shop”?' })
      const remove = dialog.getByRole('button', { name: 'Delete workspace' })
      expect(await remove.isDisabled()).toBe(true)
      await dialog.getByLabel('Type Old shop to confirm').fill('Old shop')
      expect(await axeFindings(page)).toEqual([])
      await remove.click()
      const check = page.getByRole('dialog', { name: 'Confirm it’s you' })
      await check.getByLabel('Your password').fill(password)
      await check.getByRole('button', { name: 'Confirm' }).click()
      await page.waitForURL(`${instance.url}/dashboard/links`)
      await page.getByText('“Old shop” was deleted').first().waitFor()
    })
  })
})
