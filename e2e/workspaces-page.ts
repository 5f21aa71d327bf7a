// Drives workspaces in the dashboard: the addresses of their pages, and the switcher.
import type { Page } from 'playwright-core'

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
