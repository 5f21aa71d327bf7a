// Security settings in the dashboard, rarer cases: a lost connection, a passkey that fails, confirming identity with one.
import { expect, test } from 'bun:test'
import { enrol, wrongCode } from '../test/accounts/second-factor.ts'
import { password } from '../test/accounts/sign-in.ts'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { authenticatorOf, confirm, press, prove, question } from './security-page.ts'

onOneEngine('security, rarer cases', (instance) => {
  test('asks for the password ten minutes after the last check, then continues with the request', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/account/security')
      await instance.clock.advance(10 * 60_000)
      await press(page, 'Turn on two-factor authentication')
      await confirm(page, 'Continue')
      await question(page).waitFor()
      expect(await axeFindings(page)).toStrictEqual([])
      // If the user cancels, nothing happens.
      await question(page).getByRole('button', { name: 'Cancel' }).click()
      await page.getByText('Nothing was changed. Confirm that it’s you to continue.').waitFor()
      await confirm(page, 'Continue')
      await prove(page, 'a wrong password')
      await question(page).getByText('This password is incorrect.').waitFor()
      await prove(page)
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
      expect(await question(page).count()).toBe(0)
      // It does not ask again for ten minutes, and the session continues.
      await press(page, 'Add passkey')
      await page.getByRole('dialog', { name: 'Add passkey' }).waitFor()
      await open('/account/data')
      await instance.clock.advance(10 * 60_000)
      const downloading = page.waitForEvent('download')
      await press(page, 'Download your data')
      await prove(page)
      expect(await Bun.file(await (await downloading).path()).text()).toContain(account.email)
      await open('/developer/keys')
      await instance.clock.advance(10 * 60_000)
      await page.getByRole('button', { name: 'Create API key' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Ten minutes later')
      await dialog.getByRole('button', { name: 'Create', exact: true }).click()
      await prove(page)
      await page.getByText('sk_live_').first().waitFor()
    })
  })

  test('says that the connection is lost if the identity check can’t be loaded, and keeps what is open', async () => {
    await inDashboard(
      chrome,
      instance,
      await instance.account(),
      async ({ page, open }) => {
        await open('/account/security')
        await instance.clock.advance(10 * 60_000)
        await press(page, 'Turn on two-factor authentication')
        await page.route('**/*.js', (route) => route.abort())
        await confirm(page, 'Continue')
        await page.getByRole('dialog').getByText('No response from the server').waitFor()
        await page.unroute('**/*.js')
        await confirm(page, 'Continue')
        await prove(page)
        await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
      },
      { ignoredMessages: /ERR_FAILED/ },
    )
  })

  test('takes a passkey instead of the password', async () => {
    await inDashboard(chrome, instance, await instance.account(), async (window) => {
      const { page, open } = window
      await authenticatorOf(window)
      await open('/account/security')
      await press(page, 'Add passkey')
      await confirm(page, 'Create passkey')
      await page.getByText('Passkey added.').waitFor()
      await instance.clock.advance(10 * 60_000)
      await press(page, 'Turn on two-factor authentication')
      await confirm(page, 'Continue')
      await question(page).getByRole('button', { name: 'Use a passkey' }).click()
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    })
  })

  test('does nothing if the user cancels creating a passkey, and can be tried again', async () => {
    await inDashboard(chrome, instance, await instance.account(), async (window) => {
      const { page, open } = window
      const authenticator = await authenticatorOf(window)
      const verified = (isUserVerified: boolean) =>
        authenticator.send('WebAuthn.setUserVerified', { authenticatorId: authenticator.id, isUserVerified })
      await verified(false)
      await open('/account/security')
      await press(page, 'Add passkey')
      await confirm(page, 'Create passkey')
      await page.getByRole('alert').filter({ hasText: 'Cancelled.' }).waitFor()
      await verified(true)
      await page.getByRole('dialog').getByRole('button', { name: 'Create passkey' }).click()
      await page.getByText('Passkey added.').waitFor()
      expect(await axeFindings(page)).toStrictEqual([])
    })
  })

  test('allows signing in again with a passkey, and keeps what was typed', async () => {
    await inDashboard(chrome, instance, await instance.account(), async (window) => {
      const { page, open, session } = window
      await authenticatorOf(window)
      await open('/account/security')
      await press(page, 'Add passkey')
      await confirm(page, 'Create passkey')
      await page.getByText('Passkey added.').waitFor()
      await page.getByRole('link', { name: 'Profile' }).click()
      await page.getByLabel('Name').fill('Typed before')
      await session.call('DELETE /session')
      await press(page, 'Save')
      await press(page, 'Sign in with a passkey')
      await page.getByText('You’re signed in again').waitFor()
      expect(await page.getByLabel('Name').inputValue()).toBe('Typed before')
      await press(page, 'Save')
      await page.getByText('Name saved.').waitFor()
    })
  })

  test('asks for the one-time code at a new sign-in, and accepts a recovery code too', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, open, session }) => {
      const { secret, recoveryCodes } = await enrol(instance, session.call)
      await open('/account')
      await session.call('DELETE /session')
      await page.getByLabel('Name').fill('Typed before')
      await press(page, 'Save')
      const dialog = page.getByRole('dialog', { name: 'You’ve been signed out' })
      await dialog.getByLabel('Password').fill(password)
      const signInNow = dialog.getByRole('button', { name: 'Sign in', exact: true })
      await signInNow.click()
      const code = dialog.getByLabel('One-time or recovery code')
      await code.fill(wrongCode(instance, secret))
      await signInNow.click()
      await dialog.getByText('This code is incorrect or has already been used. Try again.').waitFor()
      await code.fill(recoveryCodes[0] as string)
      await signInNow.click()
      await page.getByText('You’re signed in again').waitFor()
      await press(page, 'Save')
      await page.getByText('Name saved.').waitFor()
    })
  })
})
