// Security in the dashboard: the password, one-time codes with their recovery codes, passkeys, and signing in again with
// each.
import { expect, test } from 'bun:test'
import { codeOf, wrongCode } from '../test/accounts/second-factor.ts'
import { password, signIn } from '../test/accounts/sign-in.ts'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { scanPng } from '../test/pictures/qr-pixels.ts'
import { authenticatorOf, confirm, press, prove, question } from './security-page.ts'

const nextPassword = 'seven purple otters sing'

onOneEngine('security', (instance) => {
  test('changes the password, which signs out all other sessions', async () => {
    const account = await instance.account()
    const elsewhere = await signIn(instance, account)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/account/security')
      await press(page, 'Change password')
      await page.getByLabel('Current password').fill('a wrong password')
      await page.getByLabel('New password').fill('password12345')
      await press(page, 'Change password')
      await page.getByText('This password is incorrect.').waitFor()
      await page.getByLabel('Current password').fill(password)
      await press(page, 'Change password')
      await page.getByText('This password is too common.').waitFor()
      await page.getByLabel('New password').fill(nextPassword)
      await press(page, 'Change password')
      await page.getByText('Password changed.').waitFor()
      await open('/account/sessions')
      await page.getByText('You aren’t signed in anywhere else.').waitFor()
    })
    expect((await elsewhere.call('GET /sessions')).status).toBe(401)
    await signIn(instance, account, nextPassword)
  })

  test('turns one-time codes on with the QR code, shows the recovery codes once, and turns them off', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, open, session }) => {
      await open('/account/security')
      await press(page, 'Turn on two-factor authentication')
      await confirm(page, 'Continue')
      const picture = page.getByRole('img', { name: 'QR code for your authenticator app' })
      const uri = scanPng(await picture.screenshot()) ?? ''
      const secret = new URL(uri).searchParams.get('secret') ?? ''
      expect(uri).toStartWith('otpauth://totp/')
      expect((await page.locator('main code').innerText()).replaceAll(' ', '')).toBe(secret)
      expect(await axeFindings(page)).toStrictEqual([])
      const code = page.getByLabel('Code from the app')
      await code.fill(wrongCode(instance, secret))
      await press(page, 'Turn on')
      await page.getByText('This isn’t the current code.').waitFor()
      await code.fill(codeOf(instance, secret))
      await press(page, 'Turn on')
      const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
      await codes.getByRole('listitem').nth(9).waitFor()
      const shown = await codes.getByRole('listitem').allInnerTexts()
      expect(new Set(shown).size).toBe(10)
      const downloading = page.waitForEvent('download')
      await codes.getByRole('button', { name: 'Download' }).click()
      const file = await Bun.file(await (await downloading).path()).text()
      for (const one of shown) expect(file).toContain(one)
      expect(file).toContain(account.email)
      expect(await axeFindings(page)).toStrictEqual([])
      await page.emulateMedia({ media: 'print' })
      await page.getByText('Save your recovery codes').first().waitFor({ state: 'hidden' })
      expect(
        await page
          .getByText(shown[0] as string)
          .first()
          .isVisible(),
      ).toBe(true)
      await page.emulateMedia({ media: 'screen' })
      await codes.getByRole('button', { name: 'I’ve saved them' }).click()
      await page.getByText('10 unused codes left.').waitFor()
      expect(await page.locator('body').innerText()).not.toContain(shown[0] as string)

      await press(page, 'Create new codes')
      await confirm(page, 'Create new codes')
      await codes.getByRole('listitem').nth(9).waitFor()
      const renewed = await codes.getByRole('listitem').allInnerTexts()
      expect(renewed).not.toContain(shown[0] as string)
      await codes.getByRole('button', { name: 'I’ve saved them' }).click()
      await press(page, 'Turn off two-factor authentication')
      await confirm(page, 'Turn off')
      await page.getByText('Two-factor authentication is off.').waitFor()
      expect((await session.call('GET /second-factor')).body.data.enabled).toBe(false)
    })
  })

  test('confirms identity by password or passkey ten minutes after the last check; passkeys are added, renamed and removed', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async (window) => {
      const { page, open } = window
      await authenticatorOf(window)
      await open('/account/security')
      const add = async (name: string) => {
        await press(page, 'Add passkey')
        await page.getByRole('dialog').getByLabel('Name').fill(name)
        await confirm(page, 'Create passkey')
      }
      await add('My laptop')
      await page.getByText('Passkey added.').waitFor()
      await add('Once more')
      await page.getByText('already has a passkey for this account').waitFor()
      await press(page, 'Cancel')
      await press(page, 'Rename My laptop')
      await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
      await press(page, 'Save')
      await page.getByText('Passkey renamed.').waitFor()

      const picture = page.getByRole('img', { name: 'QR code for your authenticator app' })
      await instance.clock.advance(10 * 60_000)
      await press(page, 'Turn on two-factor authentication')
      await confirm(page, 'Continue')
      await question(page).waitFor()
      await prove(page, 'a wrong password')
      await question(page).getByText('This password is incorrect.').waitFor()
      await prove(page)
      await picture.waitFor()
      expect(await question(page).count()).toBe(0)
      await open('/account/security')
      await instance.clock.advance(10 * 60_000)
      await press(page, 'Turn on two-factor authentication')
      await confirm(page, 'Continue')
      await question(page).getByRole('button', { name: 'Use a passkey' }).click()
      await picture.waitFor()

      await open('/account/security')
      await press(page, 'Remove Work laptop')
      await confirm(page, 'Remove')
      await page.getByText('No passkeys yet').waitFor()
      const { call } = await signIn(instance, account)
      expect((await call('GET /passkeys')).body.data).toStrictEqual([])
    })
  })
})
