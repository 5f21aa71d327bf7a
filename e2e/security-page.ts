// Drives the security page: its dialogs, the identity check, and an authenticator.
import type { CDPSession, Page } from 'playwright-core'
import { password } from '../test/accounts/sign-in.ts'
import type { DashboardWindow } from '../test/browser/dashboard.ts'

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Continues with this button of the open dialog. */
export async function confirm(page: Page, action: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
}

export const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

/** Enters the password if the identity check asks for it. */
export async function prove(page: Page, typed = password): Promise<void> {
  await question(page).getByLabel('Your password').fill(typed)
  await question(page).getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** Gives the page its own virtual authenticator. */
export async function authenticatorOf({
  context,
  page,
}: DashboardWindow): Promise<CDPSession & { id: string }> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId: id } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return Object.assign(session, { id })
}
