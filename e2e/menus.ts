// Chooses from the menus of the dashboard, and downloads what they offer.
import type { Download, Page } from 'playwright-core'

/**
 * Chooses an entry of the open menu, and waits until the menu has closed. With the keyboard, because a click may miss it: a menu
 * moves to its place after it is shown, and with its button while the page loads.
 */
export async function chooseEntry(page: Page, name: string | RegExp, exact = false): Promise<void> {
  const entry = page.getByRole('menuitem', { name, exact })
  await entry.press('Enter')
  await entry.waitFor({ state: 'detached' })
}

/** Opens the menu of a button, and chooses the entry that starts the download. */
export async function downloadFromMenu(
  page: Page,
  { button, entry }: { button: string; entry: string | RegExp },
): Promise<Download> {
  await page.getByRole('button', { name: button }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), chooseEntry(page, entry)])
  return download
}
