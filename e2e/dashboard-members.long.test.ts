// What members of a workspace can't do, as the dashboard shows it: no buttons for viewers, and why something is refused.
import { expect, test } from 'bun:test'
import { shareWorkspace } from '../test/accounts/workspaces.ts'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { row, rows } from './links-page.ts'
import { chooseEntry } from './menus.ts'
import { inPath, typeToFind } from './workspaces-page.ts'

onOneEngine('the members of a workspace', (instance) => {
  test('see as viewers what there is, without buttons that change it, and see why at addresses of other pages', async () => {
    const [owner, viewer] = [await instance.account(), await instance.account()]
    const shared = await shareWorkspace(instance, owner)
    await shared.join(viewer, 'viewer')
    const { data: link } = (
      await shared.call('POST /links', { body: { long_url: 'https://example.com/seen', title: 'Seen' } })
    ).body
    await shared.call('POST /microsites', { body: { slug: `seen${link.short}`, title: 'Our page' } })
    await inDashboard(chrome, instance, viewer, async ({ page, open }) => {
      await open(inPath(shared, '/links'))
      await row(page, link.short).waitFor()
      expect(await axeFindings(page)).toEqual([])
      expect(await page.getByLabel('Destination URL').count()).toBe(0)
      const buttons = (name: RegExp) =>
        page.getByRole('button', { name }).or(page.getByRole('link', { name })).count()
      const changes =
        /\b(Bulk create|Create|Shorten|Archive|Move|Save|Edit|Upload|Add|Delete|Invite|Publish|Revoke|Rename)\b/
      expect(await buttons(changes)).toBe(0)
      await row(page, link.short).getByRole('checkbox').check()
      expect(await buttons(changes)).toBe(0)
      await row(page, link.short)
        .getByRole('button', { name: /^More actions/ })
        .click()
      await page.getByRole('menuitem').first().waitFor()
      expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
        'Details',
        'Copy short link',
        'Open',
        'QR code',
        'What would happen?',
        'Statistics',
      ])
      await chooseEntry(page, 'Details')
      const panel = page.getByRole('dialog')
      expect(await panel.getByLabel('Title').isDisabled()).toBe(true)
      expect(await panel.getByRole('button', { name: /Save|Archive/ }).count()).toBe(0)
      expect(await axeFindings(page)).toEqual([])

      for (const path of ['/microsites', '/images', '/qr', `/microsites/seen${link.short}`, '/workspace']) {
        await open(inPath(shared, path))
        await page.waitForLoadState('networkidle')
        expect([path, await buttons(changes)]).toEqual([path, 0])
      }
      for (const [path, needed] of [
        ['/links/bulk', 'editor'],
        ['/developer/keys', 'admin'],
        ['/developer/webhooks', 'admin'],
        ['/developer/webhooks/whk_1', 'admin'],
        ['/developer/applications', 'admin'],
        ['/workspace/domains', 'admin'],
        ['/workspace/audit', 'admin'],
      ]) {
        await open(inPath(shared, path))
        await page.getByText(`This requires the ${needed} role.`).waitFor()
        await page.getByText('Ask an owner or admin of the workspace.').waitFor()
      }
      expect(await axeFindings(page)).toEqual([])
      await open(inPath(shared, '/workspace/settings'))
      await page.getByRole('button', { name: 'Leave workspace' }).waitFor()
      expect(await buttons(changes)).toBe(0)
      await open(inPath(shared, '/developer'))
      await page.getByText('MCP server URL').waitFor()
      await page.keyboard.press('Control+k')
      const signOut = page.getByRole('option', { name: 'Sign out' })
      await signOut.waitFor()
      await typeToFind(page, 'create')
      await signOut.waitFor({ state: 'detached' })
      await page.getByRole('option', { name: 'Create workspace…' }).waitFor()
      expect(await page.getByRole('option').count()).toBe(1)

      // Once they are editors, the buttons are there as soon as the tab gets the focus.
      await shared.call(`PUT /workspace/members/${viewer.userId}`, { body: { role: 'editor' } })
      await open(inPath(shared, '/links'))
      await page.getByLabel('Destination URL').waitFor()
      // And a role that was lost meanwhile is noticed with the first refusal.
      await shared.call(`PUT /workspace/members/${viewer.userId}`, { body: { role: 'viewer' } })
      await page.getByLabel('Destination URL').fill('example.com/more')
      await page.keyboard.press('Enter')
      await page.getByLabel('Destination URL').waitFor({ state: 'detached' })
      expect(await rows(page).count()).toBe(1)
    })
  })

  test('who are its only owner can’t leave, and read what to do first, or that the connection is lost', async () => {
    const [owner, viewer] = [await instance.account(), await instance.account()]
    const shared = await shareWorkspace(instance, owner)
    await shared.join(viewer, 'viewer')
    await inDashboard(
      chrome,
      instance,
      owner,
      async ({ page, open }) => {
        await open(inPath(shared, '/workspace/settings'))
        await page.getByRole('button', { name: 'Leave workspace' }).click()
        const dialog = page.getByRole('alertdialog')
        const leave = dialog.getByRole('button', { name: 'Leave workspace' })
        const address = '**/api/workspace/leave'
        await page.route(address, (route) => route.abort())
        await leave.click()
        await dialog.getByText('No response from the server.').waitFor()
        expect(await dialog.getByText('make another member an owner first').count()).toBe(0)
        await page.unroute(address)
        await leave.click()
        await dialog.getByText('make another member an owner first').waitFor()
        expect(await axeFindings(page)).toEqual([])
      },
      { ignoredMessages: /ERR_FAILED/ },
    )
  })
})
