// Drives workspaces in the dashboard: shared ones of an account, the addresses of their pages, and the switcher.
import type { Role } from '@linnet/contract'
import type { Page } from 'playwright-core'
import { type DashboardCall, signIn } from '../test/accounts/sign-in.ts'
import { addMember, inWorkspace, type MemberSession } from '../test/accounts/workspaces.ts'
import type { Account, Instance } from '../test/instance.ts'

export interface SharedWorkspace {
  id: string
  name: string
  /** Calls `/api` in the workspace, as its owner. */
  call: DashboardCall
  /** Makes an account a member. */
  join(account: Account, role: Role): Promise<MemberSession>
}

export async function shareWorkspace(
  instance: Instance,
  { email, userId }: Account,
  name = 'Marketing',
): Promise<SharedWorkspace> {
  const session = await signIn(instance, { email })
  const answer = await session.call('POST /workspaces', { body: { name } })
  if (answer.status !== 200) throw new Error(`the workspace was not created: ${answer.text}`)
  const { id } = answer.body.data
  const owner = { email, userId, session, call: inWorkspace(session, id) }
  return {
    id,
    name,
    call: owner.call,
    async join({ email, userId }, role) {
      const person = { email, userId, session: await signIn(instance, { email }) }
      return await addMember(instance, { workspace: { id, name }, owner }, role, person)
    },
  }
}

/** The path of a page in a workspace, for `open`. */
export const inPath = ({ id }: { id: string }, path = ''): string => `/${id}${path}`

/** The button that shows the current workspace. */
export const switcher = (page: Page) =>
  page.getByRole('complementary').getByRole('button', { name: /^Workspace: / })

/** Opens the switcher with the keyboard, and chooses a workspace by typing its name. */
export async function switchByKeys(page: Page, name: string): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await page.getByRole('dialog', { name: 'Switch workspace' }).getByRole('option').first().waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
}
