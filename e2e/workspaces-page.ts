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
  await typeToFind(page, name)
  await page.keyboard.press('Enter')
}

/** Types into the switcher or the command palette that is about to open. What is typed before it has the focus is lost. */
export async function typeToFind(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('option').first().waitFor()
  await dialog.locator('input:focus').waitFor()
  await page.keyboard.type(text)
}
