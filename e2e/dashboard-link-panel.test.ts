// The link panel in a real browser: every field, and conflicts, lost connections and expired sessions.
import { expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { field, openSection, panel, save, saveByKey, saved, summaryOf } from './link-panel.ts'

onOneEngine('the link panel', (instance) => {
  test('sets every field, sends only changes, and the list shows them at once', async () => {
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
      await field(page, 'Template name').fill('Mailing')
      await page.getByRole('button', { name: 'Save as template' }).click()
      await panel(page).getByRole('option', { name: 'Mailing' }).waitFor({ state: 'attached' })
      expect(await field(page, 'Destination').inputValue()).toBe(
        'example.com/after?a=1&utm_source=news%20letter&utm_campaign=spring#part',
      )
      await field(page, 'Title').fill('Sesudah — بعد 🌱')
      await field(page, 'Domain').selectOption(`go-${mark}.example`)
      await field(page, 'Short code').fill(`panel-${mark}`)
      await panel(page).getByText('Available', { exact: true }).waitFor()
      await openSection(page, 'Schedule and limits')
      await field(page, 'Starts').fill('2029-12-03T03:04')
      await field(page, 'Expires').fill('2030-01-02T03:04')
      await field(page, 'Archive on').fill('2031-01-01')
      await page.getByRole('switch', { name: 'One-click link' }).click()
      await field(page, 'Maximum clicks').fill('100')
      await field(page, 'When inactive, go to').fill('example.com/later')
      await openSection(page, 'Protection')
      await field(page, 'Password').fill('open sesame')
      await page.getByRole('switch', { name: 'Adult content' }).click()
      await openSection(page, 'Forwarding')
      await page.getByRole('group', { name: 'Forward query' }).getByRole('button', { name: 'On' }).click()
      await page.getByRole('group', { name: 'Forward path' }).getByRole('button', { name: 'Off' }).click()
      await openSection(page, 'Preview card')
      await field(page, 'Card title').fill('Spring sale')
      await field(page, 'Card description').fill('This week only')
      await openSection(page, 'Note')
      await field(page, 'Note').fill('For the poster\nat the station')
      expect(await summaryOf(page, 'Schedule and limits')).toBe(
        'Starts Dec 3, 2029, Expires Jan 2, 2030, Archives Jan 1, 2031, 1 click',
      )
      expect(await summaryOf(page, 'Protection')).toBe('Password, Adult content')
      expect(await summaryOf(page, 'Forwarding')).toBe('Query: on, Path: off')
      expect(await summaryOf(page, 'Preview card')).toBe('Spring sale')
      expect(await summaryOf(page, 'Note')).toBe('For the poster')
      expect(await axeFindings(page)).toStrictEqual([])
      const sending = page.waitForRequest((request) => request.method() === 'PUT')
      await save(page)
      await saved(page)
      expect(Object.keys((await sending).postDataJSON()).sort()).toStrictEqual([
        'adult',
        'archive_at',
        'custom_slug',
        'disposable',
        'domain_alias',
        'ended_url',
        'expired_at',
        'forward_path',
        'forward_query',
        'long_url',
        'max_clicks',
        'note',
        'password',
        'preview',
        'starts_at',
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
        starts_at: Date.UTC(2029, 11, 2, 20, 4) / 1000,
        status: 'scheduled',
        has_password: true,
        disposable: true,
        adult: true,
        max_clicks: 100,
        ended_url: 'https://example.com/later',
        forward_query: true,
        forward_path: false,
        preview: { title: 'Spring sale', description: 'This week only', image: null },
        note: 'For the poster\nat the station',
      })
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await field(page, 'Expires').fill('')
      await field(page, 'Starts').fill('')
      await field(page, 'Maximum clicks').fill('')
      await field(page, 'When inactive, go to').fill('')
      await page
        .getByRole('group', { name: 'Forward query' })
        .getByRole('button', { name: 'Domain default' })
        .click()
      await field(page, 'Card title').fill('')
      await field(page, 'Card description').fill('')
      await field(page, 'Note').fill('')
      const again = page.waitForResponse((answer) => answer.request().method() === 'PUT')
      await saveByKey(page)
      await again
      await panel(page).getByText('Unsaved changes').waitFor({ state: 'detached' })
      expect((await account.call(`GET /links/${link.id}`)).body.data).toMatchObject({
        has_password: false,
        expired_at: null,
        starts_at: null,
        max_clicks: null,
        ended_url: null,
        forward_query: null,
        forward_path: false,
        preview: null,
        note: null,
        archive_at: '2031-01-01',
      })
      await page.keyboard.press('Escape')
      await panel(page).waitFor({ state: 'detached' })
      await page.getByRole('list', { name: 'Links' }).getByText('Sesudah').waitFor()
    })
  })

  test('shows errors before and after it is submitted, asks before it is closed with changes, and keeps them', async () => {
    const account = await instance.account()
    const taken = `taken-${account.userId.slice(-6)}`
    await account.link({ custom_slug: taken })
    const link = await account.link({ title: 'As it was' })
    const read = async () => (await account.call(`GET /links/${link.id}`)).body.data
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      await field(page, 'Short code').fill(taken)
      await panel(page).getByRole('alert').filter({ hasText: 'already in use' }).waitFor()
      await field(page, 'Short code').fill(link.short)
      await field(page, 'Destination').fill('https://user:secret@example.com/')
      await save(page)
      await panel(page).getByText('Remove the user name and password from the address.').waitFor()
      expect(await field(page, 'Destination').inputValue()).toBe('https://user:secret@example.com/')
      expect((await read()).updated_at).toBe(link.updated_at)

      await field(page, 'Title').fill('Half done')
      await openSection(page, 'Protection')
      await field(page, 'Password').fill('a secret of visitors')
      await page.waitForFunction(() => JSON.stringify({ ...sessionStorage }).includes('Half done'))
      const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
      expect(stored).not.toContain('a secret of visitors')
      await page.keyboard.press('Escape')
      const question = page.getByRole('dialog', { name: 'Leave without saving?' })
      await question.getByRole('button', { name: 'Stay' }).click()
      expect(await field(page, 'Title').inputValue()).toBe('Half done')
      page.on('dialog', (dialog) => void dialog.accept())
      await page.reload()
      await panel(page).getByText('You have unsaved changes from earlier.').waitFor()
      expect(await field(page, 'Title').inputValue()).toBe('Half done')
      await panel(page).getByRole('button', { name: 'Close' }).click()
      await question.getByRole('button', { name: 'Keep draft' }).click()
      await panel(page).waitFor({ state: 'detached' })
      await page.getByRole('list', { name: 'Links' }).getByRole('link').first().click()
      await panel(page).getByText('You have unsaved changes from earlier.').waitFor()
      await panel(page).getByRole('button', { name: 'Close' }).click()
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await panel(page).waitFor({ state: 'detached' })
      const kept = await page.evaluate(() => Object.keys(sessionStorage))
      expect(kept.filter((name) => name.startsWith('draft'))).toEqual([])
      expect((await read()).title).toBe('As it was')
    })
  })

  test('asks which value to keep if a field was changed elsewhere too, takes over the rest, and archives', async () => {
    const account = await instance.account()
    const link = await account.link({ title: 'Old', long_url: 'https://example.com/old' })
    const read = async () => (await account.call(`GET /links/${link.id}`)).body.data
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/links?link=${link.id}`)
      await field(page, 'Title').fill('Mine')
      await field(page, 'Destination').fill('https://example.com/mine')
      const theirs = { title: 'Theirs', long_url: 'https://example.com/theirs', adult: true }
      await account.call(`PUT /links/${link.id}`, { body: theirs })
      await save(page)
      const choice = page.getByRole('dialog', { name: 'This link was changed elsewhere' })
      await choice.waitFor()
      expect(await axeFindings(page)).toStrictEqual([])
      expect((await read()).title).toBe('Theirs')
      await choice.getByRole('group', { name: 'Title' }).getByRole('button', { name: 'Theirs' }).click()
      await choice.getByRole('button', { name: 'Save selected values' }).click()
      await saved(page)
      await openSection(page, 'Protection')
      await page.getByRole('switch', { name: 'Adult content', checked: true }).waitFor()
      expect(await read()).toMatchObject({ ...theirs, long_url: 'https://example.com/mine' })
      await panel(page).getByRole('button', { name: 'Archive', exact: true }).press('Enter')
      await panel(page).getByRole('button', { name: 'Restore', exact: true }).waitFor()
      expect((await read()).status).toBe('archived')
    })
  })
})
