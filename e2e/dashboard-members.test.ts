// The members of a workspace in a real browser: roles and what they show, invitations, removal, keys and the audit log.
import { expect, test } from 'bun:test'
import { signIn } from '../test/accounts/sign-in.ts'
import { shareWorkspace, tokenOf } from '../test/accounts/workspaces.ts'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/browser/dashboard.ts'
import { addressIn } from '../test/browser/form-browser.ts'
import { onOneEngine, startInstance } from '../test/instance.ts'
import { startMailServer } from '../test/servers/mail-server.ts'
import { chooseEntry } from './menus.ts'
import { inPath, switcher } from './workspaces-page.ts'

onOneEngine('the members of a workspace', (instance) => {
  test('get other roles, are removed with their keys taken over, and become owners', async () => {
    const [owner, budi, citra] = [
      await instance.account(),
      await instance.account(),
      await instance.account(),
    ]
    const shared = await shareWorkspace(instance, owner)
    await shared.join(budi, 'editor')
    const admin = await shared.join(citra, 'admin')
    const made = await admin.call('POST /keys', { body: { name: 'Report', scopes: ['links:read'] } })
    const asks = () =>
      instance.ask('GET /v2/links', { headers: { authorization: `Bearer ${made.body.data.key}` } })
    await inDashboard(chrome, instance, owner, async ({ page, open }) => {
      await open(inPath(shared, '/workspace'))
      const list = page.getByRole('list', { name: 'Members' })
      const member = (email: string) => list.getByRole('listitem').filter({ hasText: email })
      await page.getByText('3 members').waitFor()
      expect(await axeFindings(page)).toEqual([])
      // Nobody changes their own role, or removes themselves.
      expect(await member(owner.email).getByRole('combobox').count()).toBe(0)
      await member(budi.email).getByRole('combobox').selectOption('viewer')
      await page.getByText(`${budi.email}: role changed to Viewer`).first().waitFor()
      const role = async (email: string) => {
        const { data } = (await shared.call(`GET /workspace/members?search=${email}`)).body
        return data[0]?.role
      }
      expect(await role(budi.email)).toBe('viewer')

      await page.getByLabel('Search by e-mail address or name').fill(citra.email)
      await page.getByText('1 member', { exact: true }).waitFor()
      await member(citra.email)
        .getByRole('button', { name: /^More actions/ })
        .click()
      await chooseEntry(page, 'Remove…')
      const confirm = page.getByRole('alertdialog')
      await confirm.getByRole('radio', { name: 'Take over' }).check()
      expect(await axeFindings(page)).toEqual([])
      await confirm.getByRole('button', { name: 'Remove member' }).click()
      await page.getByText('No matching members').waitFor()
      expect((await asks()).status).toBe(200)
      await page.getByRole('button', { name: 'Show all' }).click()

      await member(budi.email)
        .getByRole('button', { name: /^More actions/ })
        .click()
      await chooseEntry(page, 'Hand over ownership…')
      await confirm.getByRole('button', { name: 'Hand over' }).click()
      await page.getByText(`${budi.email} is now an owner`).first().waitFor()
      expect(await role(budi.email)).toBe('owner')
      // As an admin, one can't change the owner any more.
      await member(budi.email).getByRole('combobox').waitFor({ state: 'detached' })
    })
  })

  test('are invited by e-mail, which says if none was sent, and invitations are withdrawn', async () => {
    const owner = await instance.account()
    const shared = await shareWorkspace(instance, owner)
    await inDashboard(
      chrome,
      instance,
      owner,
      async ({ page, open }) => {
        await open(inPath(shared, '/workspace'))
        await page.getByText('Nobody else is here yet').waitFor()
        await page.getByRole('button', { name: 'Invite', exact: true }).click()
        const dialog = page.getByRole('dialog')
        const invite = async (email: string) => {
          await dialog.getByLabel('E-mail address').fill(email)
          await dialog.getByRole('button', { name: 'Send invitation' }).click()
        }
        await invite(owner.email)
        await dialog.getByText('already').waitFor()
        await invite('fajar@example.com')
        await page.getByRole('heading', { name: 'Invitation for fajar@example.com' }).waitFor()
        await dialog.getByRole('button', { name: 'Invite another person' }).click()
        await invite('gita@example.com')
        await dialog.getByText('No e-mail was sent. Share this link yourself:').waitFor()
        expect(await axeFindings(page)).toEqual([])
        await dialog.getByRole('button', { name: 'Done' }).click()
        const withdraw = page.getByRole('button', { name: 'Withdraw the invitation for fajar@example.com' })
        await withdraw.click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
        await page.getByText('Invitation withdrawn').waitFor()
        await withdraw.waitFor({ state: 'detached' })
        const { data } = (await shared.call('GET /workspace/invitations')).body
        expect(data.map(({ email }: { email: string }) => email)).toEqual(['gita@example.com'])
      },
      phone,
    )
  })

  test('leave keys behind, which are marked as stopped until an admin takes them over', async () => {
    const [owner, gone] = [await instance.account(), await instance.account()]
    const shared = await shareWorkspace(instance, owner)
    const admin = await shared.join(gone, 'admin')
    const made = await admin.call('POST /keys', { body: { name: 'Old report', scopes: ['links:read'] } })
    const asks = async () => {
      const headers = { authorization: `Bearer ${made.body.data.key}` }
      return (await instance.ask('GET /v2/links', { headers })).status
    }
    await admin.call('POST /workspace/leave')
    expect(await asks()).toBe(401)
    await inDashboard(chrome, instance, owner, async ({ page, open }) => {
      await open(inPath(shared, '/developer/keys'))
      const key = page.getByRole('listitem').filter({ hasText: 'Old report' })
      await key.getByText('Stopped').waitFor()
      await key.getByText(`by ${gone.email}`).waitFor()
      expect(await axeFindings(page)).toEqual([])
      await key.getByRole('button', { name: 'Take over Old report' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Take over' }).click()
      await page.getByText('Old report works again').first().waitFor()
      await key.getByText('Stopped').waitFor({ state: 'detached' })
      await key.getByText(`by ${owner.email}`).waitFor()
      expect(await asks()).toBe(200)
    })
  })

  test('are in the audit log, which is filtered by person, action and day, and downloaded as filtered', async () => {
    const [owner, budi] = [await instance.account(), await instance.account()]
    const shared = await shareWorkspace(instance, owner)
    const admin = await shared.join(budi, 'admin')
    await admin.call('PUT /workspace', { body: { name: 'Growth' } })
    await shared.call('PUT /workspace', { body: { name: 'Sales' } })
    await inDashboard(chrome, instance, owner, async ({ page, open }) => {
      await open(inPath(shared, '/workspace/audit'))
      const entries = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.locator('time') })
      await entries.filter({ hasText: 'Workspace renamed to “Growth”.' }).waitFor()
      await entries.filter({ hasText: 'Workspace renamed to “Sales”.' }).waitFor()
      expect(await axeFindings(page)).toEqual([])
      await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Workspace renamed' })
      await entries.filter({ hasText: 'Joined' }).first().waitFor({ state: 'detached' })
      expect(await entries.count()).toBe(2)
      await page.getByRole('button', { name: 'Person: Everyone' }).click()
      await page.keyboard.type(budi.email)
      await page.getByRole('option', { name: budi.email }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `Person: ${budi.email}` }).waitFor()
      await entries.filter({ hasText: 'Sales' }).waitFor({ state: 'detached' })
      expect(await entries.allInnerTexts()).toEqual([expect.stringContaining('Growth')])
      expect(page.url()).toContain(`person=${budi.userId}`)

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export as NDJSON' }).click()
      const file = await Bun.file(await (await download).path()).text()
      const lines = file.trim().split('\n')
      expect(lines.map((line) => JSON.parse(line).detail)).toEqual([{ name: 'Growth' }])

      // The filters are in the URL, and a day before there was anything has no entries.
      await page.reload()
      await page.getByRole('button', { name: `Person: ${budi.email}` }).waitFor()
      await page.getByLabel('Until').fill('2020-01-01')
      await page.getByText('No matching entries').waitFor()
      await page.getByRole('button', { name: 'Reset filters' }).first().click()
      await entries.filter({ hasText: 'Joined' }).first().waitFor()
    })
  })

  test('what belongs to the person stays theirs in every workspace', async () => {
    const [owner, member] = [await instance.account(), await instance.account()]
    const shared = await shareWorkspace(instance, owner, 'Agency')
    await shared.join(member, 'viewer')
    await inDashboard(chrome, instance, member, async ({ page, open }) => {
      await open(inPath(shared, '/account/activity'))
      await page.getByText('Signed in (password).').first().waitFor()
      for (const section of ['profile', 'security', 'sessions', 'apps', 'data'])
        await open(inPath(shared, `/account/${section}`))
      await open(inPath(shared, '/account/plan'))
      await page.waitForURL(/\/workspace\/plan$/)
      await switcher(page).getByText('Agency').waitFor()
    })
    expect((await (await signIn(instance, member)).call('GET /user')).status).toBe(200)
  })
})

test('invitations are sent by e-mail if there is a mail server, and work', async () => {
  const mailbox = await startMailServer()
  const instance = await startInstance('sqlite', {
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}?ignoreTLS=true`,
  })
  try {
    const owner = await instance.account()
    const shared = await shareWorkspace(instance, owner)
    await inDashboard(chrome, instance, owner, async ({ page, open }) => {
      await open(inPath(shared, '/workspace?invite=true'))
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('E-mail address').fill('fajar@example.com')
      await dialog.getByLabel('E-mail language').selectOption({ label: 'Bahasa Indonesia' })
      await dialog.getByRole('button', { name: 'Send invitation' }).click()
      await page.getByRole('heading', { name: 'Invitation sent to fajar@example.com' }).waitFor()
    })
    const { text } = await mailbox.next('fajar@example.com')
    expect(text).toContain('“Marketing”')
    const answer = await instance.ask(
      `GET ${new URL(addressIn({ text })).pathname}?token=${tokenOf(addressIn({ text }))}`,
    )
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('Marketing')
  } finally {
    await instance.stop()
    await instance.database.remove()
    await mailbox.stop()
  }
})
