// Helpers for tests of the account settings in the dashboard: buttons, and signing in on other devices.
import type { Page } from 'playwright-core'
import { password } from '../test/accounts/sign-in.ts'
import type { Account, Instance } from '../test/instance.ts'

export const phoneAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** Signs the account in on another device. */
export const signInOn = (instance: Instance, { email }: Account, agent: string) =>
  instance.ask('POST /api/session', { body: { email, password }, headers: { 'user-agent': agent } })

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
